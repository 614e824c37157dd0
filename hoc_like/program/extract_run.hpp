#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "engine/extract/columns.hpp"
#include "engine/hooks/conditions.hpp"
#include "hoc_like/library/session/session.hpp"
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
    engine::Hooks::Id handler_;
    bool is_written_ = false;
};

/// The options, with the arithmetic of the file of extracted cells that is to be run, if there is one and --math is not given.
/// Throws engine::ExtractError if the file is damaged.
RunOptions with_math_of_extract(RunOptions options);

/// The cells of a file that ExtractRun wrote. Scripts see their sections, and may change them before run().
class ExtractedCells {
  public:
    /// Makes the cells, in the state in which their run began. Throws engine::ExtractError if the file is damaged or
    /// foreign, std::invalid_argument if it was extracted with other options or there are sections already.
    ExtractedCells(std::string file, hoc::Session& session, MechanismLoader& loader, const RunOptions& options);
    ~ExtractedCells();
    ExtractedCells(const ExtractedCells&) = delete;
    ExtractedCells& operator=(const ExtractedCells&) = delete;

    /// Whether a script has called finitialize, which leaves the state of the file.
    bool is_begun_by_script() const { return is_begun_by_script_; }
    /// Runs the cells for as long as the network ran, unless a script has begun a run. Prints whether they fire as in the
    /// network, and returns the status: 1 if they don't. `is_changed`: scripts may have changed them, so this is not checked.
    int run(bool is_changed);

  private:
    struct Recorded {
        engine::Gid gid;
        engine::SpikeTimes times;
    };
    void record_spikes();
    std::vector<exchange::Spike> fired_here() const;
    std::vector<exchange::Spike> fired_in_network(double end) const;

    std::string file_;
    hoc::Session& session_;
    engine::Columns columns_;
    std::vector<exchange::Spike> spikes_;
    std::vector<Recorded> recorded_;
    engine::Hooks::Id handler_{};
    bool is_begun_by_script_ = false;
};

}  // namespace ranvier::program
