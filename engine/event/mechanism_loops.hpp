#pragma once

#include <cstdint>

namespace ranvier::engine {

/// Makes the WHILE loops of mechanisms end after their present pass, until enter_mechanism_loops() is called: what they
/// were to compute is then wrong, and a run must begin with initialize. For a user who gives up on a loop without an
/// end. Safe in signal handlers.
void leave_mechanism_loops();
void enter_mechanism_loops();

/// Whether loops have ended so since enter_mechanism_loops().
bool have_left_mechanism_loops();

/// For rv_services: what loops look at, and what they call when they end so.
const volatile std::int32_t* mechanism_loops_end();
void note_left_loop();

}  // namespace ranvier::engine
