#pragma once

#include <string>

namespace ranvier::nmodl {

/// Makes elements of `param` calls: `syn->_prop->param[3] = 2` becomes `(*rv_param_at(syn->_prop, 3)) = 2`, also in
/// a macro. NEURON 8 keeps the variables of an instance in a row; here each variable has a column over all instances.
std::string with_param_elements(const std::string& c);

}  // namespace ranvier::nmodl
