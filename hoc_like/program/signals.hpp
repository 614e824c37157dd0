#pragma once

#include <span>
#include <string>

#include "engine/run/interruptions.hpp"

namespace ranvier::program {

/// Handles the signals that batch systems send; one per process. When it is destroyed, the run has ended: SIGTERM and
/// SIGUSR1 then have no effect, so that a late signal does not turn success into failure.
///
/// SIGTERM asks the run to save its state and end, SIGUSR1 to save it and continue. If no run reaches a boundary, because
/// the script does other things, SIGTERM ends the process after two seconds (status 143). SIGINT ends it at once, by
/// its default action. The last two first write a line on how to recover an unfinished raster. Signals that the process
/// ignores are left alone, as are SIGTERM and SIGINT if they have a handler already. SIGUSR1 may have one, of the MPI
/// library, which is still called.
class SignalHandlers {
  public:
    /// `run` must outlive this object. `signals`: those to be handled, of SIGTERM, SIGUSR1 and SIGINT.
    SignalHandlers(engine::Interruptions& run, int rank, std::span<const int> signals);
    ~SignalHandlers();
    SignalHandlers(const SignalHandlers&) = delete;
    SignalHandlers& operator=(const SignalHandlers&) = delete;

    /// The raster that is being written; empty: none.
    static void name_raster(const std::string& file);
};

}  // namespace ranvier::program
