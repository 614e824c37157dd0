#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "engine/event/delivery.hpp"
#include "engine/run/records.hpp"

namespace ranvier::engine {

/// Vector.record and Vector.play during a run.
///
/// Model variables are read and written by the thread of their block, through addresses found by `resolve`. Variables
/// that only a function can read or write are slow: the function is called on the run's thread, which then advances all
/// blocks together step by step.
class Player final : public SampleEvents, public Records {
  public:
    explicit Player(Model& model) : model_(model) {}

    /// The time and memory of what follows depend on the records that exist, but for 8 bytes kept for a removed one.
    RecordId record(Recordable from, Samples to, std::optional<double> dt, Samples at_times) override;
    RecordId record_count(VariableRef count, VariableRef time, Samples to) override;
    RecordId record_steps(VariableRef variable, Samples to) override;
    RecordId record_together(std::vector<VariableRef> variables, Samples to, double dt, double begin,
                             double end) override;
    std::uint32_t beginning(RecordId id) const override { return records_.at(id)->beginning; }
    double first_time(RecordId id) const override { return records_.at(id)->begun; }
    void remove_record(RecordId id) override;
    PlayId play(Playable to, PlayedValues played) override;
    void remove_play(PlayId id) override;

    bool is_resolved() const { return resolved_; }
    /// Whether something must run on the run's thread.
    bool is_slow() const { return slow_; }
    bool has_plays() const;
    void resolve(std::vector<std::unique_ptr<BlockEvents>>& blocks);

    /// The position of each play, for going back to it.
    std::vector<std::pair<std::size_t, std::size_t>> cursors() const;
    void set_cursors(const std::vector<std::pair<std::size_t, std::size_t>>& cursors);
    /// Throws std::runtime_error if a saved event can be none of these records and plays, or if cursors lie outside.
    void check(const Event& sample) const;
    void check(const std::vector<std::pair<std::size_t, std::size_t>>& cursors) const;
    /// Makes a record's event from before its current start valid again.
    void renew(Event& sample) const;

    /// The samples of a Vector, for saved states.
    struct Recorded {
        std::optional<VariableRef> variable;  ///< none: read by a function
        bool by_step;                         ///< else by interval or at times
        bool is_clock;                        ///< times of the steps of the variable's cell
        Samples values;
    };
    std::vector<Recorded> recorded() const;
    /// To be called when a state of time t is restored, with its recorded samples if `records_too`: moves plays to
    /// their positions at t, and adds the events of plays (and of records, if these are restored) after `til` [ms] to
    /// `events`.
    void go_on(double til, bool records_too, std::vector<PendingEvent>& events);

    /// Queue the first events. init_record also empties the vectors.
    void init_play(std::vector<std::unique_ptr<BlockEvents>>& blocks, double t);
    void init_record(std::vector<std::unique_ptr<BlockEvents>>& blocks, double t);

    /// Sets the block's continuously played variables to their values at time t [ms].
    void play_continuous(std::uint32_t block, double t);
    /// The addresses that `record_step` reads in the block, except that of the block's time.
    std::vector<const double*> read_each_step(std::uint32_t block) const;
    /// Takes one sample of each variable in the block that is recorded at each step.
    void record_step(std::uint32_t block);
    /// The same for slow variables; `t` is the value of the scalar t if there are no blocks.
    void record_step_slow(double t);

    std::int64_t sample(const Event& due, EventQueue& queue) override;
    std::vector<Event> each_alone(const Event& samples) const override;
    std::uint32_t block_of_sample(std::uint32_t index) const override;

  private:
    struct Record {
        std::optional<VariableRef> variable;
        std::function<double()> read;
        Samples to;
        std::optional<double> dt;
        Samples at_times;
        const double* address = nullptr;
        bool is_t = false;
        std::uint32_t block = 0;
        std::uint32_t beginning = 0;        // number of starts; events of earlier ones are void
        double begun = 0;                   // [ms]
        std::optional<VariableRef> time;    // for a counter: variable with the time of the latest count
        bool is_clock = false;              // the times of the steps of the variable's cell
        std::vector<VariableRef> together;  // first element: `variable`; empty: only `variable`
        std::vector<const double*> addresses;
        double from = 0, til = 0, next = 0;  // for `together` [ms]
        std::uint32_t place = nothing;       // in gathered_; `nothing`: not sampled with others
        bool each_step() const { return !dt && !at_times; }
        /// Whether samples may be taken together with those of other records.
        bool is_plain() const { return !is_gone() && dt && !read && together.empty(); }
        /// The variable's section or point process was deleted: the vector keeps its samples.
        bool is_gone() const { return variable && !address; }
    };
    struct Play {
        std::optional<VariableRef> variable;
        std::function<void(double)> write;
        PlayedValues played;
        bool begun = false;  // as in NEURON, a play that was added during a run begins with the next initialization
        double* address = nullptr;
        std::uint32_t block = 0;
        std::size_t at = 0;    // step: next value; continuous: latest point that may be read
        std::size_t last = 0;  // continuous: start of the search
        double value(std::size_t k) const { return (*played.values)[k]; }
        double time_of(std::size_t k) const {
            return played.times ? (*played.times)[k] : static_cast<double>(k) * *played.dt;
        }
        std::size_t size() const {
            const std::size_t n = played.values->size();
            return played.times ? std::min(played.times->size(), n) : n;
        }
        /// The first point from `k` on that has an event; size() if there is none.
        std::size_t point_with_event(std::size_t k) const;
    };
    struct Sample {
        const double* from;
        std::vector<double>* to;
    };
    struct Count {
        const double* count;
        const double* time;
        std::vector<double>* to;
        double seen;
    };
    void place(std::optional<VariableRef> variable, double*& address, std::uint32_t& block, bool& is_t,
               std::vector<std::unique_ptr<BlockEvents>>& blocks) const;
    void resolve_record(std::uint32_t k, std::vector<std::unique_ptr<BlockEvents>>& blocks);
    void resolve_count(const Record& counter, std::vector<std::unique_ptr<BlockEvents>>& blocks);
    void resolve_play(std::uint32_t k, std::vector<std::unique_ptr<BlockEvents>>& blocks);
    bool has_blocks() const { return blocks_ && !blocks_->empty(); }
    void resume_plays(double til, bool records_too, std::vector<PendingEvent>& events);
    void resume_records(double til, std::vector<PendingEvent>& events);
    /// Moves on to the first sample after `til`; returns whether there is one.
    static bool go_on_together(Record& record, double til);
    static double interpolate(Play& play, double t);
    /// If the played variable is a parameter, and so not part of the restored state, sets it to its latest played
    /// value.
    void play_parameter_again(Play& play);
    /// The time of the play's first event after `til`, if there is one; moves its cursor there.
    static std::optional<double> next_time(Play& play, double til);
    /// The time of the record's next sample, if there is one.
    static std::optional<double> next_time(const Record& record);
    /// Finds the records that may be sampled together.
    void gather();
    /// Finds the addresses of these records' variables.
    void find_gathered();
    /// Pops the following samples that can be taken together with `samples`, which has just been popped, and adds them
    /// to it.
    void take_those_behind(Event& samples, EventQueue& queue) const;
    /// Takes the samples of a group; returns their interval [ms], 0 if no samples are left.
    double sample_gathered(const Event& due) const;
    std::int64_t sample_record(const Event& due, EventQueue& queue);
    void sample_play(const Event& due, EventQueue& queue);
    void sample_together(Record& record, const Event& due, EventQueue& queue) const;
    void write(Play& play, double value);
    double read(const Record& record, double t) const;

    Model& model_;
    /// By number, which events know; numbers are not reused. Null: removed.
    template <class T>
    using ByNumber = std::vector<std::unique_ptr<T>>;
    template <class T>
    static std::uint32_t add(T item, ByNumber<T>& all, std::vector<std::uint32_t>& living);
    void forget_removed();

    ByNumber<Record> records_;
    ByNumber<Play> plays_;
    // The numbers of those that exist, ascending; until `resolve`, also of some that have been removed since.
    std::vector<std::uint32_t> living_records_, living_plays_;
    bool resolved_ = false, slow_ = false;
    std::vector<std::vector<Sample>> by_block_;
    std::vector<std::vector<Count>> counts_by_block_;
    std::vector<std::vector<std::uint32_t>> continuous_by_block_;
    std::vector<std::uint32_t> slow_records_;
    // Records with intervals, by place. Records of one block and interval are adjacent, in order of creation, and
    // followed by a gap (nothing).
    std::vector<std::uint32_t> gathered_;
    std::vector<Sample> gathered_samples_;
    std::uint32_t gathering_ = 0;  // how often records have been gathered; earlier groups are void
    std::vector<std::unique_ptr<BlockEvents>>* blocks_ = nullptr;
};

}  // namespace ranvier::engine
