#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "engine/cell/instance_view.hpp"
#include "engine/solve/block.hpp"
#include "engine/storage/aligned.hpp"
#include "engine/storage/cache_lines.hpp"

namespace ranvier::engine {

class MechanismType;

/// The data of a CellBlock for variable steps.
struct VariableBlock {
    bool is_evaluating = false;                 ///< currents are computed for a variable step
    bool with_algebraic = false;                ///< all voltages are unknowns; the next four members are used
    std::vector<bool> is_coupled;               ///< by row
    std::size_t mechanisms_end = 0;             ///< index after the last mechanism state
    std::vector<std::size_t> first_of_coupled;  ///< by coupled system: index of its first own unknown
    double assembled_capacity = 0;              ///< factor of cm in the membrane's share of d

    std::vector<OdeState> states;
    std::vector<std::int32_t> parent;  ///< by row; -1: root
    std::vector<std::int32_t> roots;
    /// An edge from a row to its parent: a acts on the parent, b on the row itself. Edges of parents come before edges
    /// of their children.
    struct Edge {
        std::int32_t row, up;
        double a, b;
    };
    std::vector<Edge> edges;
    std::uint64_t edges_version = ~std::uint64_t{0};  ///< of the coefficients in `edges`
    /// By row: b of the edge to its parent, a of the edge to its first child; 0 without such an edge. The other children's edges,
    /// by number, follow.
    AlignedVector<double> to_parent, to_child;
    std::vector<std::size_t> further_children;
    std::vector<std::int32_t> capacitive;  ///< rows whose voltage is a state
    std::vector<std::int32_t> algebraic;   ///< rows whose voltage follows from the other voltages
    std::vector<std::int32_t> children_of_algebraic;
    /// If no current flows into an algebraic row, its voltage is a mean of its neighbors' voltages. Sums and divisions
    /// are in NEURON's order, because a rounding error in the voltage makes a current through very small resistances.
    struct Share {
        std::int32_t row, neighbor;
        double conductance;
    };
    std::vector<Share> shares;
    std::vector<double> shared;         ///< sums of conductances, by number in `algebraic`
    AlignedVector<double> conductance;  ///< membrane conductance at the last evaluation [mS/cm2]

    /// Point processes with currents in algebraic rows.
    struct Current {
        MechanismType* type;
        std::unique_ptr<InstanceView> view;
    };
    std::vector<Current> algebraic_currents;

    /// Derivatives of the states of one mechanism.
    struct Columns {
        AlignedVector<double> values;  ///< column by column
        std::vector<double*> at;
    };
    std::vector<std::unique_ptr<Columns>> columns;

    void list_memory(CacheLines& to) const;
    /// After a change of `edges`.
    void list_shares();
    /// The diagonal of the tree's equations with `cm` times `capacity_factor`. Between rows without area and their
    /// neighbors, the elimination subtracts nearly all of it again. If it were not summed in NEURON's order, Newton's
    /// corrections would differ from NEURON's in the 12th digit, and the estimates of errors, which are differences of
    /// corrections, in the 7th.
    void find_diagonal(double capacity_factor, const double* cm, double* d) const;

    /// Sets is_evaluating during its lifetime.
    class Evaluation {
      public:
        explicit Evaluation(VariableBlock& block) : block_(block) { block_.is_evaluating = true; }
        ~Evaluation() { block_.is_evaluating = false; }
        Evaluation(const Evaluation&) = delete;
        Evaluation& operator=(const Evaluation&) = delete;

      private:
        VariableBlock& block_;
    };
};

}  // namespace ranvier::engine
