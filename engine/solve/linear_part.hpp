#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "engine/cell/linear_mechanism.hpp"
#include "engine/solve/coupled_equations.hpp"

namespace ranvier::engine {

/// A LinearMechanism in the equations of a CoupledSystem: the unknowns of its y and the places of its matrix entries.
class LinearPart {
  public:
    static constexpr std::int32_t at_ground = -1;  ///< instead of an unknown, for a potential that is always 0

    explicit LinearPart(std::shared_ptr<LinearMechanism> mechanism) : mechanism_(std::move(mechanism)) {}

    LinearMechanism& mechanism() const { return *mechanism_; }
    /// `of_nodes`: the unknowns of the mechanism's potentials. Numbers its other unknowns from `next` on, and advances
    /// `next` past them.
    void number(std::vector<std::int32_t> of_nodes, std::int32_t& next);
    /// All unknowns, by element of y.
    std::span<const std::int32_t> unknowns() const { return unknowns_; }
    /// The unknowns that are not potentials.
    std::span<const std::int32_t> own_unknowns() const { return unknowns().subspan(mechanism_->nodes.size()); }
    /// Throws MechanismError if the size of a vector or matrix differs from the number of unknowns.
    void check_sizes() const;

    /// Adds the elements that are nonzero now to the pattern.
    void list_pattern(std::vector<CoupledEquations::Entry>& entries);
    /// Looks up the places of the entries; to be called when they are in the pattern.
    void find_places(CoupledEquations& equations);
    /// Adds c / dt + g and b - g y. Returns false if an entry that is not in the pattern has become nonzero.
    bool assemble(CoupledEquations& equations, double per_dt);
    /// sum += c * rates, both by unknown.
    void add_flows(const Eigen::VectorXd& rates, Eigen::VectorXd& sum) const;
    /// Adds the solution to y.
    void update(const CoupledEquations& equations);

  private:
    struct Entry {
        std::size_t row, column;
        double c, g;
        double* place;  // null: row or column is at ground
    };
    struct Place {
        std::size_t row, column;
        double* place;
    };
    template <class Visit>
    void visit_nonzero(const Visit& visit) const;
    bool find_entries();

    std::shared_ptr<LinearMechanism> mechanism_;
    std::vector<std::int32_t> unknowns_;
    std::vector<Place> pattern_;                   // what was nonzero when it was made, column by column
    std::vector<Entry> entries_;                   // nonzero elements, column by column
    std::uint64_t c_changes_ = 0, g_changes_ = 0;  // of the matrices when entries_ was made; 0: never
    std::vector<double> flow_;                     // g y
};

}  // namespace ranvier::engine
