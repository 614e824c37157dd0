#pragma once

#include "exchange/transport/launch.hpp"

namespace ranvier::exchange {

/// One step of a wait for other ranks that began at `began`: yields to other threads (spinning) or naps, as the policy
/// says. Times are on the transport's clock [s].
void pause(const WaitPolicy& policy, double began, double now);

/// Fills in the defaults of the policy for this many ranks on this computer, and makes the naps of the calling thread
/// precise (Linux otherwise adds up to 50 us).
WaitPolicy prepare_to_wait(WaitPolicy policy, int ranks_on_this_computer);

/// Cores that this process may run on.
int usable_cores();

}  // namespace ranvier::exchange
