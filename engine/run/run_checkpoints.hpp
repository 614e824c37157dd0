#pragma once

#include <cstdint>

#include "exchange/task.hpp"

namespace ranvier::engine {

/// Interface between the run with fixed steps and checkpoints (engine/state/checkpoint.hpp). All functions that return
/// tasks are collective.
class RunCheckpoints {
  public:
    virtual ~RunCheckpoints() = default;
    /// Called at the end of initialize.
    virtual void begin_run() = 0;
    /// Called when an advance begins. Throws StateError if the run cannot be saved.
    virtual void begin_advance() = 0;
    /// Whether the run skips steps up to a checkpoint.
    virtual bool is_skipping() const = 0;
    /// Takes at most `steps` steps without computing; returns their number. Afterwards the state is the checkpoint's,
    /// or no steps are left.
    virtual exchange::Task<std::int64_t> skip(std::int64_t steps) = 0;
    /// Whether a checkpoint is due at a boundary at t [ms].
    virtual bool is_due(double t) const = 0;
    /// Whether a checkpoint may be written now.
    virtual bool can_write() const = 0;
    virtual exchange::Task<void> write() = 0;
};

}  // namespace ranvier::engine
