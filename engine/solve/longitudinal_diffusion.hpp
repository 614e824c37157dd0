#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "engine/solve/diffusion_lanes.hpp"
#include "mechanisms/runtime/abi.h"

namespace ranvier::engine {

class MechanismType;
class Section;
struct ModelData;

/// Diffusion along sections of the states named in a mechanism's LONGITUDINAL_DIFFUSION: an implicit step on the tree
/// of the segments that have the mechanism,
///     volume dc/dt = d/dx (D A dc/dx),
/// where D A between two segments is the mean of their values (docs: "LONGITUDINAL_DIFFUSION"; order of arithmetic as
/// in NEURON 9.0.2). There is no flux to a parent segment without the mechanism.
///
/// Volumes and conductances are expressions of the mechanism, which are evaluated in each step; what follows from them
/// and from the geometry is computed again only where one of them has changed.
class LongitudinalDiffusion {
  public:
    /// For rows [first, first + count) of the mechanism's table, which contain whole cells.
    LongitudinalDiffusion(ModelData& data, MechanismType& type, std::uint32_t first, std::uint32_t count);

    /// Advances the states by diffusion over in.dt [ms], after SOLVE. Throws MechanismError if an expression of the
    /// mechanism fails.
    void solve(rv_instances& in);

    // --- variable steps: `in` has derivatives of all diffusing states
    /// Computes the effect of a diffusing substance on itself through its current, as in NEURON's Jacobian: a current
    /// changes with the concentration like the Nernst potential. To be called after the currents and before the
    /// derivatives are computed; overwrites the derivatives.
    void find_current_slopes(rv_instances& in);
    /// Adds the fluxes between segments to the derivatives.
    void add_derivatives(rv_instances& in);
    /// Replaces derivatives x by (1 - gamma*J)^-1 x, where J is the Jacobian of diffusion alone; gamma [ms].
    void solve_derivatives(rv_instances& in, double gamma);

  private:
    struct Node {
        std::int32_t instance;
        std::int32_t parent;  ///< index in nodes_, less than this node's; -1: none
        const Section* section;
        bool is_first;  ///< the first node of its section
    };
    void append(Section& section);
    std::int32_t parent_of_first(const Section& section) const;
    /// Index in nodes_ of the compartment's instance, or -1.
    std::int32_t place_of(std::uint32_t compartment) const;
    void take_state(rv_instances& in, int which, std::size_t node);
    void take_states(rv_instances& in, int which);
    /// Advances all states at once, in lanes.
    void solve_together(rv_instances& in);
    void make_lanes(rv_instances& in);
    /// Updates factors_ if a length, a number of segments or rallbranch has changed; returns whether it did.
    bool update_factors();
    void find_coefficients();
    /// Solves for rhs_, which is already divided by dt. If `more` is not empty, adds it to the diagonal.
    void eliminate(double dt, std::span<const double> more = {});
    void add_current_slopes(rv_instances& in, int ion);
    /// The addresses of the derivatives of states_.
    std::span<double* const> derivatives_of(rv_instances& in, int which);

    ModelData& data_;
    MechanismType& type_;
    std::unordered_map<std::uint32_t, std::int32_t> instance_of_, place_of_;  // by compartment id
    std::vector<Node> nodes_;                                                 // parents before children
    /// What factors_ were made from.
    struct Shape {
        const Section* section;
        double L;  // [um]
        double rallbranch;
        int nseg;
    };
    std::vector<Shape> shapes_;  // by section
    std::vector<DiffusionLanes::Factors> factors_;
    std::vector<rv_diffusing> states_;
    std::optional<DiffusionLanes> lanes_;            // made when first used
    std::vector<double*> values_;                    // of the states in lanes_, by state and node
    std::vector<double> seen_, expressions_;         // from rv_mechanism::diffusions: of the coefficients, and now
    std::vector<std::vector<double*>> derivatives_;  // by number of the diffusing state; empty: not looked up yet
    std::vector<double> above_, below_, diagonal_, rhs_;
    std::vector<std::vector<double>> current_slopes_;  // by number of the diffusing state; times the concentration
};

}  // namespace ranvier::engine
