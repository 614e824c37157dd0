#pragma once

#include "engine/solve/block.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

/// The run loop without events, to test only the engine's phases.
inline void initialize(Model& model, double v) {
    model.prepare({}, {});
    model.t = 0;
    for (const auto& block : model.blocks()) {
        block->t = 0;
        for (double& x : block->v()) x = v;
    }
    model.update_tables();
    for (const auto& block : model.blocks()) {
        block->initialize();
        block->after_initial();
        block->setup_matrix();
        if (model.use_fast_imem) block->initialize_membrane_current();
    }
}

inline void advance(Model& model, int steps) {
    for (int k = 0; k < steps; ++k) {
        for (const auto& block : model.blocks()) {
            block->t += .5 * model.dt;
            block->setup_matrix();
            block->solve();
            block->update_voltage();
            block->t += .5 * model.dt;
            block->advance_states();
        }
    }
    if (!model.blocks().empty()) model.t = model.blocks().front()->t;
}

}  // namespace ranvier::engine
