#include "hoc_like/program/run_metadata.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "exchange/transport/typed.hpp"
#include "hoc_like/library/session.hpp"

namespace ranvier::program {

namespace {

using Metadata = std::vector<std::pair<std::string, std::string>>;

void add_list(Metadata& metadata, std::string_view name, std::span<const double> values) {
    metadata.emplace_back(fmt::format("interval_{}", name), fmt::format("{:g}", fmt::join(values, " ")));
}

/// Adds the times of each interval on this rank, and the mean and maximum computing time over all ranks. Collective;
/// adds nothing if a rank has recorded no intervals.
void add_intervals(Metadata& metadata, hoc::Session& session) {
    const engine::IntervalLog& log = session.simulation().interval_log();
    exchange::Transport& transport = session.transport();
    const auto own = static_cast<std::int64_t>(log.t.size());
    const std::int64_t all = session.drive(exchange::reduce_over_ranks(transport, own, exchange::Reduce::min));
    const auto intervals = static_cast<std::size_t>(all);
    if (intervals == 0) return;
    for (const std::string_view name : engine::IntervalLog::names()) {
        add_list(metadata, name, std::span(*log.find(name)).first(intervals));
    }
    std::vector<double> sum(intervals);
    for (std::size_t i = 0; i < intervals; ++i) sum[i] = log.deliver[i] + log.update[i] + log.collocate[i];
    std::vector<double> most = sum;
    session.drive(transport.allreduce(std::span(sum), exchange::Reduce::sum));
    session.drive(transport.allreduce(std::span(most), exchange::Reduce::max));
    for (double& value : sum) value /= transport.size();
    add_list(metadata, "compute_mean", sum);
    add_list(metadata, "compute_max", most);
}

/// Adds the end of the run [ms], the number of cells, their gids if these are consecutive, and the populations that the
/// script has named. Collective.
void add_extent(Metadata& metadata, hoc::Session& session, std::span<const exchange::Gid> recorded) {
    exchange::Transport& transport = session.transport();
    const auto [least, most] = std::minmax_element(recorded.begin(), recorded.end());
    std::int64_t count = std::ssize(recorded);
    std::int64_t first = count > 0 ? *least : std::numeric_limits<std::int64_t>::max(), last = count > 0 ? *most : -1;
    count = session.drive(exchange::reduce_over_ranks(transport, count, exchange::Reduce::sum));
    first = session.drive(exchange::reduce_over_ranks(transport, first, exchange::Reduce::min));
    last = session.drive(exchange::reduce_over_ranks(transport, last, exchange::Reduce::max));
    metadata.emplace_back("tstop", fmt::format("{}", session.model().t));
    metadata.emplace_back("cells", fmt::format("{}", count));
    if (count > 0 && last - first + 1 == count) metadata.emplace_back("gids", fmt::format("{}:{}", first, last + 1));
    std::vector<std::string> populations;
    for (const auto& each : session.populations()) {
        populations.push_back(fmt::format("{}={}:{}", each.name, each.first, each.first + std::int64_t{each.count}));
    }
    if (!populations.empty()) metadata.emplace_back("populations", fmt::format("{}", fmt::join(populations, ",")));
}

}  // namespace

std::vector<std::pair<std::string, std::string>> run_metadata(hoc::Session& session,
                                                              std::span<const exchange::Gid> recorded) {
    const engine::PhaseTimes& times = session.simulation().phase_times();
    const exchange::ExchangeCounters& counters = session.simulation().exchange_counters();
    const std::pair<const char*, double> figures[] = {
        {"deliver_s", times.deliver},
        {"update_s", times.update},
        {"collocate_s", times.collocate},
        {"communicate_s", times.communicate},
        {"synchronize_s", times.synchronize},
        {"intervals", static_cast<double>(times.intervals)},
        {"spikes_sent", static_cast<double>(counters.spikes_sent)},
        {"spikes_received", static_cast<double>(counters.spikes_received)},
        {"bytes_sent", static_cast<double>(counters.bytes_sent)},
        {"bytes_received", static_cast<double>(counters.bytes_received)},
        {"messages_sent", static_cast<double>(counters.messages_sent)},
        {"rounds", static_cast<double>(counters.overflow_rounds + counters.conservation_rounds)},
    };
    Metadata metadata{{"exchange", session.exchange_name()}};
    for (const auto& [name, value] : figures) {
        const std::vector<double> of_ranks =
            session.drive(exchange::gather_vectors<double>(session.transport(), std::span<const double>(&value, 1)));
        metadata.emplace_back(name, fmt::format("{:g}", fmt::join(of_ranks, " ")));
    }
    add_extent(metadata, session, recorded);
    add_intervals(metadata, session);
    return metadata;
}

}  // namespace ranvier::program
