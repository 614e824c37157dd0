// ParallelContext: the exchange of spikes between ranks, and its cost.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>

#include "engine/simulation/simulation.hpp"
#include "exchange/error.hpp"
#include "exchange/strategy/options.hpp"
#include "exchange/strategy/registry.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/network/exchange/exchange_choice.hpp"
#include "hoc_like/library/network/parallel_context.hpp"

namespace ranvier::hoc {

namespace {

// NEURON's method bits (docs: "ParallelContext.spike_compress").
constexpr int multisend = 1, two_subintervals = 4, two_phases = 8;

/// The value of an option in the name of an exchange such as `isend:phases=2`; empty if absent.
std::string option_of(const std::string& exchange, const std::string& option) {
    const std::size_t begin = exchange.find(option + "=");
    if (begin == std::string::npos) return "";
    const std::size_t value = begin + option.size() + 1;
    return exchange.substr(value, exchange.find(',', value) - value);
}

/// NEURON's method bits for the current exchange.
int method_of(const std::string& exchange) {
    const std::string strategy = exchange.substr(0, exchange.find(':'));
    if (strategy != "isend" && strategy != "persistent") return 0;
    return multisend + (option_of(exchange, "subintervals") == "2" ? two_subintervals : 0) +
           (option_of(exchange, "phases") == "2" ? two_phases : 0);
}

bool has_strategy(std::string_view name) {
    const auto all = exchange::strategies();
    return std::any_of(all.begin(), all.end(), [&](const auto& strategy) { return strategy.name == name; });
}

/// spike_compress(nspike, gid_compress[, method]): selects an exchange strategy in NEURON's terms.
Result spike_compress(Call& call, const ParallelParts& parts) {
    const auto fixed = call.integer(0, -1, 1 << 20);
    const bool compress = call.number_or(1, 1) != 0;
    const int method = static_cast<int>(call.number_or(2, 0));
    if (fixed < 0) {
        const std::string given = option_of(parts.exchange.name(), "fixed");
        return given.empty() ? 0. : std::stod(given);
    }
    if (method & multisend) {
        if (!has_strategy("isend")) fail(call, "point-to-point exchange is not available; use method 0 (Allgather)");
        parts.exchange.select(fmt::format("isend:subintervals={},phases={}", method & two_subintervals ? 2 : 1,
                                          method & two_phases ? 2 : 1),
                              parts.context.simulation);
    } else {
        parts.exchange.select(
            fmt::format("allgather:compress={},fixed={}", compress && fixed > 0 ? "on" : "off", fixed),
            parts.context.simulation);
    }
    return static_cast<double>(fixed);
}

/// exchange("name", "option", value, ...): the same as --exchange name:option=value,...
Result exchange_choice(Call& call, const ParallelParts& parts) {
    if (call.size() == 0) return parts.exchange.name();
    std::string name = call.string(0);
    for (int i = 1; i + 1 < call.size(); i += 2) {
        std::string value = call.is_string(i + 1) ? call.string(i + 1) : fmt::format("{:g}", call.number(i + 1));
        std::replace(value.begin(), value.end(), ',', '+');  // options of a tier's strategy
        name += fmt::format("{}{}={}", i == 1 ? ":" : ",", call.string(i), value);
    }
    if (call.size() % 2 == 0) fail(call, fmt::format("option {} lacks its value", call.string(call.size() - 1)));
    parts.exchange.select(name, parts.context.simulation);
    return parts.exchange.name();
}

/// spike_statistics(&sent, &received, &used): this rank's spike counts; returns the most spikes sent in one exchange.
Result spike_statistics(Call& call, const ParallelParts& parts) {
    const exchange::ExchangeCounters& counters = parts.context.simulation.meter().exchange_counters();
    const std::int64_t figures[] = {counters.spikes_sent, counters.spikes_received, counters.spikes_delivered};
    for (int i = 0; i < std::min(3, call.size()); ++i) call.reference(i)->store(static_cast<double>(figures[i]));
    return static_cast<double>(counters.most_spikes_sent);
}

/// send_time([kind]): seconds, or another of NEURON's figures by its number.
Result send_time(Call& call, const ParallelParts& parts) {
    const engine::PhaseTimes times = parts.context.simulation.meter().phase_times();
    const exchange::ExchangeCounters& counters = parts.context.simulation.meter().exchange_counters();
    const long long kind = call.size() ? call.integer(0, 0, 20) : 0;
    switch (kind) {
        case 0:
            return times.collocate + times.communicate;
        case 4:
            return static_cast<double>(counters.rounds());
        case 8:
            return static_cast<double>(method_of(parts.exchange.name()));
        default:
            parts.exchange.add_notice(
                fmt::format("pc.send_time({}) returned 0: it refers to NEURON's internals", kind));
            return 0.;
    }
}

Result max_histogram(Call& call, const ParallelParts& parts) {
    std::shared_ptr<VectorObject::Values> values;
    if (call.size() > 0 && call.object(0)) values = call.native<VectorObject>(0).data();
    parts.context.simulation.meter().set_most_spikes_histogram(values);
    return 0.;
}

/// interval_log(on) or interval_log("figure"[, vector]).
Result interval_log(Call& call, const ParallelParts& parts) {
    engine::Measurements& meter = parts.context.simulation.meter();
    if (!call.is_string(0)) {
        meter.set_interval_log(call.number(0) != 0);
        return static_cast<double>(meter.interval_log().t.size());
    }
    const std::string name = call.string(0);
    const std::vector<double>* values = meter.interval_log().find(name);
    if (!values) {
        const auto known = engine::IntervalLog::names();
        const std::vector<std::string> names(known.begin(), known.end());
        const std::string meant = exchange::nearest(name, names);
        fail(call, fmt::format("there is no figure '{}'; {}", name,
                               meant.empty() ? fmt::format("the figures are {}", fmt::join(names, ", "))
                                             : fmt::format("did you mean '{}'?", meant)));
    }
    ObjectPtr made;
    VectorObject& vector = destination_vector(call, 1, made);
    vector.values() = *values;
    return made;
}

}  // namespace

std::vector<MethodDefinition> exchange_methods(const ParallelParts& parts) {
    return {
        {"spike_compress", "spike_compress(nspike, gid_compress[, method])",
         "Selects the exchange strategy as in NEURON: allgather with nspike spikes in the fixed part, compressed or "
         "not. The bits of method can select point-to-point messages (1) instead, and add two sub-intervals (4) or two "
         "phases (8).",
         [&parts](Call& call) -> Result { return spike_compress(call, parts); }},
        {"exchange", "exchange([\"name\"[, \"option\", value, ...]])",
         "Sets the exchange strategy between ranks; returns the current strategy.",
         [&parts](Call& call) -> Result { return exchange_choice(call, parts); }},
        {"spike_statistics", "spike_statistics([&sent[, &received[, &used]]])",
         "Returns the largest number of spikes that this rank sent in one exchange. Assigns the total numbers of "
         "spikes that this rank sent, that it received, and that it received and used.",
         [&parts](Call& call) -> Result { return spike_statistics(call, parts); }},
        {"max_histogram", "max_histogram([vector])",
         "Collects a histogram of the largest number of spikes that any rank sent in each exchange. Works only with "
         "allgather, where all ranks know this number; with other strategies, the program ends with a notice.",
         [&parts](Call& call) -> Result { return max_histogram(call, parts); }},
        {"send_time", "send_time([kind])",
         "With kind 0, the default, seconds spent collecting and exchanging spikes; with kind 4, the number of "
         "additional exchange rounds; with kind 8, the bits of method as in spike_compress; with other kinds, which refer "
         "to NEURON's internals, 0 and a notice at the end.",
         [&parts](Call& call) -> Result { return send_time(call, parts); }},
        {"interval_log", "interval_log(on) or interval_log(\"figure\"[, vector])",
         "With 1, records the cost of each exchange interval on this rank, from the next initialization on. With the "
         "name of a figure, returns a Vector of its values. The figures are t [ms]; deliver, update, collocate, "
         "communicate, synchronize, wait [s]; spikes_sent, spikes_received, bytes_sent, bytes_received, messages, "
         "rounds.",
         [&parts](Call& call) -> Result { return interval_log(call, parts); }},
    };
}

}  // namespace ranvier::hoc
