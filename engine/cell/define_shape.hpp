#pragma once

namespace ranvier::engine {

class Cells;

/// Gives 3-D points to the sections that have none, to draw the cells: straight lines in the direction of the parent
/// section, fanned out where several sections begin at one place. With `move`, sections that have points are moved to
/// the place where they are connected. Lengths do not change. Follows NEURON's define_shape:
/// https://nrn.readthedocs.io/en/9.0.2/progref/modelspec/programmatic/topology/geometry.html
void define_shape(Cells& cells, bool move);

/// Recomputes the areas and resistances of all sections, as before a run, including sections that have only been
/// reversed.
void take_shapes_anew(Cells& cells);

}  // namespace ranvier::engine
