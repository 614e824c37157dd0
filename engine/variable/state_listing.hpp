#pragma once

#include <cstdint>
#include <vector>

#include "engine/solve/model.hpp"
#include "engine/variable/variable_integrator.hpp"

namespace ranvier::engine {

/// The states of an integrator in the order in which scripts see them.
struct ListedStates {
    VariableIntegrator* integrator;
    std::vector<std::uint32_t> order;  ///< by place in the list: the state's place among those of the integrator
};

/// Lists the states of all integrators in NEURON's order: one cell after the other where each has an integrator; of each
/// integrator, the potentials by node, from the inside out, then the unknowns of LinearMechanisms, then the states of each
/// mechanism, instance by instance in the order of nodes. Integrators keep the states of a mechanism side by side.
std::vector<ListedStates> list_states(const Model& model, const std::vector<VariableIntegrator*>& integrators);

/// One value a state, from the integrator's order to that of the list, and back.
std::vector<double> listed(const ListedStates& states, const std::vector<double>& values);
std::vector<double> unlisted(const ListedStates& states, const std::vector<double>& values);

}  // namespace ranvier::engine
