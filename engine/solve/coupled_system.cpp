#include "engine/solve/coupled_system.hpp"

#include <fmt/format.h>

#include <Eigen/SparseLU>
#include <algorithm>
#include <cmath>
#include <optional>
#include <unordered_map>
#include <utility>

#include "engine/cell/linear_mechanism.hpp"
#include "engine/cell/model_data.hpp"
#include "engine/solve/layout.hpp"
#include "engine/solve/sparse_elimination.hpp"

namespace ranvier::engine {

namespace {

using SparseMatrix = Eigen::SparseMatrix<double, Eigen::ColMajor, std::int32_t>;
constexpr std::int32_t none = -1;

struct CoupledNode {
    std::uint32_t compartment;
    std::int32_t row;      // in the block
    std::int32_t parent;   // number among the nodes, or none
    std::int32_t unknown;  // of the potential inside; those of the layers follow
    std::int32_t outside;  // row in the table of extracellular, or none
    double d = 0, rhs = 0, v = 0;
    // Places in the matrix of: own diagonal, the parent's in this equation and this one's in the parent's (first layer
    // or inside), and, of layer j, the coupling with what lies further in, both ways.
    double* diagonal = nullptr;
    double* by_parent = nullptr;
    double* on_parent = nullptr;
};

// A layer around a compartment.
struct Layer {
    double a = 0, b = 0;  // axial, as in the tree: effect on the parent's equation, effect of the parent
    double* diagonal = nullptr;
    double* inwards = nullptr;   // this equation, potential further in
    double* outwards = nullptr;  // the equation further in, this potential
    double* by_parent = nullptr;
    double* on_parent = nullptr;
};

struct LinearPart {
    std::shared_ptr<LinearMechanism> mechanism;
    std::vector<std::int32_t> unknown;  // by element of y; none: at ground
    std::vector<double*> place;         // by (row, column); null: zero when the pattern was made

    struct Entry {
        std::size_t row, column;
        double c, g;
        double* place;  // null: at ground
    };
    std::vector<Entry> entries{};  // that are not zero, column by column
    std::uint64_t c_changes = 0, g_changes = 0;  // of the matrices when these were found; 0: never
    std::vector<double> flow{};  // g y
};

}  // namespace

struct CoupledSystem::State {
    ModelData& data;
    std::uint32_t first_row;
    std::size_t layers;
    std::vector<CoupledNode> nodes;
    std::vector<Layer> layer;  // by node * layers + k; used where there is extracellular
    std::vector<LinearPart> linear;
    bool any_outside = false;

    SparseMatrix matrix;
    Eigen::VectorXd rhs;
    Eigen::VectorXd solution, miss, terms;
    std::optional<SparseElimination> by_tree;  // made when first used
    Eigen::SparseLU<SparseMatrix> solver;
    std::int32_t unknowns = 0;
    bool pattern_is_new = true;
    bool has_diagonal = false;  // no diagonal entry is zero by the pattern
    std::uint64_t seen_coefficients = 0, seen_parameters = ~std::uint64_t{0};

    State(ModelData& d, std::uint32_t first, std::vector<std::shared_ptr<LinearMechanism>> mechanisms)
        : data(d), first_row(first), layers(static_cast<std::size_t>(d.extracellular->layers())) {
        for (auto& mechanism : mechanisms) linear.push_back({std::move(mechanism), {}, {}});
    }

    double* column(std::uint16_t k) const { return data.type(data.extracellular_id).table().column(k); }
    double* vext(std::size_t k) const { return column(data.extracellular->vext(static_cast<int>(k))); }
    Layer& layer_of(std::size_t node, std::size_t k) { return layer[node * layers + k]; }

    void add_cell(const CellOrder& cell) {
        const auto base = static_cast<std::int32_t>(nodes.size());
        const Table& outside = data.type(data.extracellular_id).table();
        for (std::size_t j = 0; j < cell.compartments.size(); ++j) {
            const std::uint32_t id = cell.compartments[j];
            CoupledNode node{id, static_cast<std::int32_t>(data.compartments.row(id) - first_row),
                             cell.parent[j] < 0 ? none : base + cell.parent[j], unknowns++, none};
            const std::uint32_t instance = data.extracellular_at(id);
            if (instance != MechanismType::nowhere) {
                node.outside = static_cast<std::int32_t>(outside.row(instance));
                unknowns += static_cast<std::int32_t>(layers);
                any_outside = true;
            }
            nodes.push_back(node);
        }
    }

    // --- the matrix's pattern ---------------------------------------------------------------------------------------
    void number_linear() {
        std::unordered_map<std::uint32_t, std::size_t> node_of;
        for (std::size_t i = 0; i < nodes.size(); ++i) node_of[nodes[i].compartment] = i;
        for (LinearPart& part : linear) {
            for (const LinearMechanism::Node& at : part.mechanism->nodes) {
                const CoupledNode& node = nodes[node_of.at(at.compartment)];
                const bool grounded = at.layer > 0 && (node.outside == none || at.layer > static_cast<int>(layers));
                part.unknown.push_back(grounded ? none : node.unknown + at.layer);
            }
            while (part.unknown.size() < part.mechanism->size()) part.unknown.push_back(unknowns++);
        }
    }

    template <class Visit>
    void visit_tree(const Visit& visit) {
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            CoupledNode& node = nodes[i];
            const std::int32_t own = node.unknown;
            visit(own, own, node.diagonal);
            CoupledNode* parent = node.parent == none ? nullptr : &nodes[static_cast<std::size_t>(node.parent)];
            if (parent) {
                visit(own, parent->unknown, node.by_parent);
                visit(parent->unknown, own, node.on_parent);
            }
            if (node.outside == none) continue;
            for (std::size_t k = 0; k < layers; ++k) {
                const std::int32_t at = own + 1 + static_cast<std::int32_t>(k);
                Layer& l = layer_of(i, k);
                visit(at, at, l.diagonal);
                visit(at, at - 1, l.inwards);
                visit(at - 1, at, l.outwards);
                if (!parent || parent->outside == none) continue;
                const std::int32_t up = parent->unknown + 1 + static_cast<std::int32_t>(k);
                visit(at, up, l.by_parent);
                visit(up, at, l.on_parent);
            }
        }
    }

    void make_pattern() {
        std::vector<Eigen::Triplet<double>> entries;
        std::vector<bool> on_diagonal(static_cast<std::size_t>(unknowns));
        const auto entry = [&](std::int32_t row, std::int32_t col) {
            entries.emplace_back(row, col, 0.);
            if (row == col) on_diagonal[static_cast<std::size_t>(row)] = true;
        };
        visit_tree([&](std::int32_t row, std::int32_t col, double*&) { entry(row, col); });
        for (const LinearPart& part : linear) {
            visit_linear(part, [&](std::int32_t row, std::int32_t col, std::size_t) { entry(row, col); });
        }
        matrix.resize(unknowns, unknowns);
        matrix.setFromTriplets(entries.begin(), entries.end());
        matrix.makeCompressed();
        visit_tree([&](std::int32_t row, std::int32_t col, double*& place) { place = &matrix.coeffRef(row, col); });
        for (LinearPart& part : linear) {
            part.place.assign(part.mechanism->size() * part.mechanism->size(), nullptr);
            part.c_changes = 0;
            visit_linear(part, [&](std::int32_t row, std::int32_t col, std::size_t k) {
                part.place[k] = &matrix.coeffRef(row, col);
            });
        }
        rhs.resize(unknowns);
        has_diagonal = std::ranges::all_of(on_diagonal, [](bool is) { return is; });
        pattern_is_new = true;
        by_tree.reset();
    }

    template <class Visit>
    static void visit_linear(const LinearPart& part, const Visit& visit) {
        const std::size_t n = part.mechanism->size();
        for (std::size_t i = 0; i < n; ++i) {
            for (std::size_t j = 0; j < n; ++j) {
                const auto row = static_cast<Eigen::Index>(i), col = static_cast<Eigen::Index>(j);
                if (part.mechanism->c->values()(row, col) == 0 && part.mechanism->g->values()(row, col) == 0) continue;
                if (part.unknown[i] != none && part.unknown[j] != none) {
                    visit(part.unknown[i], part.unknown[j], i * n + j);
                }
            }
        }
    }

    // --- coefficients -----------------------------------------------------------------------------------------------
    // NEURON's: half a segment's resistance [megohm] either side of a centre, as inside.
    void update_layers() {
        const std::uint64_t parameters = data.type(data.extracellular_id).version();
        if (!any_outside || (seen_coefficients == data.coefficients_version && seen_parameters == parameters)) return;
        seen_coefficients = data.coefficients_version;
        seen_parameters = parameters;
        const double* area = data.compartments.column(col_area) + first_row;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const CoupledNode& node = nodes[i];
            if (node.outside == none || node.parent == none) continue;
            const Home& home = data.homes[node.compartment];
            const Section& section = *home.section;
            const int nseg = section.nseg();
            int j = home.segment;
            if (j == Home::far_end) {
                j = nseg;
            } else if (section.child_end() != 0) {
                j = nseg - 1 - j;
            }
            const double dx = section.L() / nseg;
            const Table& outside = data.type(data.extracellular_id).table();
            for (std::size_t k = 0; k < layers; ++k) {
                const double* xraxial = column(data.extracellular->xraxial(static_cast<int>(k)));
                const auto half = [&](int segment) {
                    if (segment == nseg || segment < 0) return 0.;
                    const std::uint32_t id = data.extracellular_at(section.node(segment));
                    return 1e-4 * xraxial[outside.row(id)] * (dx / 2.);
                };
                const double resistance = j == 0 ? half(0) : half(j) + half(j - 1);
                const double above = area[nodes[static_cast<std::size_t>(node.parent)].row];
                const double rall = j == 0 ? section.rallbranch() : 1.;
                Layer& l = layer_of(i, k);
                l.a = -1.e2 * rall / (resistance * above);
                l.b = -1.e2 / (resistance * area[node.row]);
            }
        }
    }

    // --- a step -----------------------------------------------------------------------------------------------------
    void assemble_inside(double factor) {
        const double* a = data.a.data() + first_row;
        const double* b = data.b.data() + first_row;
        const double* cm = data.compartments.column(col_cm) + first_row;
        for (const CoupledNode& node : nodes) {
            *node.diagonal += node.d + factor * cm[node.row];
            rhs[node.unknown] += node.rhs;
        }
        for (const CoupledNode& node : nodes) {
            if (node.parent == none) continue;
            const CoupledNode& parent = nodes[static_cast<std::size_t>(node.parent)];
            const double inside = node.outside == none ? node.v : node.v + vext(0)[node.outside];
            const double above = parent.outside == none ? parent.v : parent.v + vext(0)[parent.outside];
            const double dv = above - inside;
            rhs[node.unknown] -= b[node.row] * dv;
            rhs[parent.unknown] += a[node.row] * dv;
            *node.by_parent += b[node.row];
            *node.on_parent += a[node.row];
            *node.diagonal -= b[node.row];
            *parent.diagonal -= a[node.row];
        }
    }

    void assemble_outside(double factor) {
        const double* membrane_d = data.saved_d.data() + first_row;
        const double* membrane_rhs = data.saved_rhs.data() + first_row;
        for (std::size_t i = 0; i < nodes.size(); ++i) {
            const CoupledNode& node = nodes[i];
            if (node.outside == none) continue;
            const auto at = static_cast<std::size_t>(node.outside);
            const double dm = membrane_d[node.row];
            column(Extracellular::sav_g)[at] = dm;
            column(Extracellular::sav_rhs)[at] = membrane_rhs[node.row];
            Layer& first = layer_of(i, 0);
            *first.diagonal += dm;
            *first.inwards -= dm;
            *first.outwards -= dm;
            rhs[node.unknown + 1] += membrane_rhs[node.row];
            if (node.parent == none) continue;
            assemble_to_ground(i, factor);
            const CoupledNode& parent = nodes[static_cast<std::size_t>(node.parent)];
            if (parent.outside == none) continue;  // sealed there
            for (std::size_t k = 0; k < layers; ++k) {
                Layer& l = layer_of(i, k);
                const double dv = vext(k)[parent.outside] - vext(k)[node.outside];
                const auto n = static_cast<std::int32_t>(k) + 1;
                rhs[node.unknown + n] -= l.b * dv;
                rhs[parent.unknown + n] += l.a * dv;
                *l.by_parent += l.b;
                *l.on_parent += l.a;
                *l.diagonal -= l.b;
                *layer_of(static_cast<std::size_t>(node.parent), k).diagonal -= l.a;
            }
        }
    }

    // From each layer to the next, and from the last through the battery to ground.
    void assemble_to_ground(std::size_t i, double factor) {
        const CoupledNode& node = nodes[i];
        if (data.homes[node.compartment].segment < 0) return;  // no area
        const auto at = static_cast<std::size_t>(node.outside);
        for (std::size_t k = 0; k < layers; ++k) {
            const double g = column(data.extracellular->xg(static_cast<int>(k)))[at];
            const double c = column(data.extracellular->xc(static_cast<int>(k)))[at];
            const double total = g + c * factor;
            const std::int32_t own = node.unknown + 1 + static_cast<std::int32_t>(k);
            *layer_of(i, k).diagonal += total;
            if (k + 1 == layers) {
                rhs[own] -= g * (vext(k)[at] - column(Extracellular::e_extracellular)[at]);
            } else {
                const double current = g * (vext(k)[at] - vext(k + 1)[at]);
                rhs[own] -= current;
                rhs[own + 1] += current;
                Layer& next = layer_of(i, k + 1);
                *next.diagonal += total;
                *next.inwards -= total;
                *next.outwards -= total;
            }
        }
    }

    void take_potentials(const LinearPart& part) const {
        const LinearMechanism& m = *part.mechanism;
        for (std::size_t i = 0; i < m.nodes.size(); ++i) {
            const std::uint32_t compartment = m.nodes[i].compartment;
            const std::uint32_t instance = data.extracellular_at(compartment);
            const bool surrounded = instance != MechanismType::nowhere;
            const std::uint32_t at = surrounded ? data.type(data.extracellular_id).table().row(instance) : 0;
            if (m.nodes[i].layer == 0) {
                const std::uint32_t row = data.compartments.row(compartment) - first_row;
                (*m.y)[i] = v_of(row) + (surrounded ? vext(0)[at] : 0.);
            } else if (part.unknown[i] != none) {
                (*m.y)[i] = vext(static_cast<std::size_t>(m.nodes[i].layer - 1))[at];
            }
        }
    }

    // The kernels of the tree may have gone over v already.
    bool gathered = false;
    std::unordered_map<std::uint32_t, std::size_t> node_of_row;
    double v_of(std::uint32_t row) const {
        if (gathered) return nodes[node_of_row.at(row)].v;
        return data.compartments.column(col_v)[first_row + row];
    }

    static void check_sizes(const LinearMechanism& m, std::size_t known) {
        const auto n = static_cast<Eigen::Index>(known);
        const Eigen::MatrixXd& c = m.c->values();
        const Eigen::MatrixXd& g = m.g->values();
        const bool fits = m.size() == known && m.b->size() == known && c.rows() == n && c.cols() == n &&
                          g.rows() == n && g.cols() == n && (!m.y0 || m.y0->size() == known);
        if (!fits) {
            throw MechanismError(
                fmt::format("LinearMechanism: y has {} elements (it began with {}), b {}; c is {} x {} "
                            "and g {} x {}; all of these must be of one size",
                            m.size(), known, m.b->size(), c.rows(), c.cols(), g.rows(), g.cols()));
        }
    }

    // Returns false if an entry has become nonzero that was not in the pattern.
    bool assemble_linear(LinearPart& part, double per_dt) {
        LinearMechanism& m = *part.mechanism;
        const bool changed = part.c_changes != m.c->changes() || part.g_changes != m.g->changes();
        if (changed && !find_entries(part)) return false;
        part.flow.assign(m.size(), 0.);
        for (const LinearPart::Entry& e : part.entries) part.flow[e.row] += e.g * (*m.y)[e.column];
        for (std::size_t i = 0; i < m.size(); ++i) {
            if (part.unknown[i] != none) rhs[part.unknown[i]] += (*m.b)[i] - part.flow[i];
        }
        for (const LinearPart::Entry& e : part.entries) {
            if (!e.place) continue;
            *e.place += per_dt * e.c;
            *e.place += e.g;
        }
        return true;
    }

    bool find_entries(LinearPart& part) {
        const LinearMechanism& m = *part.mechanism;
        const std::size_t n = m.size();
        part.entries.clear();
        for (std::size_t j = 0; j < n; ++j) {  // column by column, as they lie in memory
            const double* c = m.c->values().col(static_cast<Eigen::Index>(j)).data();
            const double* g = m.g->values().col(static_cast<Eigen::Index>(j)).data();
            for (std::size_t i = first_nonzero(c, g, 0, n); i < n; i = first_nonzero(c, g, i + 1, n)) {
                const bool at_ground = part.unknown[i] == none || part.unknown[j] == none;
                double* const place = at_ground ? nullptr : part.place[i * n + j];
                if (!at_ground && !place) return false;
                part.entries.push_back({i, j, c[i], g[i], place});
            }
        }
        part.c_changes = m.c->changes();
        part.g_changes = m.g->changes();
        return true;
    }

    // From `i` on; most elements of large matrices are zero.
    static std::size_t first_nonzero(const double* c, const double* g, std::size_t i, std::size_t n) {
        constexpr std::size_t at_once = 32;
        const auto all_zero = [&] {
            bool any = false;
            for (std::size_t k = i; k < i + at_once; ++k) any |= (c[k] != 0) | (g[k] != 0);
            return !any;
        };
        while (i + at_once <= n && all_zero()) i += at_once;
        while (i < n && c[i] == 0 && g[i] == 0) ++i;
        return i;
    }

    // Cables with what surrounds them need no pivoting; a LinearMechanism may be any circuit, though most do not
    // either.
    void solve() {
        if (has_diagonal && solve_by_tree()) {
            rhs.swap(solution);
            return;
        }
        factorize();
        rhs = solver.solve(rhs).eval();
    }

    bool solve_by_tree() {
        if (!by_tree) by_tree.emplace(unknowns, entries_of(matrix));
        const std::span<const double> values(matrix.valuePtr(), static_cast<std::size_t>(matrix.nonZeros()));
        solution = rhs;
        return by_tree->solve(values, solution.data()) && (linear.empty() || is_solved());
    }

    // Every equation holds but for the rounding of its terms.
    bool is_solved() {
        constexpr double tolerance = 1e-12;
        miss = -rhs;
        terms = rhs.cwiseAbs();
        for (Eigen::Index column = 0; column < matrix.outerSize(); ++column) {
            for (SparseMatrix::InnerIterator at(matrix, column); at; ++at) {
                const double term = at.value() * solution[column];
                miss[at.row()] += term;
                terms[at.row()] += std::abs(term);
            }
        }
        return (miss.cwiseAbs().array() <= tolerance * terms.array()).all();
    }

    static std::vector<std::pair<std::int32_t, std::int32_t>> entries_of(const SparseMatrix& matrix) {
        std::vector<std::pair<std::int32_t, std::int32_t>> entries;
        for (Eigen::Index column = 0; column < matrix.outerSize(); ++column) {
            for (SparseMatrix::InnerIterator at(matrix, column); at; ++at) {
                entries.emplace_back(static_cast<std::int32_t>(at.row()), static_cast<std::int32_t>(at.col()));
            }
        }
        return entries;
    }

    void factorize() {
        if (std::exchange(pattern_is_new, false)) solver.analyzePattern(matrix);
        solver.factorize(matrix);
        if (solver.info() != Eigen::Success) {
            throw MechanismError(
                fmt::format("the equations of extracellular or LinearMechanism have no single solution: {}",
                            solver.lastErrorMessage()));
        }
    }

    void assemble() {
        const double per_dt = data.cells.secondorder ? 2. / data.cells.dt : 1. / data.cells.dt;
        for (LinearPart& part : linear) {
            check_sizes(*part.mechanism, part.unknown.size());
            take_potentials(part);
            if (part.mechanism->before) part.mechanism->before();
        }
        for (bool complete = false; !complete;) {
            std::fill(matrix.valuePtr(), matrix.valuePtr() + matrix.nonZeros(), 0.);
            rhs.setZero();
            complete = true;
            assemble_inside(.001 * per_dt);
            if (any_outside) assemble_outside(.001 * per_dt);
            for (LinearPart& part : linear) complete = complete && assemble_linear(part, per_dt);
            if (!complete) make_pattern();
        }
    }
};

// --- variable steps -------------------------------------------------------------------------------------------------

void CoupledSystem::list_states(std::vector<OdeState>& states, std::vector<bool>& is_coupled_row) const {
    State& s = *state_;
    const MechanismType& type = s.data.type(s.data.extracellular_id);
    for (const CoupledNode& node : s.nodes) {
        is_coupled_row[static_cast<std::size_t>(node.row)] = true;
        if (node.outside == none) continue;
        for (std::size_t k = 0; k < s.layers; ++k) {
            const auto column = static_cast<std::uint16_t>(s.data.extracellular->vext(static_cast<int>(k)));
            const std::uint32_t id = type.table().id(static_cast<std::size_t>(node.outside));
            states.push_back({s.vext(k) + node.outside, nullptr, {type.id(), column, id}, 0});
        }
    }
    for (const LinearPart& part : s.linear) {
        for (std::size_t i = part.mechanism->nodes.size(); i < part.unknown.size(); ++i) {
            states.push_back({part.mechanism->y->data() + i, nullptr, {}, 0});
        }
    }
}

void CoupledSystem::residual(const double* rate, const double* own_rate, double* residual, double* own_residual) {
    State& s = *state_;
    s.update_layers();
    s.assemble();
    const double* cm = s.data.compartments.column(col_cm) + s.first_row;
    const double* membrane_rhs = s.data.saved_rhs.data() + s.first_row;
    Eigen::VectorXd rates(s.unknowns), sum(-s.rhs);  // rates of the potentials inside, of the layers', of y
    std::size_t own = 0;
    for (const CoupledNode& node : s.nodes) {
        rates[node.unknown] = rate[node.row];
        if (node.outside == none) continue;
        for (std::size_t k = 0; k < s.layers; ++k) {
            rates[node.unknown + 1 + static_cast<std::int32_t>(k)] = own_rate[own++];
        }
        rates[node.unknown] += rates[node.unknown + 1];
    }
    for (const LinearPart& part : s.linear) {
        for (std::size_t i = part.mechanism->nodes.size(); i < part.unknown.size(); ++i) {
            rates[part.unknown[i]] = own_rate[own++];
        }
    }
    for (const CoupledNode& node : s.nodes) {
        const double membrane = .001 * cm[node.row] * rate[node.row];
        sum[node.unknown] += membrane;
        if (node.outside == none) continue;
        sum[node.unknown + 1] -= membrane;
        s.column(Extracellular::i_membrane)[node.outside] = membrane_rhs[node.row] + membrane;
        if (node.parent == none || s.data.homes[node.compartment].segment < 0) continue;
        for (std::size_t k = 0; k < s.layers; ++k) {
            const double c = .001 * s.column(s.data.extracellular->xc(static_cast<int>(k)))[node.outside];
            const std::int32_t at = node.unknown + 1 + static_cast<std::int32_t>(k);
            const bool is_last = k + 1 == s.layers;
            const double current = c * (rates[at] - (is_last ? 0. : rates[at + 1]));
            sum[at] += current;
            if (!is_last) sum[at + 1] -= current;
        }
    }
    for (const LinearPart& part : s.linear) {
        for (std::size_t i = 0; i < part.unknown.size(); ++i) {
            for (std::size_t j = 0; j < part.unknown.size() && part.unknown[i] != none; ++j) {
                if (part.unknown[j] == none) continue;
                const double c = part.mechanism->c->values()(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j));
                if (c != 0) sum[part.unknown[i]] += c * rates[part.unknown[j]];
            }
        }
    }
    own = 0;
    for (const CoupledNode& node : s.nodes) {
        residual[node.row] = sum[node.unknown];
        for (std::size_t k = 0; node.outside != none && k < s.layers; ++k) {
            own_residual[own++] = sum[node.unknown + 1 + static_cast<std::int32_t>(k)];
        }
    }
    for (const LinearPart& part : s.linear) {
        for (std::size_t i = part.mechanism->nodes.size(); i < part.unknown.size(); ++i) {
            own_residual[own++] = sum[part.unknown[i]];
        }
    }
}

void CoupledSystem::solve_with(const double* rows, double* own, double* solution) {
    State& s = *state_;
    s.assemble();
    std::size_t k = 0;
    const auto for_own = [&](const auto& visit) {
        k = 0;
        for (const CoupledNode& node : s.nodes) {
            for (std::size_t layer = 0; node.outside != none && layer < s.layers; ++layer) {
                visit(node.unknown + 1 + static_cast<std::int32_t>(layer), own[k++]);
            }
        }
        for (const LinearPart& part : s.linear) {
            for (std::size_t i = part.mechanism->nodes.size(); i < part.unknown.size(); ++i) {
                visit(part.unknown[i], own[k++]);
            }
        }
    };
    for (const CoupledNode& node : s.nodes) s.rhs[node.unknown] = rows[node.row];
    for_own([&](std::int32_t at, double& b) { s.rhs[at] = b; });
    s.solve();
    for_own([&](std::int32_t at, double& x) { x = s.rhs[at]; });
    for (const CoupledNode& node : s.nodes) {
        solution[node.row] = s.rhs[node.unknown] - (node.outside == none ? 0. : s.rhs[node.unknown + 1]);
    }
}

CoupledSystem::CoupledSystem(ModelData& data, std::uint32_t first_row, std::span<const CellOrder* const> cells,
                             std::vector<std::shared_ptr<LinearMechanism>> linear)
    : state_(std::make_unique<State>(data, first_row, std::move(linear))) {
    for (const CellOrder* cell : cells) state_->add_cell(*cell);
    for (std::size_t i = 0; i < state_->nodes.size(); ++i) {
        state_->node_of_row[static_cast<std::uint32_t>(state_->nodes[i].row)] = i;
    }
    state_->layer.resize(state_->nodes.size() * state_->layers);
    state_->number_linear();
    state_->make_pattern();
}

CoupledSystem::~CoupledSystem() = default;
CoupledSystem::CoupledSystem(CoupledSystem&&) noexcept = default;

bool CoupledSystem::has_extracellular() const {
    return state_->any_outside;
}

void CoupledSystem::initialize_extracellular() {
    for (const CoupledNode& node : state_->nodes) {
        if (node.outside == none) continue;
        for (std::size_t k = 0; k < state_->layers; ++k) state_->vext(k)[node.outside] = 0;
        state_->column(Extracellular::i_membrane)[node.outside] = 0;
    }
}

void CoupledSystem::initialize_linear() {
    if (!state_->linear.empty() && state_->data.cells.secondorder != 0) {
        throw MechanismError("a LinearMechanism needs secondorder = 0");
    }
    for (const LinearPart& part : state_->linear) {
        LinearMechanism& m = *part.mechanism;
        State::check_sizes(m, part.unknown.size());
        state_->take_potentials(part);
        for (std::size_t i = m.nodes.size(); i < m.size(); ++i) (*m.y)[i] = m.y0 ? (*m.y0)[i] : 0.;
    }
}

void CoupledSystem::add_vext(double* v) const {
    for (const CoupledNode& node : state_->nodes) {
        if (node.outside != none) v[node.row] += state_->vext(0)[node.outside];
    }
}

void CoupledSystem::gather() {
    ModelData& data = state_->data;
    const std::size_t first = state_->first_row;
    const double* v = data.compartments.column(col_v) + first;
    for (CoupledNode& node : state_->nodes) {
        node.v = v[node.row];
        node.d = data.d[first + static_cast<std::size_t>(node.row)];
        node.rhs = data.rhs[first + static_cast<std::size_t>(node.row)];
    }
    state_->gathered = true;
}

void CoupledSystem::solve() {
    State& s = *state_;
    s.update_layers();
    s.assemble();
    s.solve();
    for (const CoupledNode& node : s.nodes) {
        s.data.rhs[s.first_row + static_cast<std::size_t>(node.row)] = s.rhs[node.unknown];
    }
}

double CoupledSystem::update() {
    double not_finite = 0;
    State& s = *state_;
    const Cells& cells = s.data.cells;
    const double factor = .001 * (cells.secondorder ? 2. / cells.dt : 1. / cells.dt);
    Table& compartments = s.data.compartments;
    double* v = compartments.column(col_v) + s.first_row;
    double* i_cap = compartments.column(col_i_cap) + s.first_row;
    const double* cm = compartments.column(col_cm) + s.first_row;
    double* rhs = s.data.rhs.data() + s.first_row;
    for (const LinearPart& part : s.linear) {
        for (std::size_t i = 0; i < part.unknown.size(); ++i) {
            if (part.unknown[i] != none) (*part.mechanism->y)[i] += s.rhs[part.unknown[i]];
        }
    }
    for (const CoupledNode& node : s.nodes) {
        v[node.row] = node.v + (cells.secondorder ? 2. : 1.) * s.rhs[node.unknown];
        if (node.outside != none) {
            const std::int32_t at = node.outside;
            for (std::size_t k = 0; k < s.layers; ++k) {
                s.vext(k)[at] += s.rhs[node.unknown + 1 + static_cast<std::int32_t>(k)];
            }
            v[node.row] -= s.rhs[node.unknown + 1];
            rhs[node.row] -= s.rhs[node.unknown + 1];
            s.column(Extracellular::i_membrane)[at] =
                s.column(Extracellular::sav_g)[at] * rhs[node.row] + s.column(Extracellular::sav_rhs)[at];
        }
        i_cap[node.row] = factor * cm[node.row] * rhs[node.row];
        not_finite += v[node.row] * 0.;
    }
    s.gathered = false;
    return not_finite;
}

}  // namespace ranvier::engine
