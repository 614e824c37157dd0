#pragma once

#include <span>
#include <string>

#include "engine/hooks/interruptions.hpp"

namespace ranvier::program {

/// Handles the signals that batch systems send; one per process. When it is destroyed, the run has ended: SIGTERM and
/// SIGUSR1 then have no effect, so that a late signal does not turn success into failure.
///
/// SIGTERM and SIGHUP ask the run to save its state and end, SIGUSR1 to save it and continue. If no run reaches a
/// boundary, the first two end the process (status 128 + signal): after two seconds if the script does other things,
/// after six more without any step if a statement or mechanism in a run does not return. SIGINT ends it at once: by its
/// default action, or under a launcher with status 130. A process that ends so first writes a line on how to recover an
/// unfinished raster. Signals that the process ignores are left alone, as are SIGTERM and SIGINT if they have a handler
/// already. SIGHUP loses UCX's handler; SIGUSR1 may have one, of the MPI library, which is still called.
class SignalHandlers {
  public:
    /// `run` must outlive this object. `signals`: those to be handled, of SIGTERM, SIGHUP, SIGUSR1 and SIGINT.
    SignalHandlers(engine::Interruptions& run, int rank, std::span<const int> signals);
    ~SignalHandlers();
    SignalHandlers(const SignalHandlers&) = delete;
    SignalHandlers& operator=(const SignalHandlers&) = delete;

    /// Whether the process ignores SIGHUP, as found out before the libraries were loaded; to be called before the first
    /// object is made.
    static void ignore_hangups(bool yes);

    /// The raster that is being written; empty: none.
    static void name_raster(const std::string& file);
};

}  // namespace ranvier::program
