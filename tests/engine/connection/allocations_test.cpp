// Making connections by rule allocates arrays, not connections: the number of allocations hardly depends on theirs.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>
#include <numeric>

#include "engine/connection/connections.hpp"
#include "engine/rule/split.hpp"

namespace {

std::atomic<std::size_t> allocations{0};

void* counted(std::size_t bytes) {
    ++allocations;
    if (void* made = std::malloc(bytes)) return made;
    throw std::bad_alloc();
}

}  // namespace

void* operator new(std::size_t bytes) {
    return counted(bytes);
}
void* operator new[](std::size_t bytes) {
    return counted(bytes);
}
void operator delete(void* p) noexcept {
    std::free(p);
}
void operator delete[](void* p) noexcept {
    std::free(p);
}
void operator delete(void* p, std::size_t) noexcept {
    std::free(p);
}
void operator delete[](void* p, std::size_t) noexcept {
    std::free(p);
}

namespace ranvier::engine {
namespace {

constexpr std::uint32_t source_count = 4000, target_count = 250;

/// Allocations until a network with about this many connections onto each target is ready.
std::size_t allocations_of(Rule::Kind kind, std::uint64_t indegree, std::uint32_t weights) {
    auto rule = std::make_shared<Rule>();
    rule->kind = kind;
    rule->count = kind == Rule::Kind::fixed_total_number ? target_count * indegree
                  : kind == Rule::Kind::fixed_outdegree  ? target_count * indegree / source_count
                                                         : indegree;
    rule->probability = static_cast<double>(indegree) / source_count;
    rule->sources = GidSet::range(0, source_count), rule->targets = GidSet::range(0, target_count);
    rule->delay.kind = Distribution::Kind::uniform, rule->delay.b = 2, rule->delay.resolution = 0.1;
    rule->weight.kind = Distribution::Kind::normal, rule->weight.b = 1;
    std::vector<std::uint32_t> all(target_count);
    std::iota(all.begin(), all.end(), 0u);
    std::vector<TargetNumber> targets;
    for (const std::uint32_t k : all) targets.push_back(TargetNumber{k});
    std::vector<TargetPlace> places;
    for (const std::uint32_t k : all) places.push_back({0, Receiver{k}, TableNumber{0}});
    const auto arrange = [&](Connections& connections) {
        Connections::Layout layout;
        layout.sources = source_count;
        layout.targets = places;
        layout.tables.resize(1);
        layout.tables[0].block = 0;
        layout.tables[0].stride = weights;
        layout.tables[0].keeps_weights = weights == 1;
        layout.tables[0].target_of_receiver = std::make_shared<std::vector<TargetNumber>>(targets);
        layout.gid_of_source.resize(source_count);
        std::iota(layout.gid_of_source.begin(), layout.gid_of_source.end(), 0);
        connections.arrange(layout);
    };
    Connections connections([](Gid gid) { return SourceId{static_cast<std::uint32_t>(gid)}; });
    const std::size_t before = allocations;
    RuleConnections of_rule;
    of_rule.rule = rule;
    of_rule.positions = all, of_rule.targets = targets;
    of_rule.weights = weights;
    of_rule.incoming = incoming(*of_rule.rule, of_rule.positions);
    connections.add_by_rule(std::move(of_rule));
    arrange(connections);
    const std::size_t made = allocations - before;
    EXPECT_GE(connections.end(), target_count * indegree * 9 / 10);
    EXPECT_EQ(connections.tables().all()[0].size(), connections.end());
    return made;
}

// The larger network has more tasks, of 65,536 connections each; a rule has at most 64. A task allocates a few arrays. The
// table's arrays that grow are allocated again a few times for eight times as many connections.
TEST(Allocations, DoNotGrowWithConnectionsByRule) {
    const std::size_t more = (tasks_of(target_count * 3200) - tasks_of(target_count * 400)) * 4 + 10;
    EXPECT_EQ(more, 54u);
    EXPECT_EQ(tasks_of(std::uint64_t{1} << 40), 64u);
    for (const Rule::Kind kind : {Rule::Kind::fixed_indegree, Rule::Kind::fixed_outdegree,
                                  Rule::Kind::fixed_total_number, Rule::Kind::pairwise_bernoulli}) {
        for (const std::uint32_t weights : {1u, 3u}) {
            const std::size_t few = allocations_of(kind, 400, weights), many = allocations_of(kind, 3200, weights);
            EXPECT_LE(many, few + more) << "rule " << static_cast<int>(kind) << ", " << weights << " weights";
        }
    }
}

}  // namespace
}  // namespace ranvier::engine
