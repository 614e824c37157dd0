#include "hoc_like/program/configure.hpp"

#include "hoc_like/library/headless/headless.hpp"
#include "hoc_like/library/session.hpp"

namespace ranvier::program {

void configure(hoc::Session& session, const RunOptions& options) {
    session.headless()->record_graphs = !options.figures.empty();
    if (options.frames > 0) session.interpreter().set_frame_limit(options.frames);
    session.simulation().set_threads(options.threads);
    session.simulation().set_block_size(options.block_size);
    session.simulation().set_presimulation(options.presimulate);
    if (!options.vector_math) session.simulation().set_tie_order(engine::TieOrder::insertion);
    session.model().solves_directly = options.vector_math;
    if (options.compat == "8.2") session.random()->neuron_8 = true;
}

}  // namespace ranvier::program
