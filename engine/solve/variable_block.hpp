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
    bool is_evaluating = false;                 ///< currents are those of a variable step
    bool with_algebraic = false;                ///< all voltages are unknowns, and what follows is used
    std::vector<bool> is_coupled;               ///< by row
    std::size_t mechanisms_end = 0;             ///< after the last state of a mechanism
    std::vector<std::size_t> first_of_coupled;  ///< by coupled system: its first own unknown
    double assembled_capacity = 0;              ///< what multiplies cm in the membrane's share of d

    std::vector<OdeState> states;
    std::vector<std::int32_t> parent;  ///< by row; -1: root
    std::vector<std::int32_t> roots;
    /// From a row to its parent: a acts on the parent, b on the row itself. Parents' edges come before children's.
    struct Edge {
        std::int32_t row, up;
        double a, b, ab;
    };
    std::vector<Edge> edges;
    std::uint64_t edges_version = ~std::uint64_t{0};  ///< of the coefficients in them
    AlignedVector<double> axial;                      ///< what they add to each row's diagonal
    std::vector<std::int32_t> capacitive;             ///< rows whose voltage is a state
    std::vector<std::int32_t> algebraic;              ///< rows whose voltage follows from the others'
    std::vector<std::int32_t> children_of_algebraic;
    /// Where no current flows into an algebraic row, its voltage is a mean of its neighbors', row by row. Summed and
    /// divided as NEURON does: along very small resistances a rounding error here is a current.
    struct Share {
        std::int32_t row, neighbor;
        double conductance;
    };
    std::vector<Share> shares;
    AlignedVector<double> conductance;  ///< of the membrane at the last evaluation [mS/cm2]

    /// Point processes with currents in algebraic rows.
    struct Current {
        MechanismType* type;
        std::unique_ptr<InstanceView> view;
    };
    std::vector<Current> algebraic_currents;

    /// Derivatives of one mechanism's states.
    struct Columns {
        AlignedVector<double> values;  ///< column by column
        std::vector<double*> at;
    };
    std::vector<std::unique_ptr<Columns>> columns;

    void list_memory(CacheLines& to) const;

    /// Marks the block while it lives.
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
