#include "hoc_like/program/checkpoint_run.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdio>
#include <stdexcept>

#include "engine/raster/file/output_path.hpp"
#include "engine/state/snapshot.hpp"
#include "exchange/transport/transport.hpp"
#include "hoc_like/library/data/files/sandbox.hpp"
#include "hoc_like/program/commands.hpp"

namespace ranvier::program {

void CheckpointRun::refuse(std::string_view what) {
    throw std::invalid_argument(
        fmt::format("{} are not supported with checkpoints: a resumed run would lack their beginning", what));
}

void CheckpointRun::open(const hoc::CheckpointRequest& request) {
    hoc::sandbox::check_write(request.file);
    CheckpointWords words;
    words.file = request.file;
    words.resume = request.resume;
    words.force = request.force;
    if (!request.every.empty()) words.set_interval(request.every);
    open(words, {});
}

void CheckpointRun::open(const CheckpointWords& words, const std::string& usual_file) {
    if (checkpoints_) throw std::runtime_error("checkpoints have been requested already");
    if (session_.context().simulation.states().runs() > 0) {
        throw std::runtime_error("checkpoints must be requested before the first finitialize");
    }
    engine::CheckpointOptions chosen;
    name_ = words.file.empty() ? usual_file : words.file;
    chosen.file = raster::output_path(name_);
    chosen.every = words.every_ms;
    chosen.every_s = words.every_s;
    chosen.resume = words.resume;
    chosen.force = words.force;
    chosen.texts = [this] { return sources_.origins(); };
    sources_.origins();  // files may change during the run
    chosen.outputs = &records_;
    chosen.settings = fmt::format("Ranvier {}, --math {}, --compat {}", version_text,
                                  options_.vector_math ? "vector" : "libm", options_.compat);
    checkpoints_ = hoc::drive(engine::Checkpoints::open(session_.context().transport, chosen));
    if (words.resume && checkpoints_->has_reached() && !options_.quiet && session_.context().transport.rank() == 0) {
        std::fprintf(stderr, "resume     there is no checkpoint %s: the run begins at the beginning\n", name_.c_str());
    }
    checkpoints_->on_restored([this](double t) {
        if (session_.context().transport.rank() == 0) say_resumed(t);
    });
    session_.context().simulation.set_checkpoints(checkpoints_);
}

void CheckpointRun::say_resumed(double t_ms) const {
    ProgressLine::clear();
    if (!options_.quiet) std::fprintf(stderr, "resumed    at t = %g ms from %s\n", t_ms, name_.c_str());
    const std::vector<std::string>& differences = checkpoints_->differences();
    if (differences.empty()) return;
    const std::string names = fmt::format("{}", fmt::join(differences, ", "));
    std::fprintf(stderr, "resumed    although the saved run differs from this one in: %s\n", names.c_str());
}

void CheckpointRun::finish() {
    if (checkpoints_) hoc::drive(checkpoints_->finish());
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
    if (ends || session_.context().transport.rank() > 0) return;
    ProgressLine::clear();
    std::fprintf(stderr, "SIGUSR1    at t = %g ms: %s; the run continues\n", t_ms, checkpoint_text(saved).c_str());
}

void CheckpointRun::say_ended(std::vector<std::string> written) const {
    if (!ended_ || session_.context().transport.rank() > 0) return;
    std::string line = checkpoint_text(ended_->saved);
    for (std::size_t k = 0; k < written.size(); ++k) {
        line += (k == 0 && !ended_->saved ? "; wrote " : ", ") + written[k];
    }
    std::fprintf(stderr, "%-10s ended the run at t = %g ms: %s\n", ended_->signal, ended_->t_ms, line.c_str());
}

}  // namespace ranvier::program
