#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "engine/event/event_queue.hpp"
#include "engine/record/numbered.hpp"
#include "engine/record/recorded_value.hpp"
#include "engine/record/samples.hpp"

namespace ranvier::engine {

/// Records that take samples at an interval or at given times, each by an event.
///
/// Once their first events are due, records of one block and interval form groups, each of which has one event: their
/// samples are taken together. `Event::beginning` is the number of the record's start or, of a group, that of the
/// grouping, which each start repeats: other events are void.
class TimedRecords {
  public:
    explicit TimedRecords(Model& model) : model_(model) {}

    /// Samples every `dt` [ms], or at the times in `at_times`, which may grow. Throws std::invalid_argument if dt is not
    /// positive.
    void add(RecordId id, RecordedValue of, Samples to, std::optional<double> dt, Samples at_times);
    bool remove(RecordId id);
    /// To be called when records or the structure have changed, before samples are taken.
    void resolve();
    /// Whether a function of a script is called.
    bool is_slow() const { return slow_; }
    void list(std::vector<RecordedSamples>& to) const;

    /// Empties the vectors and queues the first events, for a start at t [ms].
    void start(double t, const QueueSample& queue);
    /// Queues the events that follow the samples which the vectors hold.
    void resume(const QueueSample& queue) const;
    /// Takes the samples of a due event, which may include those of following events, and queues the next ones. Returns
    /// the number of samples.
    std::int64_t sample(const Event& due, EventQueue& queue) const;

    /// Splits the event of a group into single events, in order.
    std::vector<Event> each_alone(const Event& samples) const;
    /// Whether the event is from before the record's latest start, or the record is gone.
    bool is_void(const Event& sample) const;
    /// Makes an event from before the record's latest start valid again.
    void renew(Event& sample) const;
    /// The record's block; 0 if it does not exist.
    std::uint32_t block_of(RecordId id) const;

  private:
    struct Record {
        RecordId id;
        RecordedValue of;
        Samples to;
        std::optional<double> dt;     // [ms]
        Samples at_times;             // if there is no interval
        double begun = 0;             // [ms]
        std::uint32_t beginning = 0;  // number of starts
        static constexpr std::uint32_t alone = 0xffffffff;
        std::uint32_t place = alone;  // in gathered_; `alone`: not sampled with others
        /// Whether samples may be taken together with those of other records.
        bool is_plain() const { return !of.is_gone() && dt && !of.is_function(); }
        /// The time of the sample after the first `taken` ones; `t` is that of the latest one.
        std::optional<double> next_time(std::size_t taken, double t) const;
    };
    void gather();
    void take_those_behind(Event& samples, EventQueue& queue) const;
    double sample_group(const Event& due) const;

    Model& model_;
    Numbered<Record> records_;
    bool slow_ = false;
    // Records with intervals, by place. Records of one block and interval are adjacent, in order of creation, and
    // followed by a gap (null). Removed records leave gaps, too.
    std::vector<Record*> gathered_;
    std::uint32_t gathering_ = 0;  // how often records have been gathered; earlier groups are void
};

}  // namespace ranvier::engine
