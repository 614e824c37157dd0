#include "engine/event/forgetting.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "engine/cell/mechanism_type.hpp"
#include "engine/connection/connections.hpp"
#include "engine/network/network.hpp"
#include "engine/network/targets.hpp"

namespace ranvier::engine {

namespace {

constexpr double between_checks = 10;             // [ms]
constexpr double margin = 1e-3;                   // [ms]: far more than rounding, and than mechanisms allow for it
constexpr std::size_t connections_per_event = 8;  // visited per new event, at most
constexpr std::size_t few = 64;                   // events that are not worth a pass

/// A HISTORY, and which of its events are needed.
struct Remembered {
    Past* past;
    TargetNumber target;
    std::int32_t seen;  // weight
    double horizon;     // [ms]
    double longest_delay = 0;
    std::vector<std::int32_t> needs;  // by event: connections that need it and not the one before, less the reverse
};

/// Calls act(events, slot, instance's index, description of what is forgotten, number of the HISTORY) for each HISTORY
/// that forgets.
template <class Act>
void for_each_forgetting(Delivery& delivery, Act&& act) {
    for (const auto& events : delivery.blocks()) {
        for (const Receivers::Slot& slot : events->receivers().slots()) {
            if (slot.first == Receiver::none) continue;
            const rv_mechanism& mechanism = *slot.description;
            for (int k = 0; mechanism.forgettings && k < mechanism.past_count; ++k) {
                if (mechanism.forgettings[k].seen < 0) continue;
                for (std::int32_t i = 0; i < slot.in->count; ++i) {
                    act(*events, slot, i, mechanism.forgettings[k], k);
                }
            }
        }
    }
}

auto add_events(std::size_t& sum) {
    return [&sum](BlockEvents&, const Receivers::Slot& slot, std::int32_t i, const rv_forgetting&, int k) {
        sum += static_cast<std::size_t>(slot.in->past[k][i].count);
    };
}

/// The number of events up to t [ms].
std::size_t count_until(std::span<const rv_past_event> events, double t) {
    const auto is_until = [t](const rv_past_event& each) { return each.t <= t; };
    return static_cast<std::size_t>(std::partition_point(events.begin(), events.end(), is_until) - events.begin());
}

double horizon_of(BlockEvents& events, const Receivers::Slot& slot, std::int32_t i, std::int32_t function) {
    double result = 0;
    if (slot.description->functions[function].call(slot.in, i, nullptr, 0, &result) != 0) {
        events.failures().fail(slot.in, i, "HORIZON failed");
    }
    events.failures().check();
    return result;
}

void note_needs(Remembered& of, const Connection& connection) {
    const std::span<const rv_past_event> events = of.past->events();
    of.longest_delay = std::max(of.longest_delay, connection.delay);
    const double seen = connection.weights[static_cast<std::size_t>(of.seen)];
    const std::size_t first = count_until(events, seen - connection.delay - margin);
    const double last = seen + of.horizon + margin;
    const std::size_t end = std::isnan(last) ? events.size() : count_until(events, last);
    ++of.needs[first];
    --of.needs[std::max(first, end)];
}

void keep_needed(const Remembered& of, double t) {
    const std::span<const rv_past_event> events = of.past->events();
    const std::size_t recent = count_until(events, t - 2 * of.longest_delay - margin);
    std::int32_t needed = 0;
    std::int32_t kept = 0;
    for (std::size_t k = 0; k < events.size(); ++k) {
        needed += of.needs[k];
        if (needed > 0 || k + 1 >= recent) of.past->event[kept++] = events[k];
    }
    of.past->count = kept;
    of.past->shrink();
}

}  // namespace

void Forgetting::now_and_then(Delivery& delivery, Network& network, Model& model) {
    const double t = model.t;
    if (t < next_ && t >= last_) return;
    last_ = t;
    next_ = t + between_checks;
    std::size_t count = 0;
    for_each_forgetting(delivery, add_events(count));
    kept_ = std::min(kept_, count);
    const std::size_t enough = std::max({kept_, network.connections().end() / connections_per_event, few});
    if (count - kept_ >= enough) forget(delivery, network, model);
}

void Forgetting::forget(Delivery& delivery, Network& network, Model& model) {
    std::vector<Remembered> all;
    constexpr auto absent = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::uint32_t> first_of(network.targets().size(), absent);  // in `all`, where a target's are adjacent
    for_each_forgetting(delivery, [&](BlockEvents& events, const Receivers::Slot& slot, std::int32_t i,
                                      const rv_forgetting& what, int k) {
        const InstanceId id = events.receivers().instance(Receivers::receiver(slot, i));
        Past& past = model.past(id, k);
        const TargetNumber target = network.targets().find(id);
        // Without connections, no event is needed, but a connection may be made during the run.
        if (past.count < 2 || target == TargetNumber::none) return;
        if (!std::ranges::is_sorted(past.events(), {}, &rv_past_event::t)) return;
        std::uint32_t& first = first_of[index_of(target)];
        if (first == absent) first = static_cast<std::uint32_t>(all.size());
        all.push_back({&past, target, what.seen, horizon_of(events, slot, i, what.horizon), 0,
                       std::vector<std::int32_t>(past.events().size() + 1)});
    });
    network.connections().for_each([&](const Connection& connection) {
        const TargetNumber target = connection.target;
        if (target == TargetNumber::none) return;
        for (std::size_t k = first_of[index_of(target)]; k < all.size() && all[k].target == target; ++k) {
            note_needs(all[k], connection);
        }
    });
    for (const Remembered& each : all) keep_needed(each, model.t);
    kept_ = 0;
    for_each_forgetting(delivery, add_events(kept_));
}

}  // namespace ranvier::engine
