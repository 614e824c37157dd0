#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <variant>
#include <vector>

#include "engine/record/samples.hpp"
#include "engine/storage/variable_ref.hpp"

namespace ranvier::engine {

/// What is recorded: a variable of the model, or what a function returns. A function is slow: it is called on the run's
/// thread, which then advances all blocks together step by step.
using Recordable = std::variant<VariableRef, std::function<double()>>;
/// What is played into; a function is as slow.
using Playable = std::variant<VariableRef, std::function<void(double)>>;

/// What a script records and plays during runs (Vector.record, Vector.play), and what reports sample.
///
/// 1. A record is sampled from the next initialize or restart of the records on; one at each step, from the next step on.
/// 2. A play acts from the next initialize on.
/// 3. The record of a variable that has been deleted keeps its samples and gets no more.
class Records {
  public:
    virtual ~Records() = default;

    /// Vector.record(&x): one sample at each step (dt empty), or at multiples of dt [ms], or at given times.
    virtual RecordId record(Recordable from, Samples to, std::optional<double> dt, Samples at_times = nullptr) = 0;
    /// The time of each step [ms]; with local steps, of each step of the variable's cell.
    virtual RecordId record_steps(VariableRef variable, Samples to) = 0;
    /// APCount.record: whenever the counter has grown, resizes `to` to the counter's value and sets the last element to
    /// the time.
    virtual RecordId record_count(VariableRef count, VariableRef time, Samples to) = 0;
    /// Samples several variables of one cell together every `dt` from `begin` to `end` [ms], and appends their values
    /// one after the other. The caller may remove samples from `to` during the run. Saved states lack the samples; a run
    /// that resumes from a checkpoint takes those that follow. Restoring another state is an error.
    virtual RecordId record_together(std::vector<VariableRef> variables, Samples to, double dt, double begin,
                                     double end) = 0;
    /// How often the record has started, and the time of its first sample since the last start [ms].
    virtual std::uint32_t beginning(RecordId id) const = 0;
    virtual double first_time(RecordId id) const = 0;
    virtual void remove_record(RecordId id) = 0;

    /// Vector.play(&x, tvec or dt).
    virtual PlayId play(Playable to, PlayedValues played) = 0;
    virtual void remove_play(PlayId id) = 0;
};

}  // namespace ranvier::engine
