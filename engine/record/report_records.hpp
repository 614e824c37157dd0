#pragma once

#include <cstdint>
#include <vector>

#include "engine/event/event_queue.hpp"
#include "engine/record/numbered.hpp"
#include "engine/record/samples.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

/// Records for reports: each samples several variables of one cell together, by one event.
///
/// Saved states lack the samples; a run that resumes from a checkpoint takes those that follow. Going back to another
/// state is an error, because the samples may be in a file already.
class ReportRecords {
  public:
    explicit ReportRecords(Model& model) : model_(model) {}

    /// Samples the variables every `dt` from `begin` to `end` [ms], and appends their values one after the other. The
    /// caller may remove samples from `to` during the run. Throws std::invalid_argument if dt is not positive.
    /// Precondition: there is at least one variable.
    void add(RecordId id, std::vector<VariableRef> variables, Samples to, double dt, double begin, double end);
    bool remove(RecordId id) { return records_.remove(id); }
    bool has(RecordId id) const { return records_.find(id) != nullptr; }
    /// To be called when records or the structure have changed, before samples are taken.
    void resolve();

    /// Empties the vectors and queues the first events, for a start at t [ms].
    void start(double t, const QueueSample& queue);
    /// The same for what follows `til` [ms].
    void resume(double til, const QueueSample& queue);
    /// Takes the samples of a due event and queues the next one. Throws SimulationError if the run has gone back.
    void sample(const Event& due, EventQueue& queue) const;

    /// How often the record has started, and the time of its first sample since the latest start [ms]. Precondition: it
    /// exists.
    std::uint32_t beginning(RecordId id) const { return records_.find(id)->beginning; }
    double first_time(RecordId id) const { return records_.find(id)->begun; }
    /// Whether an event of a record that exists is from before its latest start.
    bool is_void(const Event& sample) const { return beginning(record_of(sample)) != sample.beginning(); }
    /// Makes an event from before the record's latest start valid again.
    void renew(Event& sample) const;
    /// The record's block; 0 if it does not exist.
    std::uint32_t block_of(RecordId id) const;

  private:
    struct Record {
        std::vector<VariableRef> variables;
        Samples to;
        double dt, from, til;         // [ms]
        double next = 0, begun = 0;   // time of the next and of the first sample [ms]
        std::uint32_t beginning = 0;  // number of starts; events of earlier ones are void
        std::uint32_t block = 0;
        std::vector<const double*> addresses = {};  // empty: some variable was deleted
    };

    Model& model_;
    Numbered<Record> records_;
};

}  // namespace ranvier::engine
