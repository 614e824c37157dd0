#pragma once

namespace ranvier::hoc {

class Registry;

/// fit_praxis, attr_praxis, pval_praxis, stop_praxis.
void register_praxis_functions(Registry& registry);

}  // namespace ranvier::hoc
