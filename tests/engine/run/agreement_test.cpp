#include "engine/run/agreement.hpp"

#include <gtest/gtest.h>

#include "run/parts.hpp"

namespace ranvier::engine {
namespace {

using exchange::Task;

constexpr int ranks = 3;

/// Cells of gids 0 to 29, dealt to three ranks, and what each rank's `check` throws; "" if nothing.
std::vector<std::string> errors(const std::function<Task<void>(Parts&, int rank)>& check) {
    std::vector<std::string> messages(ranks);
    run_on_ranks(ranks, [&](Parts& parts, int rank) -> Task<void> {
        for (Gid gid = rank; gid < 30; gid += ranks) parts.network.gids().set_cell(gid, parts.make(hand_made::adder()));
        try {
            co_await check(parts, rank);
        } catch (const std::invalid_argument& error) {
            messages[static_cast<std::size_t>(rank)] = error.what();
        }
    });
    return messages;
}

Rule all_to_all(GidSet sources, GidSet targets) {
    Rule rule;
    rule.kind = Rule::Kind::all_to_all;
    rule.sources = std::move(sources), rule.targets = std::move(targets);
    return rule;
}

std::vector<std::string> errors_of(const std::function<Rule(int rank)>& rule) {
    return errors([&](Parts& parts, int rank) -> Task<void> {
        const Rule own = rule(rank);
        co_await agree_on_rule(parts.network, own, parts.transport);
    });
}

void expect_on_all(const std::vector<std::string>& messages, const std::string& part) {
    for (const std::string& message : messages) EXPECT_NE(message.find(part), std::string::npos) << message;
}

const std::vector<std::string> none(ranks);

TEST(Agreement, AcceptsTheSameRuleOfCellsOnAnyRank) {
    EXPECT_EQ(errors_of([](int) { return all_to_all(GidSet::range(0, 30), GidSet::list({7, 3, 29})); }), none);
    EXPECT_EQ(errors_of([](int) { return all_to_all(GidSet::range(0, 0), GidSet::range(5, 0)); }), none);
}

TEST(Agreement, NamesTheFirstGidThatIsOnNoRank) {
    expect_on_all(errors_of([](int) { return all_to_all(GidSet::range(0, 5), GidSet::range(20, 15)); }),
                  "gid 30, a target of this rule, is not a cell of any rank");
    expect_on_all(errors_of([](int) { return all_to_all(GidSet::list({3, 5, 77, 4, 99}), GidSet::range(0, 5)); }),
                  "gid 77, a source of this rule, is not a cell of any rank");
}

TEST(Agreement, RefusesDifferentRules) {
    for (int kind = 0; kind < 4; ++kind) {
        const auto messages = errors_of([&](int rank) {
            Rule rule = all_to_all(GidSet::range(0, 5), GidSet::range(0, kind == 0 ? 5 + rank / 2 : 5));
            if (kind == 1 && rank == 1) rule.seed = 2;
            if (kind == 2 && rank == 1) rule.delay.a = 1.5;
            if (kind == 3 && rank == 1) rule.kind = Rule::Kind::one_to_one;
            return rule;
        });
        expect_on_all(messages, "the ranks were given different rules");
    }
}

TEST(Agreement, TakesATableInPartsOfTheOwnTargets) {
    std::vector<std::uint32_t> order;
    EXPECT_EQ(errors_of([&](int rank) {
                  const std::vector<Gid> sources{1, 2}, targets{rank + 3, rank + 9};
                  return rule_of_list(sources, targets, order);
              }),
              none);
    const auto messages = errors_of([&](int rank) {
        const std::vector<Gid> sources{1, 2}, targets{rank + 3, rank == 2 ? 9 : rank + 9};
        return rule_of_list(sources, targets, order);
    });
    EXPECT_EQ(messages[0] + messages[1], "");
    EXPECT_NE(messages[2].find("gid 9, a target of this rule, is not a cell of this rank"), std::string::npos);
}

TEST(Agreement, CountsTheConnectionsOfAFile) {
    std::vector<std::uint32_t> order;
    const auto with_size = [&](std::uint64_t size) {
        return errors_of([&, size](int rank) {
            const std::vector<Gid> sources{1, 2}, targets{rank + 3, rank + 9};
            Rule rule = rule_of_list(sources, targets, order);
            rule.list_size = size;
            return rule;
        });
    };
    EXPECT_EQ(with_size(6), none);
    expect_on_all(with_size(8), "2 of 8 connections in the file are onto gids that exist on no rank");
}

TEST(Agreement, RefusesGidsThatExistAndCellsThatDiffer) {
    const auto errors_of_cells = [](
                                     const std::function<GidSet(int rank)>& gids,
                                     const std::function<CellsHere(int rank)>& here = [](int) { return CellsHere{}; }) {
        return errors([&](Parts& parts, int rank) -> Task<void> {
            const GidSet own = gids(rank);
            co_await agree_on_cells(parts.network, own, here(rank), parts.transport);
        });
    };
    const auto range = [](int) { return GidSet::range(30, 10); };
    EXPECT_EQ(errors_of_cells(range, [](int rank) { return CellsHere{7, rank == 0 ? 10u : 0u}; }), none);
    expect_on_all(errors_of_cells(range, [](int rank) { return CellsHere{7u + static_cast<unsigned>(rank), {}}; }),
                  "the ranks were given different cells");
    expect_on_all(errors_of_cells(range, [](int) { return CellsHere{7, 10}; }), "cells, not 10");
    EXPECT_EQ(errors_of_cells([](int) { return GidSet::range(30, 10); }), none);
    expect_on_all(errors_of_cells([](int) { return GidSet::range(25, 10); }), "gid 25 already exists");
    expect_on_all(errors_of_cells([](int rank) { return GidSet::range(30, 10 + rank); }),
                  "the ranks were given different gids");
}

}  // namespace
}  // namespace ranvier::engine
