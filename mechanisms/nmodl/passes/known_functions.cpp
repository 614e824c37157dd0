#include "mechanisms/nmodl/passes/known_functions.hpp"

#include <algorithm>

namespace ranvier::nmodl {
namespace {

constexpr KnownFunction functions[] = {{"exp", 1, 1, true},
                                       {"log", 1, 1, true},
                                       {"log10", 1, 1, true},
                                       {"pow", 2, 2, true},
                                       {"sqrt", 1, 1, true},
                                       {"fabs", 1, 1, true},
                                       {"sin", 1, 1, true},
                                       {"cos", 1, 1, true},
                                       {"tan", 1, 1, true},
                                       {"asin", 1, 1, true},
                                       {"acos", 1, 1, true},
                                       {"atan", 1, 1, true},
                                       {"atan2", 2, 2, true},
                                       {"sinh", 1, 1, true},
                                       {"cosh", 1, 1, true},
                                       {"tanh", 1, 1, true},
                                       {"floor", 1, 1, true},
                                       {"ceil", 1, 1, true},
                                       {"fmod", 2, 2, true},
                                       {"erf", 1, 1, true},
                                       {"erfc", 1, 1, true},
                                       {"expm1", 1, 1, true},
                                       {"log1p", 1, 1, true},
                                       {"fmin", 2, 2, true},
                                       {"fmax", 2, 2, true},
                                       {"round", 1, 1, true},
                                       {"trunc", 1, 1, true},
                                       {"fma", 3, 3, true},
                                       {"INT", 1, 1, true},
                                       {"LAG", 2, 2, false},
                                       {"rv_lag", 4, 4, false},
                                       {"rv_forget", 1, 1, false},
                                       {"rv_history_of", 1, 1, false},
                                       {"rv_variable_steps", 0, 0, false},
                                       {"net_send", 2, 2, false},
                                       {"net_event", 1, 1, false},
                                       {"net_move", 1, 1, false},
                                       {"net_delay", 0, 0, false},
                                       {"at_time", 1, 1, false},
                                       {"state_discontinuity", 2, 2, false},
                                       {"printf", 1, 64, false},
                                       {"random_setseq", 2, 2, false},
                                       {"random_setids", 4, 4, false},
                                       {"random_uniform", 1, 3, false},
                                       {"random_negexp", 1, 2, false},
                                       {"random_normal", 1, 3, false},
                                       {"random_ipick", 1, 1, false},
                                       {"random_dpick", 1, 1, false},
                                       {"random_poisson", 2, 2, false},
                                       {"history_add", 3, 3, false},
                                       {"history_clear", 1, 1, false},
                                       {"history_size", 1, 1, false},
                                       {"history_time", 2, 2, false},
                                       {"history_value", 2, 2, false}};

/// Functions from the header of C files, mechanisms/runtime/verbatim.h.
constexpr KnownFunction process_functions[] = {
    {"set_seed", 1, 1, false},        {"setseed", 1, 1, false},      {"scop_random", 0, 0, false},
    {"exprand", 1, 1, false},         {"normrand", 2, 2, false},     {"poisrand", 1, 1, false},
    {"nrn_random_play", 0, 0, false}, {"nrn_pointing", 1, 1, false}, {"nrn_ghk", 4, 4, false},
    {"factorial", 1, 1, true},        {"gauss", 3, 3, true},         {"poisson", 2, 2, true},
    {"hyperbol", 3, 3, true},         {"revhyperbol", 3, 3, true},   {"sigmoid", 4, 4, true},
    {"revsigmoid", 4, 4, true},       {"harmonic", 4, 4, true},      {"force", 2, 2, false},
    {"prterr", 1, 1, false}};

/// Forcing functions. In C they have two additional arguments, which record that the value has jumped.
constexpr KnownFunction forcing_functions[] = {
    {"threshold", 3, 3, false},   {"squarewave", 3, 3, false}, {"sawtooth", 3, 3, false}, {"perpulse", 5, 5, false},
    {"revsawtooth", 3, 3, false}, {"ramp", 4, 4, false},       {"pulse", 4, 4, false},    {"perstep", 4, 4, false},
    {"step", 3, 3, false},        {"stepforce", 2, 2, false}};

}  // namespace

const KnownFunction* known_function(const std::string& name) {
    for (const auto& function : functions) {
        if (name == function.name) return &function;
    }
    for (const auto& function : process_functions) {
        if (name == function.name) return &function;
    }
    for (const auto& function : forcing_functions) {
        if (name == function.name) return &function;
    }
    return nullptr;
}

std::vector<std::string> known_function_names() {
    std::vector<std::string> names;
    for (const auto& function : functions) names.emplace_back(function.name);
    for (const auto& function : process_functions) names.emplace_back(function.name);
    for (const auto& function : forcing_functions) names.emplace_back(function.name);
    return names;
}

bool is_process_function(const std::string& name) {
    for (const auto& function : process_functions) {
        if (name == function.name) return true;
    }
    return is_forcing_function(name);
}

bool is_forcing_function(const std::string& name) {
    return std::ranges::any_of(forcing_functions, [&](const auto& function) { return name == function.name; });
}

bool is_built_variable(const std::string& name) {
    return name == "v" || name == "t" || name == "dt" || name == "celsius" || name == "diam" || name == "area" ||
           name == "secondorder";
}

}  // namespace ranvier::nmodl
