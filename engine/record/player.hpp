#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "engine/event/block/block_events.hpp"
#include "engine/event/block/sample_events.hpp"
#include "engine/event/pending_events.hpp"
#include "engine/record/count_records.hpp"
#include "engine/record/plays.hpp"
#include "engine/record/records.hpp"
#include "engine/record/report_records.hpp"
#include "engine/record/step_records.hpp"
#include "engine/record/timed_records.hpp"

namespace ranvier::engine {

/// Vector.record and Vector.play during a run: numbers the records of all kinds, and passes events to their kind.
///
/// Model variables are read and written by the thread of their block, through addresses found by `resolve`. Variables
/// that only a function can read or write are slow: the function is called on the run's thread, which then advances all
/// blocks together step by step.
class Player final : public SampleEvents, public Records {
  public:
    explicit Player(Model& model)
        : step_records_(model), count_records_(model), timed_records_(model), report_records_(model), plays_(model) {}

    /// The time and memory of what follows depend on the records that exist, but for 8 bytes of each kind kept for a
    /// removed one.
    RecordId record(Recordable from, Samples to, std::optional<double> dt, Samples at_times) override;
    RecordId record_count(VariableRef count, VariableRef time, Samples to) override;
    RecordId record_steps(VariableRef variable, Samples to) override;
    RecordId record_together(std::vector<VariableRef> variables, Samples to, double dt, double begin,
                             double end) override;
    std::uint32_t beginning(RecordId id) const override { return report_records_.beginning(id); }
    double first_time(RecordId id) const override { return report_records_.first_time(id); }
    void remove_record(RecordId id) override;
    PlayId play(Playable to, PlayedValues played) override;
    void remove_play(PlayId id) override;

    Plays& plays() { return plays_; }
    const Plays& plays() const { return plays_; }

    bool is_resolved() const { return resolved_; }
    /// Whether something must run on the run's thread.
    bool is_slow() const { return step_records_.is_slow() || timed_records_.is_slow() || plays_.is_slow(); }
    void resolve(std::vector<std::unique_ptr<BlockEvents>>& blocks);

    /// Throws std::runtime_error if a saved event can be none of these records and plays.
    void check(const Event& sample) const;
    /// Whether a record's event is from before its current start, or the record is gone: nothing will be sampled.
    bool is_void(const Event& sample) const;
    /// Makes a record's event from before its current start valid again.
    void renew(Event& sample) const;
    /// In order of the records' creation.
    std::vector<RecordedSamples> recorded() const;
    /// To be called when a state of time t is restored, with its recorded samples if `records_too`: moves plays to
    /// their positions at t, and adds the events of plays (and of records, if these are restored) after `til` [ms] to
    /// `events`.
    void go_on(double til, bool records_too, std::vector<PendingEvent>& events);

    /// Queue the first events. init_record also empties the vectors.
    void init_play(std::vector<std::unique_ptr<BlockEvents>>& blocks, double t);
    void init_record(std::vector<std::unique_ptr<BlockEvents>>& blocks, double t);

    /// Sets the block's continuously played variables to their values at time t [ms].
    void play_continuous(std::uint32_t block, double t) { plays_.play_continuous(block, t); }
    /// The addresses that `record_step` reads in the block, except that of the block's time.
    std::vector<const double*> read_each_step(std::uint32_t block) const;
    /// Takes one sample of each variable in the block that is recorded at each step.
    void record_step(std::uint32_t block) {
        step_records_.sample(block);
        count_records_.sample(block);
    }
    /// The same for slow variables; `t` is the value of the scalar t if there are no blocks.
    void record_step_slow(double t) { step_records_.sample_slow(t); }

    std::int64_t sample(const Event& due, EventQueue& queue) override;
    std::vector<Event> each_alone(const Event& samples) const override;
    std::uint32_t block_of_sample(std::uint32_t index) const override;

  private:
    RecordId give_number();

    StepRecords step_records_;
    CountRecords count_records_;
    TimedRecords timed_records_;
    ReportRecords report_records_;
    Plays plays_;
    RecordId next_record_ = 0;
    bool resolved_ = false;
    std::vector<std::unique_ptr<BlockEvents>>* blocks_ = nullptr;
};

}  // namespace ranvier::engine
