#include "hoc_like/program/run_metadata.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "exchange/transport/transport.hpp"
#include "exchange/transport/typed.hpp"
#include "hoc_like/library/data/random/random_stream.hpp"
#include "hoc_like/library/network/parallel_context.hpp"
#include "hoc_like/library/session/session.hpp"
#include "hoc_like/program/set_values.hpp"

namespace ranvier::program {

namespace {

constexpr int format_version = 1;  // of these attributes

void add_files(raster::Metadata& metadata, const char* name, std::span<const SourceFile> files) {
    if (!files.empty()) metadata.emplace_back(name, lines_of(files));
}

}  // namespace

raster::Metadata run_metadata(hoc::Session& session, const RunOptions& options, ModelSources& sources, double begin) {
    std::string set;
    for (const auto& [name, value] : set_values(session, options)) {
        set += fmt::format("{}{}={}", set.empty() ? "" : ",", name, value);
    }
    const bool is_variable = session.context().simulation.variable_steps().are_taken();
    raster::Metadata metadata{{"format_version", fmt::format("{}", format_version)},
                              {"dt", fmt::format("{}", is_variable ? 0 : session.context().model.dt)},
                              {"math", options.vector_math ? "vector" : "libm"},
                              {"random123_global_index", fmt::format("{}", session.random()->random123_index)},
                              {"begin", fmt::format("{}", begin)}};
    if (!set.empty()) metadata.emplace_back("set", set);
    add_files(metadata, "scripts", sources.scripts());
    add_files(metadata, "mechanisms", sources.mechanisms());
    return metadata;
}

raster::Metadata run_extent(hoc::Session& session, std::span<const exchange::Gid> recorded) {
    raster::Metadata metadata;
    exchange::Transport& transport = session.context().transport;
    const auto [least, most] = std::minmax_element(recorded.begin(), recorded.end());
    std::int64_t count = std::ssize(recorded);
    std::int64_t first = count > 0 ? *least : std::numeric_limits<std::int64_t>::max(), last = count > 0 ? *most : -1;
    count = hoc::drive(exchange::reduce_over_ranks(transport, count, exchange::Reduce::sum));
    first = hoc::drive(exchange::reduce_over_ranks(transport, first, exchange::Reduce::min));
    last = hoc::drive(exchange::reduce_over_ranks(transport, last, exchange::Reduce::max));
    metadata.emplace_back("tstop", fmt::format("{}", session.context().model.t));
    metadata.emplace_back("cells", fmt::format("{}", count));
    if (count > 0 && last - first + 1 == count) metadata.emplace_back("gids", fmt::format("{}:{}", first, last + 1));
    std::vector<std::string> populations;
    for (const auto& each : session.parallel().populations) {
        for (const auto& [begin, end] : each.gids.ranges()) {
            populations.push_back(fmt::format("{}={}:{}", each.name, begin, end));
        }
    }
    if (!populations.empty()) metadata.emplace_back("populations", fmt::format("{}", fmt::join(populations, ",")));
    return metadata;
}

}  // namespace ranvier::program
