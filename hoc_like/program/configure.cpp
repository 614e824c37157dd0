#include "hoc_like/program/configure.hpp"

#include <fmt/format.h>

#include <charconv>
#include <cstdlib>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "hoc_like/library/headless/headless.hpp"
#include "hoc_like/library/session.hpp"

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

}  // namespace

void configure(hoc::Session& session, const RunOptions& options) {
    session.headless()->record_graphs = !options.figures.empty();
    if (options.frames > 0) session.interpreter().set_frame_limit(options.frames);
    if (options.threads) session.fix_threads(*options.threads);
    session.simulation().set_block_size(options.block_size);
    if (const auto least = least_work_of_thread()) session.simulation().set_least_work(*least);
    session.simulation().set_presimulation(options.presimulate);
    if (!options.vector_math) session.simulation().set_tie_order(engine::TieOrder::insertion);
    session.model().solves_directly = options.vector_math;
    if (options.compat == "8.2") session.random()->neuron_8 = true;
}

}  // namespace ranvier::program
