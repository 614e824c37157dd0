#include "hoc_like/library/run/integration_method.hpp"

#include <stdexcept>

namespace ranvier::hoc {

void IntegrationMethod::require_fixed(const engine::Model& model) const {
    if (!variable || model.is_without_equations()) return;
    throw std::runtime_error(
        "variable steps (cvode.active(1)) are not available: cvode.active(0) brings fixed steps of dt back");
}

}  // namespace ranvier::hoc
