#pragma once

#include <string>

namespace ranvier::nmodl {

/// Replaces elements of `param` by calls: `syn->_prop->param[3] = 2` becomes `(*rv_param_at(syn->_prop, 3)) = 2`, also
/// in macros. NEURON 8 stores the variables of an instance side by side; in Ranvier each variable has a column over all
/// instances.
std::string with_param_elements(const std::string& c);

}  // namespace ranvier::nmodl
