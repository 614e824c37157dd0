#pragma once

#include <string>
#include <vector>

namespace ranvier::nmodl {

/// A function that NMODL provides to every mechanism.
struct KnownFunction {
    const char* name;
    int least_arguments, most_arguments;
    bool is_pure;  ///< value depends on the arguments alone: may be computed once or speculatively
};

/// Null if there is none of that name.
const KnownFunction* known_function(const std::string& name);
std::vector<std::string> known_function_names();

/// Functions that use more than the mechanism: random numbers of the process, and those that only C files can call.
bool is_process_function(const std::string& name);
/// Those of them with two more arguments in C: pulse, step, ramp, ...
bool is_forcing_function(const std::string& name);

/// Names of the engine's variables: v t dt celsius diam area secondorder.
bool is_built_variable(const std::string& name);

}  // namespace ranvier::nmodl
