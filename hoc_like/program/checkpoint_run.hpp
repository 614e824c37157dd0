#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/hooks/interruptions.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/state/checkpoint.hpp"
#include "hoc_like/library/context/run_files.hpp"
#include "hoc_like/library/session/session.hpp"
#include "hoc_like/program/checkpointed_records.hpp"
#include "hoc_like/program/model_sources.hpp"
#include "hoc_like/program/run_options.hpp"

namespace ranvier::program {

/// A session's checkpoints, and what is said on standard error when a signal has written one or ended the run.
class CheckpointRun {
  public:
    /// The arguments must outlive this object. `says_end`: the line on the end of the run is written as soon as the
    /// run has ended, without files that the program still has to write.
    CheckpointRun(hoc::Session& session, const RunOptions& options, ModelSources& sources, bool says_end)
        : session_{session}, options_{options}, sources_{sources}, says_end_{says_end} {
        session.context().simulation.hooks().interruptions().on_acted(
            [this](engine::Ask what, double t_ms, bool saved) { acted(what, t_ms, saved); });
    }
    CheckpointRun(const CheckpointRun&) = delete;
    CheckpointRun& operator=(const CheckpointRun&) = delete;

    /// Requests checkpoints as a script does. Collective, like the next function. Throws std::exception.
    void open(const hoc::CheckpointRequest& request);
    /// Requests checkpoints. Without a file in `words`, its name is `usual_file`. Collective; before the first finitialize.
    /// Throws std::runtime_error.
    void open(const CheckpointWords& words, const std::string& usual_file);
    bool any() const { return checkpoints_ != nullptr; }
    /// Throws std::invalid_argument: `what` ("traces") cannot be written by a run with checkpoints.
    [[noreturn]] static void refuse(std::string_view what);
    /// The rasters and reports that checkpoints include.
    CheckpointedRecords& records() { return records_; }
    /// Whether the run skips steps up to the checkpoint from which it resumes.
    bool is_skipping() const { return checkpoints_ && checkpoints_->is_skipping(); }

    /// To be called when the script has succeeded: removes the checkpoint. Collective.
    void finish();
    /// The same without other ranks, at the end of a process; keeps the checkpoint if the run has not reached it.
    void finish_alone();
    /// To be called at the end of a process that doesn't destroy its session.
    void unlock() {
        if (checkpoints_) checkpoints_->unlock();
    }
    /// Whether a signal has ended the run.
    bool has_ended() const { return ended_.has_value(); }
    /// Writes what the ended run has left, on rank 0: its checkpoint and these files.
    void say_ended(std::vector<std::string> written) const;

  private:
    struct End {
        const char* signal;
        double t_ms;
        bool saved;
    };
    void acted(engine::Ask what, double t_ms, bool saved);
    std::string checkpoint_text(bool saved) const;
    void say_resumed(double t_ms) const;

    hoc::Session& session_;
    const RunOptions& options_;
    ModelSources& sources_;
    bool says_end_;
    CheckpointedRecords records_{session_.context().transport};
    std::shared_ptr<engine::Checkpoints> checkpoints_;
    std::string name_;  // of the checkpoint, as requested
    std::optional<End> ended_;
};

}  // namespace ranvier::program
