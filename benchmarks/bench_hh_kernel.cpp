#include <benchmark/benchmark.h>

#include <stdexcept>
#include <string>

#include "../tests/mechanisms/builtin/block.hpp"
#include "mechanisms/builtin/builtin_mechanisms.hpp"

namespace {

using ranvier::mechanisms::builtin_mechanisms;
using ranvier::mechanisms::Isa;
using ranvier::mechanisms::Math;

constexpr int instances = 512;  // about a block

const rv_mechanism& hh(Math math, Isa isa) {
    for (const auto* mechanism : builtin_mechanisms(math, isa)) {
        if (std::string(mechanism->name) == "hh") return *mechanism;
    }
    throw std::runtime_error("no hh");
}

void start(ranvier::test::Block& block, double usetable) {
    block.global("usetable") = usetable;
    for (int i = 0; i < instances; ++i) block.in().v[i] = -80.0 + 120.0 * i / instances;
    block.initialize();
}

void report(benchmark::State& state) {
    state.counters["instance"] = benchmark::Counter(static_cast<double>(state.iterations()) * instances,
                                                    benchmark::Counter::kIsRate | benchmark::Counter::kInvert);
}

/// What does hh's current cost per instance and step, by arithmetic and instruction set?
void hh_current(benchmark::State& state, Math math, Isa isa) {
    if (!ranvier::mechanisms::is_supported(isa)) return state.SkipWithError("not on this CPU");
    ranvier::test::Block block(hh(math, isa), instances);
    start(block, 0.0);
    for (auto _ : state) block.current();
    report(state);
}

/// What do hh's three gates cost per instance and step, computed (usetable_hh = 0) and tabulated (1)?
void hh_advance(benchmark::State& state, Math math, Isa isa, double usetable) {
    if (!ranvier::mechanisms::is_supported(isa)) return state.SkipWithError("not on this CPU");
    ranvier::test::Block block(hh(math, isa), instances);
    start(block, usetable);
    for (auto _ : state) block.advance();
    report(state);
}

#define HH(name, math, isa)                                         \
    BENCHMARK_CAPTURE(hh_current, name, math, isa);                 \
    BENCHMARK_CAPTURE(hh_advance, name##_computed, math, isa, 0.0); \
    BENCHMARK_CAPTURE(hh_advance, name##_tabulated, math, isa, 1.0)

HH(libm, Math::libm, Isa::baseline);
HH(vector_baseline, Math::vector, Isa::baseline);
HH(vector_avx2, Math::vector, Isa::avx2);
HH(vector_avx512, Math::vector, Isa::avx512);

}  // namespace
