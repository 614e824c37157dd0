#pragma once

#include "engine/model.hpp"

namespace ranvier::hoc {

/// Which integrator scripts chose: cvode.active, use_local_dt, use_daspk. A choice alone asks nothing of the engine;
/// only a step taken under it does.
struct IntegrationMethod {
    bool variable = false;   ///< cvode.active(1)
    bool local = false;      ///< each cell its own step
    bool algebraic = false;  ///< use_daspk(1)

    /// Before a step. Throws std::runtime_error unless steps are fixed, as there are no others, or nothing in
    /// the model is to be integrated: events of artificial cells come at the same times with any steps.
    void require_fixed(const engine::Model& model) const;
};

}  // namespace ranvier::hoc
