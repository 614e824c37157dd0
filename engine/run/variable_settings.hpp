#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "engine/solve/model.hpp"

namespace ranvier::engine {

/// A script's settings for variable steps (docs: "CVode"); NEURON's defaults.
struct VariableSettings {
    bool active = false;  ///< steps are variable
    bool local = false;   ///< each cell has its own steps
    /// Local steps were requested on a rank without cells: used if another rank uses them.
    bool local_if_others = false;
    bool algebraic = false;  ///< IDA solves algebraic equations with the others; rejected when a step is taken
    double absolute_tolerance = 1e-3;
    double relative_tolerance = 0;
    double longest_step = 1e9;     ///< [ms]
    double shortest_step = 0;      ///< [ms]; 0: none
    int highest_order = 5;         ///< 1 .. 5
    int stiff = 2;                 ///< 0: functional iteration; 1: voltages implicit; 2: all states implicit
    int jacobian = 0;              ///< 0: the tree's equations and the mechanisms' own; 1: dense; 2: diagonal
    int condition_order = 1;       ///< 1: thresholds are checked between steps; 2: the crossing within a step is found
    bool keep_magnitudes = false;  ///< the largest states and errors are recorded, also across initializations
    /// Factors of the absolute tolerance of variables, by table and column.
    std::map<std::pair<std::uint16_t, std::uint16_t>, double> scales{};
    std::uint64_t version = 0;  ///< increases with every change of a setting that integrators are made with

    /// To be called if another rank takes local steps: this rank does, too, if they were requested.
    void accept_local_steps() {
        if (!local_if_others || local) return;
        local = true;
        algebraic = false;
        ++version;
    }
};

/// Whether the next advance uses variable steps. With several ranks, even a rank without cells with equations takes
/// part.
inline bool takes_variable_steps(const VariableSettings& settings, const Model& model, bool is_alone) {
    return settings.active && (!is_alone || !model.is_without_equations());
}

}  // namespace ranvier::engine
