#pragma once

#include <string>
#include <vector>

#include "engine/state/state_bytes.hpp"
#include "exchange/task.hpp"

namespace ranvier::engine {

/// An output file of a run, in a checkpoint.
struct SavedOutput {
    std::string name;
    Bytes state;  ///< what it takes to continue it
};

/// The output files of a run with checkpoints, whose records are on disk before a checkpoint that includes them.
class CheckpointedOutputs {
  public:
    virtual ~CheckpointedOutputs() = default;
    /// The run resumes from a checkpoint that has these; their records must stay. Called on all ranks.
    virtual void expect(const std::vector<SavedOutput>& saved) = 0;
    /// Called at the checkpoint from which the run resumes: each file continues where it was. Collective.
    virtual exchange::Task<void> go_on() = 0;
    /// For a new checkpoint; returns when the records so far are on disk. Collective; the result of rank 0 counts.
    virtual exchange::Task<std::vector<SavedOutput>> save() = 0;
    /// The new checkpoint is complete: what only the previous one needed may go. Called on all ranks.
    virtual void keep_saved() = 0;
    /// No checkpoint is left: what was kept may go. Called on all ranks, after the files have been completed.
    virtual void keep_nothing() = 0;
};

}  // namespace ranvier::engine
