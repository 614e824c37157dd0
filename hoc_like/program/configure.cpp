#include "hoc_like/program/configure.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string_view>
#include <utility>

#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "engine/state/snapshot.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/data/random/random_stream.hpp"
#include "hoc_like/library/headless/headless.hpp"
#include "hoc_like/library/network/exchange/thread_choice.hpp"
#include "hoc_like/library/network/parallel_context.hpp"
#include "hoc_like/library/session/session.hpp"
#include "hoc_like/program/rank_handshake.hpp"

namespace ranvier::program {

namespace {

/// The environment variable RANVIER_LEAST_WORK (docs/performance.md), if it is set.
std::optional<std::size_t> least_work_of_thread() {
    constexpr const char* variable = "RANVIER_LEAST_WORK";
    const char* text = std::getenv(variable);
    if (!text) return std::nullopt;
    const std::string_view word = text;
    std::size_t work = 0;
    const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), work);
    if (error == std::errc{} && end == word.data() + word.size()) return work;
    throw std::invalid_argument(fmt::format(
        "{} is '{}'; it must be a whole number of compartments and mechanisms, or not set", variable, word));
}

/// What the environment variable RANVIER_NOT_FINITE says, if it is set.
bool ignores_not_finite_by_default() {
    const char* text = std::getenv("RANVIER_NOT_FINITE");
    const std::string_view word = text ? text : "error";
    if (word == "error" || word == "continue") return word == "continue";
    throw std::invalid_argument(fmt::format("RANVIER_NOT_FINITE is '{}'; it must be error or continue", word));
}

/// Each run warns once, on the rank that finds it.
void warn_of_not_finite(hoc::Session& session) {
    session.context().simulation.hooks().set_not_finite(
        [&session, warned = std::uint64_t{0}](const std::string& what) mutable {
            const std::uint64_t run = session.context().simulation.states().runs();
            if (std::exchange(warned, run) == run) return;
            std::fprintf(stderr, "warning: %s. The run continues\n", what.c_str());
        });
}

}  // namespace

void configure(hoc::Session& session, const RunOptions& options) {
    session.headless().record_graphs = !options.figures.empty();
    if (options.frames > 0) session.context().interpreter.set_frame_limit(options.frames);
    if (options.threads) session.parallel().threads.fix(*options.threads);
    session.context().simulation.table_options().block_size = options.block_size;
    if (const auto least = least_work_of_thread()) session.context().simulation.table_options().least_work = *least;
    session.context().simulation.meter().set_presimulation(options.presimulate);
    if (!options.vector_math && !options.orders_as_ranks)
        session.context().simulation.table_options().tie_order = engine::TieOrder::insertion;
    session.context().model.solves_directly = options.vector_math;
    if (options.ignores_not_finite.value_or(ignores_not_finite_by_default())) warn_of_not_finite(session);
    if (options.compat == "8.2") session.random()->neuron_8 = true;
    session.context().simulation.meetings().set_celsius_test(depends_on_celsius);
}

}  // namespace ranvier::program
