#include "engine/raster/merge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace ranvier::raster {

namespace {

/// One interval with the spikes of all logs, to be used once it is complete.
struct Interval {
    double begin = -std::numeric_limits<double>::infinity();  // [ms]
    std::optional<double> end;                                // according to the logs read so far [ms]
    std::vector<Spike> spikes;
    bool is_ordered = true;  // all logs have the same end, and no spike is outside the interval
};

/// Appends the spikes of the log's next interval. Returns false if the log lacks the end of the interval.
bool read_interval(LogReader& log, LogBlock& block, Interval& interval) {
    const std::size_t first = interval.spikes.size();
    while (log.next(block)) {
        interval.spikes.insert(interval.spikes.end(), block.spikes.begin(), block.spikes.end());
        if (!block.completes) continue;
        bool are_inside = interval.begin <= block.t_end && interval.end.value_or(block.t_end) == block.t_end;
        for (std::size_t i = first; i < interval.spikes.size(); ++i) {
            are_inside &= (interval.begin < interval.spikes[i].t) & (interval.spikes[i].t <= block.t_end);
        }
        interval.is_ordered &= are_inside;
        interval.end = block.t_end;
        return true;
    }
    return false;
}

/// Calls `take` with each interval that is complete in all logs, then counts the remaining spikes. `take` returns false
/// to stop.
template <typename Take>
void for_each_interval(std::vector<LogReader>& logs, Merged& merged, Take&& take) {
    Interval interval;
    LogBlock block;
    while (!logs.empty()) {
        bool is_complete = true;
        for (LogReader& log : logs) is_complete &= read_interval(log, block, interval);
        if (!is_complete) break;
        merged.intervals += 1;
        if (std::isfinite(*interval.end)) merged.t = *interval.end;
        if (!take(interval)) return;
        interval.begin = *interval.end;
        interval.end.reset();
    }
    merged.dropped += static_cast<std::int64_t>(interval.spikes.size());
    for (LogReader& log : logs) {
        while (log.next(block)) merged.dropped += static_cast<std::int64_t>(block.spikes.size());
    }
}

void hand_over(std::vector<Spike>& spikes, Merged& merged) {
    sort(spikes);
    merged.sink->append(spikes);
    merged.spikes += static_cast<std::int64_t>(spikes.size());
    spikes.clear();
}

Merged merge_all_at_once(std::vector<LogReader>& logs, std::unique_ptr<Sink> sink) {
    Merged merged{std::move(sink)};
    std::vector<Spike> all;
    for_each_interval(logs, merged, [&](Interval& interval) {
        all.insert(all.end(), interval.spikes.begin(), interval.spikes.end());
        interval.spikes.clear();
        return true;
    });
    hand_over(all, merged);
    return merged;
}

}  // namespace

Merged merge(std::vector<LogReader>& logs, const std::function<std::unique_ptr<Sink>()>& make_sink) {
    Merged merged{make_sink()};
    bool is_ordered = true;
    for_each_interval(logs, merged, [&](Interval& interval) {
        is_ordered = interval.is_ordered;
        if (is_ordered) hand_over(interval.spikes, merged);
        return is_ordered;
    });
    if (is_ordered) return merged;
    merged.sink.reset();  // before making the next sink, which has the same temporary name
    for (LogReader& log : logs) log.rewind();
    return merge_all_at_once(logs, make_sink());
}

}  // namespace ranvier::raster
