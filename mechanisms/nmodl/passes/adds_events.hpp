#pragma once

#include "mechanisms/nmodl/ast/program.hpp"

namespace ranvier::nmodl {

/// Notes in `Program::adds_events` whether one instance of the synapse can stand for several with equal parameters: events
/// of connections only add to states, states begin at 0 and enter all equations linearly, and so do the currents. The sum
/// of such synapses is again such a synapse. False if that is uncertain, as with KINETIC blocks or VERBATIM.
///
/// Names must have their symbols, and locals unique names.
void note_adding_events(Program& program);

}  // namespace ranvier::nmodl
