#pragma once

#include <cstdint>
#include <memory>
#include <unordered_map>
#include <vector>

#include "engine/cell/model_data.hpp"
#include "engine/solve/coupled_equations.hpp"
#include "engine/solve/coupled_system.hpp"
#include "engine/solve/linear_part.hpp"

namespace ranvier::engine {

/// The data of a CoupledSystem; only for coupled_*.cpp, which assemble the matrix and right-hand side (_assembly), make
/// fixed steps (_system), and support variable steps (_daes).
struct CoupledSystem::State {
    static constexpr std::int32_t none = -1;

    struct Node {
        std::uint32_t compartment;
        std::int32_t row;      // in the block
        std::int32_t parent;   // number among the nodes, or none
        std::int32_t unknown;  // the potential inside; the potentials of the layers follow
        std::int32_t outside;  // row in the table of extracellular, or none
        bool has_area;
        double d = 0, rhs = 0, v = 0;
        // Matrix entries: this node's diagonal, and (inside) the parent in this equation, this node in the parent's.
        double* diagonal = nullptr;
        double* by_parent = nullptr;
        double* on_parent = nullptr;
    };

    // A layer around a compartment.
    struct Layer {
        double a = 0, b = 0;  // axial, like a and b of the tree: effect on the parent's equation, effect of the parent
        double* diagonal = nullptr;
        double* inwards = nullptr;   // this equation, potential further in
        double* outwards = nullptr;  // the equation further in, this potential
        double* by_parent = nullptr;
        double* on_parent = nullptr;
    };

    State(ModelData& data, std::uint32_t first_row, std::vector<std::shared_ptr<LinearMechanism>> mechanisms);

    void add_cell(const CellOrder& cell);
    /// To be called after all add_cell.
    void finish();

    double* column(std::uint16_t k) const { return data.type(data.extracellular_id).table().column(k); }
    double* vext(std::size_t k) const { return column(data.extracellular->vext(static_cast<int>(k))); }
    Layer& layer_of(std::size_t node, std::size_t k) { return layer[node * layers + k]; }
    std::int32_t unknown_of_layer(const Node& node, std::size_t k) const {
        return node.unknown + 1 + static_cast<std::int32_t>(k);
    }
    double per_dt() const { return data.cells.secondorder ? 2. / data.cells.dt : 1. / data.cells.dt; }

    /// Updates the layers' coefficients if the values they depend on have changed.
    void update_layers();
    /// Assembles the equations at the present values, which LinearMechanisms may change first.
    void assemble();
    void solve() { equations.solve(!linear.empty()); }
    /// Sets the y of the nodes of linear[part] to their potentials.
    void take_potentials(std::size_t part) const;

    /// Visits the unknowns that belong to no row of the block, always in this order: potentials of layers, then the
    /// LinearMechanisms' own unknowns.
    template <class Visit>
    void visit_own(const Visit& visit) const {
        for (const Node& node : nodes) {
            for (std::size_t k = 0; node.outside != none && k < layers; ++k) visit(unknown_of_layer(node, k));
        }
        for (const LinearPart& part : linear) {
            for (const std::int32_t unknown : part.own_unknowns()) visit(unknown);
        }
    }

    ModelData& data;
    std::uint32_t first_row;
    std::size_t layers;
    std::vector<Node> nodes;
    std::vector<std::int32_t> outside_of_row;  // of the block's rows up to the last one of the nodes
    std::vector<Layer> layer;                  // by node * layers + k; unused for nodes without extracellular
    std::vector<LinearPart> linear;
    struct Columns {
        std::vector<double*> v, g, c;  // by layer
        double* battery;
    };
    Columns columns{};  // of the table of extracellular; valid after find_columns
    void find_columns();
    bool any_outside = false;
    bool gathered = false;  // the tree's kernels may already have changed v
    CoupledEquations equations;

  private:
    template <class Visit>
    void visit_tree(const Visit& visit);
    void number_linear();
    void make_pattern();
    bool take_xraxial();
    void update_layer(std::size_t i);
    void assemble_inside(double factor);
    void assemble_outside(double factor);
    void assemble_along(std::size_t i);
    void assemble_to_ground(std::size_t i, double factor);

    std::int32_t unknowns_ = 0;
    struct Potential {
        std::size_t node;
        int layer;  // 0: inside; -1: always 0
    };
    std::vector<std::vector<Potential>> potentials_;  // by LinearMechanism and its node
    std::uint64_t seen_coefficients_ = 0, seen_parameters_ = ~std::uint64_t{0};
    std::vector<double> seen_xraxial_;  // by layer and row of the table, when the coefficients were found
};

}  // namespace ranvier::engine
