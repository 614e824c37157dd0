#pragma once

#include <functional>
#include <string>
#include <vector>

#include "hoc_like/language/machine/machine.hpp"

namespace ranvier::hoc {

/// References to variables of scripts, as made by &. Access throws if the variable no longer exists.
NumberRefPtr refer_to_number(double* place, LifePtr life, std::string name);
NumberRefPtr refer_to_element(NumberArray& array, std::size_t index, std::string name);
NumberRefPtr refer_to_host(const VariableDefinition& variable);
NumberRefPtr refer_to_property(const ObjectPtr& object, const PropertyDefinition& property,
                               std::vector<long long> index);

}  // namespace ranvier::hoc
