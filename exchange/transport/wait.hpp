#pragma once

#include "exchange/transport/launch.hpp"

namespace ranvier::exchange {

/// One step of a wait for other ranks that began at `began`: lets others run for a moment (spinning) or naps, as the
/// policy says. Times on the transport's clock [s].
void pause(const WaitPolicy& policy, double began, double now);

/// Fills in what the policy leaves open for so many ranks on this computer, and makes the calling thread's naps as
/// short as they are asked for (Linux rounds them up by 50 us otherwise).
WaitPolicy prepare_to_wait(WaitPolicy policy, int ranks_on_this_computer);

/// Cores that this process may run on.
int usable_cores();

}  // namespace ranvier::exchange
