#include "engine/raster/log/merge.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

namespace ranvier::raster {

namespace {

/// One interval with the spikes of all logs, to be used once it is complete.
struct Interval {
    double begin = -std::numeric_limits<double>::infinity();  // [ms]
    std::optional<double> end;                                // [ms]
    std::vector<Spike> spikes;
    bool is_ordered = true;  // all logs have the same end, and no spike is outside the interval
};

/// A log, and its next block.
struct Cursor {
    explicit Cursor(LogReader& reader) : log(&reader) { advance(); }
    void advance() { has_block = log->next(block); }

    LogReader* log;
    LogBlock block;
    bool has_block = false;
};

enum class Has { whole, lost, ended };  ///< in spite of damage; lost: at least its end

/// Appends the spikes that the log has of interval `number`.
Has read_interval(Cursor& cursor, std::uint64_t number, Interval& interval) {
    while (cursor.has_block && cursor.block.interval == number) {
        const LogBlock& block = cursor.block;
        interval.spikes.insert(interval.spikes.end(), block.spikes.begin(), block.spikes.end());
        const bool completes = block.completes;
        if (completes) {
            interval.is_ordered &= interval.begin <= block.t_end && interval.end.value_or(block.t_end) == block.t_end;
            interval.end = block.t_end;
        }
        cursor.advance();
        if (completes) return Has::whole;
    }
    return cursor.has_block ? Has::lost : Has::ended;
}

bool are_inside(const Interval& interval) {
    bool inside = true;
    for (const Spike& spike : interval.spikes) inside &= (interval.begin < spike.t) & (spike.t <= *interval.end);
    return inside;
}

/// Goes through the intervals of the logs of one part.
class PartReader {
  public:
    explicit PartReader(std::vector<LogReader>& logs) {
        for (LogReader& log : logs) cursors_.emplace_back(log);
        if (!logs.empty()) number_ = logs[0].header().first;
    }
    /// Appends the next interval's spikes. Returns false if a log has ended before its end.
    bool next(Interval& interval) {
        pass_over_lost();
        bool lacks_end = false, is_left = false;
        for (Cursor& cursor : cursors_) {
            const Has has = read_interval(cursor, number_, interval);
            lacks_end |= has == Has::ended && !cursor.log->may_lack_end();
            is_left |= has != Has::ended;
        }
        ++number_;
        return is_left && !lacks_end;
    }
    /// Counts the spikes that are left.
    std::int64_t drop() {
        std::int64_t dropped = 0;
        for (Cursor& cursor : cursors_) {
            for (; cursor.has_block; cursor.advance()) dropped += static_cast<std::int64_t>(cursor.block.spikes.size());
        }
        return dropped;
    }

  private:
    /// Advances to the first interval that a log has: between two blocks of a crafted log, any number can be missing.
    void pass_over_lost() {
        auto nearest = std::numeric_limits<std::uint64_t>::max();
        for (const Cursor& cursor : cursors_) {
            if (cursor.has_block) nearest = std::min(nearest, cursor.block.interval);
        }
        if (nearest < std::numeric_limits<std::uint64_t>::max()) number_ = std::max(number_, nearest);
    }

    std::vector<Cursor> cursors_;
    std::uint64_t number_ = 0;
};

/// Calls `take` with each interval that all logs reach, part by part, up to a part that lacks intervals; then counts the
/// remaining spikes. `take` returns false to stop.
template <typename Take>
void for_each_interval(std::vector<std::vector<LogReader>>& parts, Merged& merged, Take&& take) {
    Interval interval;
    bool is_complete = true;
    for (std::vector<LogReader>& logs : parts) {
        PartReader part(logs);
        while (is_complete && part.next(interval)) {
            if (!interval.end) continue;  // lost in all logs; its spikes come with those of the next
            interval.is_ordered &= are_inside(interval);
            merged.intervals += 1;
            if (std::isfinite(*interval.end)) merged.t = *interval.end;
            if (!take(interval)) return;
            interval.begin = *interval.end;
            interval.end.reset();
        }
        is_complete &= std::all_of(logs.begin(), logs.end(),
                                   [](const LogReader& log) { return log.is_at_stop() || log.may_lack_end(); });
        if (!is_complete) merged.dropped += part.drop();
    }
    merged.dropped += static_cast<std::int64_t>(interval.spikes.size());
}

Metadata said_in(const std::vector<std::vector<LogReader>>& parts) {
    Metadata all;
    for (auto part = parts.rbegin(); part != parts.rend(); ++part) {
        for (const LogReader& log : *part) unite(all, log.metadata());
    }
    return all;
}

void hand_over(std::vector<Spike>& spikes, Merged& merged) {
    sort(spikes);
    merged.sink->append(spikes);
    merged.spikes += static_cast<std::int64_t>(spikes.size());
    spikes.clear();
}

Merged merge_all_at_once(std::vector<std::vector<LogReader>>& parts, std::unique_ptr<Sink> sink) {
    Merged merged;
    merged.sink = std::move(sink);
    std::vector<Spike> all;
    for_each_interval(parts, merged, [&](Interval& interval) {
        all.insert(all.end(), interval.spikes.begin(), interval.spikes.end());
        interval.spikes.clear();
        return true;
    });
    hand_over(all, merged);
    merged.metadata = said_in(parts);
    return merged;
}

}  // namespace

Merged merge(std::vector<std::vector<LogReader>>& parts, const std::function<std::unique_ptr<Sink>()>& make_sink) {
    Merged merged;
    merged.sink = make_sink();
    bool is_ordered = true;
    for_each_interval(parts, merged, [&](Interval& interval) {
        is_ordered = interval.is_ordered;
        if (is_ordered) hand_over(interval.spikes, merged);
        return is_ordered;
    });
    if (is_ordered) {
        merged.metadata = said_in(parts);
        return merged;
    }
    merged.sink.reset();  // before making the next sink, which has the same temporary name
    for (std::vector<LogReader>& logs : parts) {
        for (LogReader& log : logs) log.rewind();
    }
    return merge_all_at_once(parts, make_sink());
}

}  // namespace ranvier::raster
