#pragma once

#include <cstdint>

#include "exchange/task.hpp"

namespace ranvier::engine {

/// Checkpoints, as the run by fixed steps sees them (engine/state/checkpoint.hpp). All functions that return tasks are
/// collective.
class RunCheckpoints {
  public:
    virtual ~RunCheckpoints() = default;
    /// initialize has ended.
    virtual void begin_run() = 0;
    /// An advance begins. Throws StateError if the run can't be saved.
    virtual void begin_advance() = 0;
    /// Whether the run skips steps up to a checkpoint.
    virtual bool is_skipping() const = 0;
    /// Takes at most this many steps without computing; returns their number. Then the state is that of the checkpoint,
    /// or no steps are left.
    virtual exchange::Task<std::int64_t> skip(std::int64_t steps) = 0;
    /// Whether one is due at a boundary at t [ms].
    virtual bool is_due(double t) const = 0;
    virtual exchange::Task<void> write() = 0;
};

}  // namespace ranvier::engine
