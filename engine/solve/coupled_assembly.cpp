#include <algorithm>
#include <cstring>

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
        Node node{id,
                  static_cast<std::int32_t>(data.compartments.row(id) - first_row),
                  cell.parent[j] < 0 ? none : base + cell.parent[j],
                  unknowns_++,
                  none,
                  data.homes[id].segment >= 0};
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
    for (const Node& node : nodes) {
        const auto row = static_cast<std::size_t>(node.row);
        if (outside_of_row.size() <= row) outside_of_row.resize(row + 1, none);
        outside_of_row[row] = node.outside;
    }
    layer.resize(nodes.size() * layers);
    number_linear();
    make_pattern();
}

void CoupledSystem::State::number_linear() {
    std::unordered_map<std::uint32_t, std::size_t> node_of;
    for (std::size_t i = 0; i < nodes.size(); ++i) node_of[nodes[i].compartment] = i;
    for (LinearPart& part : linear) {
        std::vector<std::int32_t> of_nodes;
        auto& potentials = potentials_.emplace_back();
        for (const LinearMechanism::Node& at : part.mechanism().nodes) {
            const std::size_t number = node_of.at(at.compartment);
            const Node& node = nodes[number];
            const bool grounded = at.layer > 0 && (node.outside == none || at.layer > static_cast<int>(layers));
            of_nodes.push_back(grounded ? LinearPart::at_ground : node.unknown + at.layer);
            potentials.push_back({number, grounded ? -1 : at.layer});
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
    for (LinearPart& part : linear) part.list_pattern(entries);
    equations.set_pattern(unknowns_, entries);
    visit_tree([&](std::int32_t row, std::int32_t column, double*& place) { place = equations.place(row, column); });
    for (LinearPart& part : linear) part.find_places(equations);
}

// --- coefficients ---------------------------------------------------------------------------------------------------

void CoupledSystem::State::update_layers() {
    if (!any_outside) return;
    // Scripts set e_extracellular in each step, so a change of any parameter need not be one of these.
    const std::uint64_t parameters = data.type(data.extracellular_id).version();
    const bool new_parameters = seen_parameters_ != parameters && take_xraxial();
    seen_parameters_ = parameters;
    if (seen_coefficients_ == data.coefficients_version && !new_parameters) return;
    seen_coefficients_ = data.coefficients_version;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
        if (nodes[i].outside != none && nodes[i].parent != none) update_layer(i);
    }
}

// Copies xraxial of all layers; returns whether it has changed.
bool CoupledSystem::State::take_xraxial() {
    const std::size_t rows = data.type(data.extracellular_id).table().size();
    seen_xraxial_.resize(layers * rows);
    bool changed = false;
    for (std::size_t k = 0; k < layers; ++k) {
        const double* const now = column(data.extracellular->xraxial(static_cast<int>(k)));
        double* const seen = seen_xraxial_.data() + k * rows;
        if (std::memcmp(seen, now, rows * sizeof(double)) == 0) continue;
        std::copy(now, now + rows, seen);
        changed = true;
    }
    return changed;
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
    for (std::size_t k = 0; k < linear.size(); ++k) {
        linear[k].check_sizes();
        take_potentials(k);
        if (linear[k].mechanism().before) linear[k].mechanism().before();
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
    const double* const a = data.a.data() + first_row;
    const double* const b = data.b.data() + first_row;
    const double* const cm = data.compartments.column(col_cm) + first_row;
    const double* const around = vext(0);
    double* const sum = equations.values();
    for (const Node& node : nodes) {
        *node.diagonal += node.d + factor * cm[node.row];
        sum[node.unknown] += node.rhs;
    }
    for (const Node& node : nodes) {
        if (node.parent == none) continue;
        const Node& parent = nodes[static_cast<std::size_t>(node.parent)];
        const double inside = node.outside == none ? node.v : node.v + around[node.outside];
        const double above = parent.outside == none ? parent.v : parent.v + around[parent.outside];
        const double dv = above - inside;
        const double of_parent = b[node.row], on_parent = a[node.row];
        sum[node.unknown] -= of_parent * dv;
        sum[parent.unknown] += on_parent * dv;
        *node.by_parent += of_parent;
        *node.on_parent += on_parent;
        *node.diagonal -= of_parent;
        *parent.diagonal -= on_parent;
    }
}

void CoupledSystem::State::find_columns() {
    columns.g.clear();
    columns.c.clear();
    columns.v.clear();
    for (int k = 0; k < static_cast<int>(layers); ++k) {
        columns.g.push_back(column(data.extracellular->xg(k)));
        columns.c.push_back(column(data.extracellular->xc(k)));
        columns.v.push_back(column(data.extracellular->vext(k)));
    }
    columns.battery = column(Extracellular::e_extracellular);
}

void CoupledSystem::State::assemble_outside(double factor) {
    find_columns();
    const double* membrane_d = data.saved.d.data() + first_row;
    const double* membrane_rhs = data.saved.rhs.data() + first_row;
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
        const double* const v = columns.v[k];
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
    if (!node.has_area) return;
    const auto at = static_cast<std::size_t>(node.outside);
    for (std::size_t k = 0; k < layers; ++k) {
        const double g = columns.g[k][at];
        const double total = g + columns.c[k][at] * factor;
        const std::int32_t own = unknown_of_layer(node, k);
        *layer_of(i, k).diagonal += total;
        if (k + 1 == layers) {
            equations[own] -= g * (columns.v[k][at] - columns.battery[at]);
        } else {
            const double current = g * (columns.v[k][at] - columns.v[k + 1][at]);
            equations[own] -= current;
            equations[own + 1] += current;
            Layer& next = layer_of(i, k + 1);
            *next.diagonal += total;
            *next.inwards -= total;
            *next.outwards -= total;
        }
    }
}

void CoupledSystem::State::take_potentials(std::size_t part) const {
    std::vector<double>& y = *linear[part].mechanism().y;
    const double* const v = data.compartments.column(col_v) + first_row;
    const double* const around = vext(0);
    for (std::size_t i = 0; i < potentials_[part].size(); ++i) {
        const Potential& at = potentials_[part][i];
        const Node& node = nodes[at.node];
        if (at.layer == 0) {
            y[i] = (gathered ? node.v : v[node.row]) + (node.outside == none ? 0. : around[node.outside]);
        } else if (at.layer > 0) {
            y[i] = vext(static_cast<std::size_t>(at.layer - 1))[node.outside];
        }
    }
}

}  // namespace ranvier::engine
