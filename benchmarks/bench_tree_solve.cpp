#include <benchmark/benchmark.h>

#include <cstdint>
#include <string>

#include "engine/cell/section.hpp"
#include "engine/solve/block.hpp"
#include "engine/solve/model.hpp"

namespace {

using namespace ranvier::engine;

void make_cables(Model& model, int cells, int nseg, bool equal) {
    for (int c = 0; c < cells; ++c) {
        Section& section = model.create_section("cable[" + std::to_string(c) + "]");
        section.set_nseg(equal ? nseg : nseg - cells / 2 + c);
    }
    model.prepare({}, {});
}

void report(benchmark::State& state, const Model& model) {
    std::size_t compartments = 0;
    for (const auto& block : model.blocks()) compartments += block->compartment_count();
    state.counters["ns_per_compartment"] =
        benchmark::Counter(static_cast<double>(state.iterations()) * static_cast<double>(compartments) * 1e-9,
                           benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

// What does the engine itself cost a step (zeroing, matrix, elimination, update), with no mechanism at all? Cells of
// equal shape advance side by side; different
// ones are solved in turn, level by level; a lone unbranched cell is one chain of divisions.
void BM_TreeStep(benchmark::State& state) {
    Model model;
    make_cables(model, static_cast<int>(state.range(0)), static_cast<int>(state.range(1)), state.range(2) != 0);
    for (auto _ : state) {
        for (const auto& block : model.blocks()) {
            block->setup_matrix();
            block->solve();
            block->update_voltage();
            benchmark::DoNotOptimize(block->find_not_finite());
        }
    }
    report(state, model);
}
BENCHMARK(BM_TreeStep)
    ->ArgNames({"cells", "nseg", "equal"})
    ->Args({128, 50, 1})
    ->Args({1, 6400, 1})
    ->Args({64, 100, 0})
    ->Args({1024, 50, 1});

// Its parts: zeroing alone, then with assembly and elimination.
void BM_TreeSetup(benchmark::State& state) {
    Model model;
    make_cables(model, 128, 50, true);
    for (auto _ : state) {
        for (const auto& block : model.blocks()) block->setup_matrix();
    }
    report(state, model);
}
BENCHMARK(BM_TreeSetup);

void BM_TreeSolve(benchmark::State& state) {
    Model model;
    make_cables(model, 128, 50, true);
    for (auto _ : state) {
        for (const auto& block : model.blocks()) {
            block->setup_matrix();
            block->solve();
        }
    }
    report(state, model);
}
BENCHMARK(BM_TreeSolve);

}  // namespace
