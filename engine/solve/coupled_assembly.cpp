#include <algorithm>

#include "engine/solve/coupled_state.hpp"
#include "engine/solve/layout.hpp"

namespace ranvier::engine {

CoupledSystem::State::State(ModelData& d, std::uint32_t first, std::vector<std::shared_ptr<LinearMechanism>> mechanisms)
    : data(d), first_row(first), layers(static_cast<std::size_t>(d.extracellular->layers())) {
    for (auto& mechanism : mechanisms) linear.emplace_back(std::move(mechanism));
}

// --- unknowns and the matrix's pattern ------------------------------------------------------------------------------

void CoupledSystem::State::add_cell(const CellOrder& cell) {
    const auto base = static_cast<std::int32_t>(nodes.size());
    const Table& outside = data.type(data.extracellular_id).table();
    for (std::size_t j = 0; j < cell.compartments.size(); ++j) {
        const std::uint32_t id = cell.compartments[j];
        Node node{id, static_cast<std::int32_t>(data.compartments.row(id) - first_row),
                  cell.parent[j] < 0 ? none : base + cell.parent[j], unknowns_++, none};
        const std::uint32_t instance = data.extracellular_at(id);
        if (instance != MechanismType::nowhere) {
            node.outside = static_cast<std::int32_t>(outside.row(instance));
            unknowns_ += static_cast<std::int32_t>(layers);
            any_outside = true;
        }
        nodes.push_back(node);
    }
}

void CoupledSystem::State::finish() {
    for (std::size_t i = 0; i < nodes.size(); ++i) node_of_row_[static_cast<std::uint32_t>(nodes[i].row)] = i;
    layer.resize(nodes.size() * layers);
    number_linear();
    make_pattern();
}

void CoupledSystem::State::number_linear() {
    std::unordered_map<std::uint32_t, std::size_t> node_of;
    for (std::size_t i = 0; i < nodes.size(); ++i) node_of[nodes[i].compartment] = i;
    for (LinearPart& part : linear) {
        std::vector<std::int32_t> of_nodes;
        for (const LinearMechanism::Node& at : part.mechanism().nodes) {
            const Node& node = nodes[node_of.at(at.compartment)];
            const bool grounded = at.layer > 0 && (node.outside == none || at.layer > static_cast<int>(layers));
            of_nodes.push_back(grounded ? LinearPart::at_ground : node.unknown + at.layer);
        }
        part.number(std::move(of_nodes), unknowns_);
    }
}

template <class Visit>
void CoupledSystem::State::visit_tree(const Visit& visit) {
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        Node& node = nodes[i];
        const std::int32_t own = node.unknown;
        visit(own, own, node.diagonal);
        Node* parent = node.parent == none ? nullptr : &nodes[static_cast<std::size_t>(node.parent)];
        if (parent) {
            visit(own, parent->unknown, node.by_parent);
            visit(parent->unknown, own, node.on_parent);
        }
        if (node.outside == none) continue;
        for (std::size_t k = 0; k < layers; ++k) {
            const std::int32_t at = unknown_of_layer(node, k);
            Layer& l = layer_of(i, k);
            visit(at, at, l.diagonal);
            visit(at, at - 1, l.inwards);
            visit(at - 1, at, l.outwards);
            if (!parent || parent->outside == none) continue;
            const std::int32_t up = unknown_of_layer(*parent, k);
            visit(at, up, l.by_parent);
            visit(up, at, l.on_parent);
        }
    }
}

void CoupledSystem::State::make_pattern() {
    std::vector<CoupledEquations::Entry> entries;
    visit_tree([&](std::int32_t row, std::int32_t column, double*&) { entries.emplace_back(row, column); });
    for (const LinearPart& part : linear) part.list_pattern(entries);
    equations.set_pattern(unknowns_, entries);
    visit_tree([&](std::int32_t row, std::int32_t column, double*& place) { place = equations.place(row, column); });
    for (LinearPart& part : linear) part.find_places(equations);
}

// --- coefficients ---------------------------------------------------------------------------------------------------

void CoupledSystem::State::update_layers() {
    const std::uint64_t parameters = data.type(data.extracellular_id).version();
    if (!any_outside || (seen_coefficients_ == data.coefficients_version && seen_parameters_ == parameters)) return;
    seen_coefficients_ = data.coefficients_version;
    seen_parameters_ = parameters;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].outside != none && nodes[i].parent != none) update_layer(i);
    }
}

// As in NEURON: the resistance between two centers [megohm] is half of both segments' resistances, as inside.
void CoupledSystem::State::update_layer(std::size_t i) {
    const Node& node = nodes[i];
    const double* area = data.compartments.column(col_area) + first_row;
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

// --- the equations of a step ----------------------------------------------------------------------------------------

void CoupledSystem::State::assemble() {
    for (LinearPart& part : linear) {
        part.check_sizes();
        take_potentials(part);
        if (part.mechanism().before) part.mechanism().before();
    }
    for (bool complete = false; !complete;) {
        equations.clear();
        complete = true;
        assemble_inside(.001 * per_dt());
        if (any_outside) assemble_outside(.001 * per_dt());
        for (LinearPart& part : linear) complete = complete && part.assemble(equations, per_dt());
        if (!complete) make_pattern();
    }
}

void CoupledSystem::State::assemble_inside(double factor) {
    const double* a = data.a.data() + first_row;
    const double* b = data.b.data() + first_row;
    const double* cm = data.compartments.column(col_cm) + first_row;
    const double* around = vext(0);
    for (const Node& node : nodes) {
        *node.diagonal += node.d + factor * cm[node.row];
        equations[node.unknown] += node.rhs;
    }
    for (const Node& node : nodes) {
        if (node.parent == none) continue;
        const Node& parent = nodes[static_cast<std::size_t>(node.parent)];
        const double inside = node.outside == none ? node.v : node.v + around[node.outside];
        const double above = parent.outside == none ? parent.v : parent.v + around[parent.outside];
        const double dv = above - inside;
        equations[node.unknown] -= b[node.row] * dv;
        equations[parent.unknown] += a[node.row] * dv;
        *node.by_parent += b[node.row];
        *node.on_parent += a[node.row];
        *node.diagonal -= b[node.row];
        *parent.diagonal -= a[node.row];
    }
}

void CoupledSystem::State::assemble_outside(double factor) {
    const double* membrane_d = data.saved_d.data() + first_row;
    const double* membrane_rhs = data.saved_rhs.data() + first_row;
    double* const sav_g = column(Extracellular::sav_g);
    double* const sav_rhs = column(Extracellular::sav_rhs);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        const Node& node = nodes[i];
        if (node.outside == none) continue;
        const double dm = membrane_d[node.row];
        sav_g[node.outside] = dm;
        sav_rhs[node.outside] = membrane_rhs[node.row];
        Layer& first = layer_of(i, 0);
        *first.diagonal += dm;
        *first.inwards -= dm;
        *first.outwards -= dm;
        equations[node.unknown + 1] += membrane_rhs[node.row];
        if (node.parent == none) continue;
        assemble_to_ground(i, factor);
        if (nodes[static_cast<std::size_t>(node.parent)].outside != none) assemble_along(i);  // else sealed end
    }
}

// Adds the currents between a compartment's layers and its parent's layers.
inline void CoupledSystem::State::assemble_along(std::size_t i) {
    const Node& node = nodes[i];
    const Node& parent = nodes[static_cast<std::size_t>(node.parent)];
    for (std::size_t k = 0; k < layers; ++k) {
        Layer& l = layer_of(i, k);
        const double* const v = vext(k);
        const double dv = v[parent.outside] - v[node.outside];
        equations[unknown_of_layer(node, k)] -= l.b * dv;
        equations[unknown_of_layer(parent, k)] += l.a * dv;
        *l.by_parent += l.b;
        *l.on_parent += l.a;
        *l.diagonal -= l.b;
        *layer_of(static_cast<std::size_t>(node.parent), k).diagonal -= l.a;
    }
}

// Adds the currents from each layer to the next, and from the last one through the battery to ground.
inline void CoupledSystem::State::assemble_to_ground(std::size_t i, double factor) {
    const Node& node = nodes[i];
    if (data.homes[node.compartment].segment < 0) return;  // no area
    const auto at = static_cast<std::size_t>(node.outside);
    for (std::size_t k = 0; k < layers; ++k) {
        const double g = column(data.extracellular->xg(static_cast<int>(k)))[at];
        const double c = column(data.extracellular->xc(static_cast<int>(k)))[at];
        const double total = g + c * factor;
        const std::int32_t own = unknown_of_layer(node, k);
        *layer_of(i, k).diagonal += total;
        if (k + 1 == layers) {
            equations[own] -= g * (vext(k)[at] - column(Extracellular::e_extracellular)[at]);
        } else {
            const double current = g * (vext(k)[at] - vext(k + 1)[at]);
            equations[own] -= current;
            equations[own + 1] += current;
            Layer& next = layer_of(i, k + 1);
            *next.diagonal += total;
            *next.inwards -= total;
            *next.outwards -= total;
        }
    }
}

void CoupledSystem::State::take_potentials(const LinearPart& part) const {
    const LinearMechanism& m = part.mechanism();
    for (std::size_t i = 0; i < m.nodes.size(); ++i) {
        const std::uint32_t compartment = m.nodes[i].compartment;
        const std::uint32_t instance = data.extracellular_at(compartment);
        const bool surrounded = instance != MechanismType::nowhere;
        const std::uint32_t at = surrounded ? data.type(data.extracellular_id).table().row(instance) : 0;
        if (m.nodes[i].layer == 0) {
            const std::uint32_t row = data.compartments.row(compartment) - first_row;
            (*m.y)[i] = v_of(row) + (surrounded ? vext(0)[at] : 0.);
        } else if (part.unknowns()[i] != LinearPart::at_ground) {
            (*m.y)[i] = vext(static_cast<std::size_t>(m.nodes[i].layer - 1))[at];
        }
    }
}

double CoupledSystem::State::v_of(std::uint32_t row) const {
    if (gathered) return nodes[node_of_row_.at(row)].v;
    return data.compartments.column(col_v)[first_row + row];
}

}  // namespace ranvier::engine
