#pragma once

#include <functional>
#include <memory>
#include <string>

#include "engine/run/conditions.hpp"
#include "hoc_like/library/session.hpp"
#include "hoc_like/program/mechanism_loading.hpp"
#include "hoc_like/program/run_options.hpp"

namespace ranvier::program {

/// ranvier extract: writes the cells of a replay, as they are when the first run takes its first step, with all that reaches
/// them and with the spikes that they fired, to one file (docs/replay.md). The script ends there.
class ExtractRun {
  public:
    /// `options.replay` says which cells, and in which raster their inputs are.
    ExtractRun(hoc::Session& session, const RunOptions& options);
    ~ExtractRun();
    ExtractRun(const ExtractRun&) = delete;
    ExtractRun& operator=(const ExtractRun&) = delete;

    /// Throws std::runtime_error if no run has begun.
    void check_written() const;

  private:
    void write();

    hoc::Session& session_;
    const RunOptions& options_;
    std::shared_ptr<engine::Conditions::Set> watch_ = std::make_shared<engine::Conditions::Set>();
    engine::Simulation::HandlerId handler_;
    bool is_written_ = false;
};

/// Runs the cells of a file that ExtractRun wrote. Prints whether they fire as in the network, and returns the status: 1 if
/// they don't. Throws engine::ExtractError if the file is damaged or foreign.
int run_extracted(const std::string& file, hoc::Session& session, MechanismLoader& loader, const RunOptions& options);

}  // namespace ranvier::program
