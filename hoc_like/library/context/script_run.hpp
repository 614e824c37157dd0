#pragma once

#include <optional>

namespace ranvier::engine {
class Simulation;
}

namespace ranvier::hoc {

class Interpreter;

/// The runs that scripts ask for, and how they end.
///
/// All functions that run throw Quit when a signal has ended the run: in this call or an earlier one, if the script has
/// caught the first Quit; and Interruption after Ctrl-C at the prompt.
class ScriptRun {
  public:
    /// Both must outlive this object; `interpreter` is first used by a run.
    ScriptRun(engine::Simulation& simulation, Interpreter& interpreter)
        : simulation_(simulation), interpreter_(interpreter) {}

    /// finitialize, fadvance and psolve (engine/simulation/simulation.hpp).
    void initialize(std::optional<double> v_mV);
    void advance();
    void advance_to(double tstop_ms);

    /// Whether the last of these calls has thrown an error.
    bool has_failed() const { return has_failed_; }
    /// The exit status when SIGTERM or SIGHUP has ended a run, as of a process that the signal has ended.
    int status_of_ended_run() const;

  private:
    template <class Act>
    void run(Act act);
    void check_whole() const;

    engine::Simulation& simulation_;
    Interpreter& interpreter_;
    bool has_failed_ = false;
    bool is_torn_ = false;  // left in the middle of a step
};

}  // namespace ranvier::hoc
