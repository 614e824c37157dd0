#include "hoc_like/program/run_metadata.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "exchange/transport/typed.hpp"
#include "hoc_like/library/session.hpp"

namespace ranvier::program {

std::vector<std::pair<std::string, std::string>> run_metadata(hoc::Session& session) {
    const engine::PhaseTimes& times = session.simulation().phase_times();
    const exchange::ExchangeCounters& counters = session.simulation().exchange_counters();
    const std::pair<const char*, double> figures[] = {
        {"deliver_s", times.deliver},
        {"update_s", times.update},
        {"collocate_s", times.collocate},
        {"communicate_s", times.communicate},
        {"synchronise_s", times.synchronise},
        {"intervals", static_cast<double>(times.intervals)},
        {"spikes_sent", static_cast<double>(counters.spikes_sent)},
        {"spikes_received", static_cast<double>(counters.spikes_received)},
        {"bytes_sent", static_cast<double>(counters.bytes_sent)},
        {"bytes_received", static_cast<double>(counters.bytes_received)},
        {"messages_sent", static_cast<double>(counters.messages_sent)},
        {"rounds", static_cast<double>(counters.overflow_rounds + counters.conservation_rounds)},
    };
    std::vector<std::pair<std::string, std::string>> metadata{{"exchange", session.exchange_name()}};
    for (const auto& [name, value] : figures) {
        const std::vector<double> of_ranks =
            session.drive(exchange::gather_vectors<double>(session.transport(), std::span<const double>(&value, 1)));
        metadata.emplace_back(name, fmt::format("{:g}", fmt::join(of_ranks, " ")));
    }
    const engine::IntervalLog& log = session.simulation().interval_log();
    for (const std::string_view name : engine::IntervalLog::names()) {
        const std::vector<double>& values = *log.find(name);
        if (!values.empty()) {
            metadata.emplace_back(fmt::format("interval_{}", name), fmt::format("{:g}", fmt::join(values, " ")));
        }
    }
    return metadata;
}

}  // namespace ranvier::program
