#pragma once

#include <string>
#include <vector>

namespace ranvier::nmodl {

/// A function that NMODL provides to every mechanism.
struct KnownFunction {
    const char* name;
    int least_arguments, most_arguments;
    bool is_pure;  ///< the value depends only on the arguments: may be computed once or speculatively
};

/// The function of this name, or null.
const KnownFunction* known_function(const std::string& name);
std::vector<std::string> known_function_names();

/// Whether a function uses more than the mechanism: random numbers of the process, or functions only C files can call.
bool is_process_function(const std::string& name);
/// Whether a process function has two additional arguments in C: pulse, step, ramp, ...
bool is_forcing_function(const std::string& name);

/// Whether a name is a variable of the engine: v t dt celsius diam area secondorder.
bool is_built_variable(const std::string& name);

}  // namespace ranvier::nmodl
