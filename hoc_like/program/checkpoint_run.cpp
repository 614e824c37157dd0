#include "hoc_like/program/checkpoint_run.hpp"

#include <fmt/format.h>

#include <cstdio>
#include <stdexcept>

#include "engine/raster/output_path.hpp"
#include "hoc_like/library/data/sandbox.hpp"
#include "hoc_like/program/commands.hpp"

namespace ranvier::program {

CheckpointRun::CheckpointRun(hoc::Session& session, const RunOptions& options, bool says_end)
    : session_{session}, options_{options}, says_end_{says_end} {
    session.simulation().interruptions().on_acted(
        [this](engine::Ask what, double t_ms, bool saved) { acted(what, t_ms, saved); });
}

void CheckpointRun::open(const hoc::Session::CheckpointRequest& request, TakeSpikes restored) {
    hoc::sandbox::check_write(request.file);
    CheckpointWords words;
    words.file = request.file;
    words.resume = request.resume;
    if (!request.every.empty()) words.set_interval(request.every);
    open(words, {}, std::move(restored));
}

void CheckpointRun::open(const CheckpointWords& words, const std::string& usual_file, TakeSpikes restored) {
    if (checkpoints_) throw std::runtime_error("checkpoints have been requested already");
    if (session_.simulation().runs() > 0) {
        throw std::runtime_error("checkpoints must be requested before the first finitialize");
    }
    engine::CheckpointOptions chosen;
    name_ = words.file.empty() ? usual_file : words.file;
    chosen.file = raster::output_path(name_);
    chosen.every = words.every_ms;
    chosen.every_s = words.every_s;
    chosen.resume = words.resume;
    chosen.has_raster = restored != nullptr;
    chosen.settings = fmt::format("Ranvier {}, --math {}, --compat {}", version_text,
                                  options_.vector_math ? "vector" : "libm", options_.compat);
    checkpoints_ = session_.drive(engine::Checkpoints::open(session_.transport(), chosen));
    const bool speaks = !options_.quiet && session_.transport().rank() == 0;
    checkpoints_->on_restored([this, restored, speaks](double t, std::span<const exchange::Spike> spikes) {
        if (speaks) ProgressLine::clear();
        if (speaks) std::fprintf(stderr, "resumed    at t = %g ms from %s\n", t, name_.c_str());
        if (restored) restored(t, spikes);
    });
    session_.simulation().set_checkpoints(checkpoints_);
}

void CheckpointRun::finish() {
    if (checkpoints_) session_.drive(checkpoints_->finish());
}

void CheckpointRun::finish_alone() {
    if (checkpoints_ && checkpoints_->has_reached()) checkpoints_->remove_files();
}

std::string CheckpointRun::checkpoint_text(bool saved) const {
    if (saved) return fmt::format("wrote the checkpoint {}", name_);
    if (!checkpoints_) return "no checkpoint was requested";
    return fmt::format("the checkpoint {} is of a later run and stays", name_);
}

void CheckpointRun::acted(engine::Ask what, double t_ms, bool saved) {
    const bool ends = what >= engine::Ask::hang_up;
    if (ends) ended_ = End{what == engine::Ask::hang_up ? "SIGHUP" : "SIGTERM", t_ms, saved};
    if (ends && says_end_) say_ended({});
    if (ends || session_.transport().rank() > 0) return;
    ProgressLine::clear();
    std::fprintf(stderr, "SIGUSR1    at t = %g ms: %s; the run continues\n", t_ms, checkpoint_text(saved).c_str());
}

void CheckpointRun::say_ended(std::vector<std::string> written) const {
    if (!ended_ || session_.transport().rank() > 0) return;
    std::string line = checkpoint_text(ended_->saved);
    for (std::size_t k = 0; k < written.size(); ++k) {
        line += (k == 0 && !ended_->saved ? "; wrote " : ", ") + written[k];
    }
    std::fprintf(stderr, "%-10s ended the run at t = %g ms: %s\n", ended_->signal, ended_->t_ms, line.c_str());
}

}  // namespace ranvier::program
