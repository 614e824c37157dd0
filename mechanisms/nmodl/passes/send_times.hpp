#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Replaces the delay of net_send by the time of the event: `net_send(x, 1)` becomes `net_send(t + x, 1)`.
///
/// NEURON's translator puts `t +` before the text of the delay. The first operand of a sum thus joins t, as in
/// (t + a) - b, and so does the left operand of a comparison, as in (t + a) < b. Passes that move a delay would hide
/// where its text had parentheses, so this pass runs before them. `t` is the simulation's: locals named t are renamed
/// before.
void send_times(Program& program);

}  // namespace ranvier::nmodl
