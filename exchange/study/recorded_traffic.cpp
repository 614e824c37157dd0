#include "exchange/study/recorded_traffic.hpp"

#include <algorithm>
#include <utility>

#include "exchange/steps.hpp"

namespace ranvier::exchange {

RecordedTraffic::RecordedTraffic(const RunOutline& outline, double end, std::vector<Gid> owned, std::vector<int> areas,
                                 std::vector<Heard> heard)
    : begin_(outline.begin),
      end_(end),
      dt_(outline.dt),
      last_step_(outline.steps),
      owned_(std::move(owned)),
      areas_(std::move(areas)) {
    std::sort(heard.begin(), heard.end());
    for (const Heard& each : heard) {
        if (sources_.empty() || sources_.back() != each.source) {
            sources_.push_back(each.source);
            first_.push_back(inputs_.size());
            inputs_.push_back({each.delay, each.from});
        } else if (inputs_.back().delay != each.delay || inputs_.back().from != each.from) {
            inputs_.push_back({each.delay, each.from});
        }
        ++inputs_.back().count;
        inputs_.back().seconds += each.event_s;
        inputs_.back().group_s += each.group_s;
        longest_ = std::max(longest_, each.delay);
    }
    first_.push_back(inputs_.size());
    for (std::size_t k = 0; k + 1 < first_.size(); ++k) charge_groups(first_[k], first_[k + 1]);
}

void RecordedTraffic::listen_for(std::size_t source) {
    const double delay = inputs_[first_[source]].delay;
    wanted_.push_back(sources_[source]);
    least_delays_.push_back(whole_steps(delay, dt_));
    least_delay_ = std::min(least_delay_, delay);
}

/// Each delay of a source costs a group, whichever ranks its inputs were on. `first`, `end`: the source's inputs.
void RecordedTraffic::charge_groups(std::size_t first, std::size_t end) {
    while (first < end) {
        std::size_t next = first;
        double group_s = 0;
        std::int64_t count = 0;
        for (; next < end && inputs_[next].delay == inputs_[first].delay; ++next) {
            group_s += inputs_[next].group_s;
            count += inputs_[next].count;
        }
        const double of_each = group_s / static_cast<double>(count) / static_cast<double>(count);
        for (; first < next; ++first) inputs_[first].seconds += of_each * static_cast<double>(inputs_[first].count);
    }
}

Connections RecordedTraffic::connections() const {
    return {owned_, wanted_, least_delays_, areas_, {}, dt_};
}

template <class IsInStep>
void RecordedTraffic::take(std::size_t kind, std::vector<FiredSpike>& fired, Step step, const IsInStep& is_in_step) {
    const std::vector<Spike>& spikes = spikes_[kind];
    std::size_t& next = next_[kind];
    for (; next < spikes.size() && is_in_step(spikes[next].t); ++next) fired.push_back({step, spikes[next]});
}

void RecordedTraffic::collect(const Window& window, std::vector<FiredSpike>& fired) {
    double begin = window.begin;
    for (Step step = window.first; step < window.last; ++step) {
        const double end = end_of_step(begin, window.dt);
        // A step delivers the events before its end; those of its end wait. Cells that a BREAKPOINT advances fire there.
        const double last_event = end - waiting_part * window.dt;
        take(0, fired, step, [&](double t) { return t <= last_event; });
        take(1, fired, step, [&](double t) { return t <= last_event || t == end; });
        begin = end;
    }
    next_step_ = window.last;
}

void RecordedTraffic::collect_at_end(double t, std::vector<FiredSpike>& fired) {
    for (const std::size_t kind : {0, 1}) take(kind, fired, next_step_, [t](double at) { return at <= t; });
}

void RecordedTraffic::for_each_input(const Spike& spike, const Act& act) const {
    const auto found = std::lower_bound(sources_.begin(), sources_.end(), spike.gid);
    if (found == sources_.end() || *found != spike.gid) return;
    const auto k = static_cast<std::size_t>(found - sources_.begin());
    for (std::size_t i = first_[k]; i < first_[k + 1]; ++i) {
        const double t = spike.t + inputs_[i].delay;
        Step due = step_of_event(t, begin_, dt_);
        if (due == last_step_ && t > end_) ++due;
        const double factor =
            input_courses_.empty() ? 1 : input_courses_[static_cast<std::size_t>(inputs_[i].from)]->factor(due);
        act(due, inputs_[i].count, inputs_[i].seconds * factor);
    }
}

std::optional<double> RecordedTraffic::step_seconds(Step step) {
    if (shares_.empty()) return std::nullopt;
    double seconds = 0;
    for (Share& share : shares_) seconds += share.step_s * share.course->factor(step, share.cursor);
    return seconds;
}

Step RecordedTraffic::longest_delay() const {
    return whole_steps(longest_, dt_) + 1;
}

}  // namespace ranvier::exchange
