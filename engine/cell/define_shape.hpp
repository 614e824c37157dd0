#pragma once

namespace ranvier::engine {

class Cells;

/// Gives points to the sections that have none, so that the cells can be drawn: straight lines that continue their
/// parent and fan out where several begin. With `move`, sections that have points are moved to where they are
/// connected. Lengths stay. After NEURON's define_shape:
/// https://nrn.readthedocs.io/en/9.0.2/progref/modelspec/programmatic/topology/geometry.html
void define_shape(Cells& cells, bool move);

/// Areas and resistances of all sections, as before a run: also of those whose direction alone has changed.
void take_shapes_anew(Cells& cells);

}  // namespace ranvier::engine
