#include "engine/raster/merge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ranvier::raster {

namespace {

struct Summary {
    std::vector<double> ends;  // of complete intervals [ms]
    std::int64_t spikes = 0;
    bool is_ordered = true;
};

Summary summarise(LogReader& log) {
    Summary summary;
    LogBlock block;
    double begin = -std::numeric_limits<double>::infinity();
    double last = begin;  // latest spike of the interval
    while (log.next(block)) {
        summary.spikes += static_cast<std::int64_t>(block.spikes.size());
        for (const Spike& spike : block.spikes) {
            if (!(spike.t > begin)) summary.is_ordered = false;
            last = std::max(last, spike.t);
        }
        if (!block.completes) continue;
        if (!(block.t_end >= begin) || last > block.t_end) summary.is_ordered = false;
        begin = block.t_end;
        summary.ends.push_back(block.t_end);
    }
    log.rewind();
    return summary;
}

/// Appends the spikes of the log's next interval.
void read_interval(LogReader& log, std::vector<Spike>& spikes) {
    LogBlock block;
    while (log.next(block)) {
        spikes.insert(spikes.end(), block.spikes.begin(), block.spikes.end());
        if (block.completes) return;
    }
}

}  // namespace

LogSummary summarise(std::vector<LogReader>& logs) {
    LogSummary all;
    std::vector<Summary> each;
    for (LogReader& log : logs) each.push_back(summarise(log));
    all.intervals = each.empty() ? 0 : std::numeric_limits<std::uint64_t>::max();
    for (const Summary& summary : each) {
        all.intervals = std::min<std::uint64_t>(all.intervals, summary.ends.size());
        all.spikes += summary.spikes;
        all.is_ordered = all.is_ordered && summary.is_ordered;
    }
    for (std::uint64_t i = 0; i < all.intervals; ++i) {
        for (const Summary& summary : each) {
            if (summary.ends[i] != each[0].ends[i]) all.is_ordered = false;
        }
        if (std::isfinite(each[0].ends[i])) all.t = each[0].ends[i];
    }
    return all;
}

std::int64_t merge(std::vector<LogReader>& logs, const LogSummary& summary, Sink& sink) {
    std::int64_t count = 0;
    std::vector<Spike> spikes;
    const auto hand_over = [&] {
        sort(spikes);
        sink.append(spikes);
        count += static_cast<std::int64_t>(spikes.size());
        spikes.clear();
    };
    for (std::uint64_t interval = 0; interval < summary.intervals; ++interval) {
        for (LogReader& log : logs) read_interval(log, spikes);
        if (summary.is_ordered) hand_over();
    }
    hand_over();
    return count;
}

}  // namespace ranvier::raster
