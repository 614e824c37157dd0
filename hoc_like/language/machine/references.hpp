#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hoc_like/language/machine/machine.hpp"

namespace ranvier::hoc {

/// What & means for variables of scripts. Each throws when the variable has gone.
NumberRefPtr refer_to_number(double* place, LifePtr life, std::string name);
NumberRefPtr refer_to_element(NumberArray& array, std::size_t index, std::string name);
NumberRefPtr refer_to_host(const VariableDefinition& variable);
NumberRefPtr refer_to_property(const ObjectPtr& object, const PropertyDefinition& property,
                               std::vector<long long> index);

/// Element `offset` places after what a reference to an array's element names; null for other references.
double* element_after(NumberRef& reference, long long offset);

}  // namespace ranvier::hoc
