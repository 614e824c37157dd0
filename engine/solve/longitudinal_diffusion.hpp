#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "mechanisms/runtime/abi.h"

namespace ranvier::engine {

class MechanismType;
class Section;
struct ModelData;

/// Diffusion along sections of the states that a mechanism's LONGITUDINAL_DIFFUSION names: an implicit step on the tree
/// of the segments that have the mechanism,
///     volume dc/dt = d/dx (D A dc/dx),
/// with D A between two segments the mean of theirs (docs: "LONGITUDINAL_DIFFUSION"; order of arithmetic as in
/// NEURON 9.0.2). There is no flux to a parent segment without the mechanism.
class LongitudinalDiffusion {
  public:
    /// Of rows [first, first + count) of the mechanism's table, which hold whole cells.
    LongitudinalDiffusion(ModelData& data, MechanismType& type, std::uint32_t first, std::uint32_t count);

    /// From the states after SOLVE to those after diffusing over in.dt [ms]. Throws MechanismError if an expression of
    /// the mechanism fails.
    void solve(rv_instances& in);

    // --- variable steps: `in` has derivatives of all that diffuses
    /// The effect of a diffusing substance on itself through its current, as in NEURON's Jacobian: a current changes
    /// with the concentration like the Nernst potential. To be called after the currents and before the derivatives are
    /// computed; overwrites the derivatives.
    void find_current_slopes(rv_instances& in);
    /// Adds the fluxes between segments to the derivatives.
    void add_derivatives(rv_instances& in);
    /// Derivatives x become (1 - gamma*J)^-1 x, J being that of diffusion alone; gamma [ms].
    void solve_derivatives(rv_instances& in, double gamma);

  private:
    struct Node {
        std::int32_t instance;
        std::int32_t parent;  ///< place in nodes_, before this one; -1: none
        const Section* section;
        bool is_first;  ///< of its section
    };
    void append(Section& section);
    std::int32_t parent_of_first(const Section& section) const;
    /// Of the compartment's instance in nodes_, or -1.
    std::int32_t place_of(std::uint32_t compartment) const;
    void take_states(rv_instances& in, int which);
    void find_coefficients();
    /// Solves for rhs_, which already is divided by dt; `more` is added to the diagonal if it is not empty.
    void eliminate(double dt, std::span<const double> more = {});
    void add_current_slopes(rv_instances& in, int ion);
    /// The place of the derivative of each of states_.
    std::span<double* const> derivatives_of(rv_instances& in, int which);

    ModelData& data_;
    MechanismType& type_;
    std::unordered_map<std::uint32_t, std::int32_t> instance_of_, place_of_;  // by compartment id
    std::vector<Node> nodes_;                                                 // parents before children
    std::vector<rv_diffusing> states_;
    std::vector<std::vector<double*>> derivatives_;  // by number of the diffusion; empty: not looked for yet
    std::vector<double> above_, below_, diagonal_, rhs_;
    std::vector<std::vector<double>> current_slopes_;  // by number of the diffusion: times the concentration
};

}  // namespace ranvier::engine
