// A block's ordinary differential equations for variable steps (Hines & Carnevale 2001, Neuroscientist 7:123-135; docs:
// "CVode").
#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "engine/cell/model_data.hpp"
#include "engine/solve/capacity_unit.hpp"
#include "engine/solve/cell_block.hpp"
#include "engine/solve/variable_block.hpp"
#include "engine/storage/each_isa.hpp"

namespace ranvier::engine {

namespace {

/// True if the mechanism's Jacobian is diagonal and stored in the columns after the derivatives.
bool has_slopes(const rv_mechanism& description) {
    return description.ode_state_count > 0 && !description.solve_derivatives;
}

// Replaces x by x/(1 - gamma*slope).
RANVIER_EACH_ISA void divide_by_slopes(std::int32_t n, double gamma, const double* slope, double* x) {
#pragma GCC ivdep
    for (std::int32_t i = 0; i < n; ++i) x[i] = x[i] / (1.0 - gamma * slope[i]);
}

}  // namespace

void CellBlock::check_variable() const {
    for (const auto* runs : {&runs_, &artificial_}) {
        for (const Run& run : *runs) {
            if (run.type->is_ion() || !run.type->description()->ode_obstacle) continue;
            throw std::invalid_argument(fmt::format("{} cannot be used with variable steps: {}", run.type->name(),
                                                    run.type->description()->ode_obstacle));
        }
    }
}

void CellBlock::list_phases() {
    phases_ = {};
    const auto note = [](std::vector<Run*>& phase, Run& run, bool takes_part) {
        if (takes_part) phase.push_back(&run);
    };
    for (auto* runs : {&runs_, &artificial_}) {
        for (Run& run : *runs) {
            if (run.type->is_ion()) {
                phases_.currents.push_back(&run);
                continue;
            }
            const rv_mechanism& description = *run.type->description();
            phases_.all.push_back(&run);
            note(phases_.before_breakpoint, run, description.before_breakpoint);
            note(phases_.after_solve, run, description.after_solve);
            if (runs == &artificial_) continue;
            note(phases_.concentrations, run, description.concentrations);
            note(phases_.currents, run, description.current);
            note(phases_.derivatives, run, description.derivatives);
            note(phases_.solve, run, description.solve_derivatives);
            note(phases_.slopes, run, has_slopes(description));
            note(phases_.diffusing, run, run.diffusion != nullptr);
            note(phases_.others, run, description.ode_state_count == 0 && description.advance);
        }
    }
}

void CellBlock::list_tree() {
    VariableBlock& of = *variable_;
    of.parent.assign(compartment_count_, -1);
    for (const TreeRun& run : forest_.roots) {
        for (std::int32_t k = 0; k < run.count; ++k) of.roots.push_back(run.own + k);
    }
    for (const TreeRun& run : forest_.runs) {
        for (std::int32_t k = 0; k < run.count; ++k) {
            const std::int32_t row = run.own + k;
            const std::int32_t up = run.parent == TreeRun::scattered
                                        ? forest_.parent_row[static_cast<std::size_t>(run.first + k)]
                                        : run.parent + k;
            of.parent[static_cast<std::size_t>(row)] = up;
            of.edges.push_back({row, up, 0, 0});
        }
    }
    Table& compartments = data_.compartments;
    const double* cm = compartments.column(col_cm) + first_row_;
    for (std::int32_t row = 0; row < static_cast<std::int32_t>(compartment_count_); ++row) {
        if (cm[row] == 0 && !of.with_algebraic) {
            of.algebraic.push_back(row);
        } else {
            of.capacitive.push_back(row);
            const std::uint32_t id = compartments.id(first_row_ + static_cast<std::uint32_t>(row));
            of.states.push_back({v_.data() + row, rhs_ + row, {compartment_table, col_v, id}, 0, id});
        }
        const std::int32_t up = of.parent[static_cast<std::size_t>(row)];
        if (up >= 0 && cm[up] == 0) of.children_of_algebraic.push_back(row);
    }
    of.conductance.assign(compartment_count_, 0.);
    update_edges();
}

void CellBlock::update_edges() {
    VariableBlock& of = *variable_;
    if (of.edges_version == data_.coefficients_version) return;
    of.edges_version = data_.coefficients_version;
    const double* a = data_.a.data() + first_row_;
    const double* b = data_.b.data() + first_row_;
    of.to_parent.assign(compartment_count_, 0.);
    of.to_child.assign(compartment_count_, 0.);
    of.further_children.clear();
    for (std::size_t k = 0; k < of.edges.size(); ++k) {
        VariableBlock::Edge& edge = of.edges[k];
        edge.a = a[edge.row];
        edge.b = b[edge.row];
        of.to_parent[static_cast<std::size_t>(edge.row)] = edge.b;
        double& of_first_child = of.to_child[static_cast<std::size_t>(edge.up)];
        if (of_first_child == 0) {
            of_first_child = edge.a;
        } else {
            of.further_children.push_back(k);
        }
    }
    of.list_shares();
}

void CellBlock::list_mechanism_states() {
    for (Run& run : runs_) {
        if (run.type->is_ion() || run.type->description()->ode_state_count == 0) continue;
        const rv_mechanism& description = *run.type->description();
        rv_instances& in = run.view->instances;
        auto& columns = *variable_->columns.emplace_back(std::make_unique<VariableBlock::Columns>());
        const auto count = static_cast<std::size_t>(in.count);
        const int per_state = has_slopes(description) ? 2 : 1;
        const auto wanted = static_cast<std::size_t>(per_state * description.ode_state_count);
        columns.values.assign(wanted * count, 0.);
        for (std::size_t k = 0; k < wanted; ++k) columns.at.push_back(columns.values.data() + k * count);
        in.derivative = columns.at.data();
        const Table& table = run.type->table();
        for (std::int32_t k = 0; k < description.ode_state_count; ++k) {
            const rv_ode_state& state = description.ode_states[k];
            for (std::int32_t i = 0; i < in.count; ++i) {
                double* const derivative = columns.at[static_cast<std::size_t>(k)] + i;
                const InstanceId owner{run.type->id(), table.id(run.first + static_cast<std::size_t>(i))};
                const auto node = static_cast<std::uint32_t>(in.node ? in.node[i] : in.first_node + i);
                const std::uint32_t compartment = data_.compartments.id(first_row_ + node);
                if (state.column >= 0) {
                    variable_->states.push_back({in.field[state.column] + i,
                                                 derivative,
                                                 {owner.mechanism, static_cast<std::uint16_t>(state.column), owner.id},
                                                 state.tolerance,
                                                 compartment,
                                                 owner});
                    continue;
                }
                // The variable is the ion's, to which, as in NEURON, no mechanism's tolerance applies.
                const rv_ion& ion = in.ion[state.ion];
                const std::int32_t row = ion.index ? ion.index[i] : ion.first + i;
                MechanismType& type = data_.type(run.type->ions()[static_cast<std::size_t>(state.ion)]);
                const IonColumn column = state.is_outside ? ion_outside : ion_inside;
                variable_->states.push_back({(state.is_outside ? ion.outside : ion.inside) + row,
                                             derivative,
                                             {type.id(), column, type.table().id(static_cast<std::size_t>(row))},
                                             0.,
                                             compartment,
                                             owner});
            }
        }
    }
}

// Zero-area compartments come last, so most mechanisms have one run of instances.
void CellBlock::list_algebraic_currents() {
    std::vector<bool> is_algebraic(compartment_count_);
    for (const std::int32_t row : variable_->algebraic) is_algebraic[static_cast<std::size_t>(row)] = true;
    for (Run& run : runs_) {
        if (run.type->is_ion() || !run.type->is_point_process() || !run.type->description()->current) continue;
        const rv_instances& in = run.view->instances;
        const auto lies_there = [&](std::int32_t i) {
            return is_algebraic[static_cast<std::size_t>(in.node ? in.node[i] : in.first_node + i)];
        };
        for (std::int32_t i = 0; i < in.count;) {
            std::int32_t end = i;
            while (end < in.count && lies_there(end)) ++end;
            if (end > i) {
                auto view = std::make_unique<InstanceView>();
                fill_view(data_, *run.type, run.first + static_cast<std::uint32_t>(i),
                          static_cast<std::uint32_t>(end - i), first_row_, *view);
                view->instances.global = in.global;
                view->instances.scratch = scratch_.data();
                variable_->algebraic_currents.push_back({run.type, std::move(view)});
            }
            i = end + 1;
        }
    }
}

std::span<const OdeState> CellBlock::ode_states() {
    if (!variable_ || variable_->with_algebraic) {
        check_variable();
        variable_ = std::make_unique<VariableBlock>();
        list_phases();
        list_tree();
        list_mechanism_states();
        list_algebraic_currents();
    }
    return variable_->states;
}

// Solves (di/dv + sum of axial conductances) v = -i(v_old) + di/dv v_old + sum of axial conductance * neighbor's v.
void CellBlock::find_algebraic_voltages() {
    const VariableBlock& of = *variable_;
    const double* a = data_.a.data() + first_row_;
    const double* b = data_.b.data() + first_row_;
    double* v = v_.data();
    for (const std::int32_t row : of.algebraic) d_[row] = rhs_[row] = 0;
    if (of.algebraic_currents.empty()) {
        for (const auto& [row, neighbor, conductance] : of.shares) rhs_[row] += conductance * v[neighbor];
        for (std::size_t k = 0; k < of.algebraic.size(); ++k) v[of.algebraic[k]] = rhs_[of.algebraic[k]] / of.shared[k];
        return;
    }
    for (const VariableBlock::Current& current : of.algebraic_currents) {
        rv_instances& in = current.view->instances;
        in.t = t;
        in.dt = data_.cells.dt;
        in.celsius = data_.cells.celsius;
        in.secondorder = 0;
        in.services = data_.services;
        in.engine = event_context;
        in.tables = current.type->tables;
        if (current.type->description()->current(&in) != 0) {
            throw MechanismError(fmt::format("{}: BREAKPOINT failed", current.type->name()));
        }
    }
    for (const std::int32_t row : of.algebraic) {
        rhs_[row] += d_[row] * v[row];
        const std::int32_t up = of.parent[static_cast<std::size_t>(row)];
        if (up < 0) continue;
        rhs_[row] -= b[row] * v[up];
        d_[row] -= b[row];
    }
    for (const std::int32_t row : of.children_of_algebraic) {
        const std::int32_t up = of.parent[static_cast<std::size_t>(row)];
        rhs_[up] -= a[row] * v[row];
        d_[up] -= a[row];
    }
    for (const std::int32_t row : of.algebraic) v[row] = rhs_[row] / d_[row];
}

// Sets the time and parameters that kernels see, which are the same in all phases of an evaluation.
void CellBlock::stamp_phases(double dt) {
    data_.cells.dt = dt;
    update_edges();
    for (Run* run : phases_.all) stamp(*run);
}

void CellBlock::call_each(std::span<Run* const> runs, Kernel rv_mechanism::* kernel, const char* what) {
    for (Run* run : runs) {
        if ((run->type->description()->*kernel)(&run->view->instances) == 0) continue;
        throw MechanismError(fmt::format("{}: {} failed", run->type->name(), what));
    }
}

// Like setup_matrix, but calls only the participants of each phase.
void CellBlock::find_currents() {
    if (keeps_electrode_share()) return setup_matrix();
    std::fill(rhs_, rhs_ + compartment_count_, 0.);
    std::fill(d_, d_ + compartment_count_, 0.);
    if (!data_.saved.v_of_currents.empty()) std::ranges::copy(v_, data_.saved.v_of_currents.begin() + first_row_);
    call_each(phases_.before_breakpoint, &rv_mechanism::before_breakpoint, "BEFORE BREAKPOINT");
    for (Run* run : phases_.currents) {
        if (run->type->is_ion()) {
            clear_ion_currents(*run);
            continue;
        }
        const std::span<Run* const> alone(&run, 1);
        if (run->derives_its_current) call_each(alone, &rv_mechanism::derivatives, "SOLVE");
        call_each(alone, &rv_mechanism::current, "BREAKPOINT");
    }
}

void CellBlock::find_derivatives() {
    for (Run* run : phases_.diffusing) run->diffusion->find_current_slopes(run->view->instances);
    call_each(phases_.derivatives, &rv_mechanism::derivatives, "SOLVE");
    for (Run* run : phases_.diffusing) run->diffusion->add_derivatives(run->view->instances);
}

void CellBlock::find_followers(double dt) {
    stamp_phases(dt);
    call_each(phases_.concentrations, &rv_mechanism::concentrations, "SOLVE");
    find_algebraic_voltages();
}

void CellBlock::evaluate_derivatives(double dt) {
    VariableBlock& of = *variable_;
    data_.cells.dt = dt;  // find_followers has stamped the same dt
    const VariableBlock::Evaluation evaluation(of);
    find_currents();
    std::copy(d_, d_ + compartment_count_, of.conductance.begin());
    add_axial_currents();
    find_derivatives();
    Table& compartments = data_.compartments;
    const double* cm = compartments.column(col_cm) + first_row_;
    double* i_cap = compartments.column(col_i_cap) + first_row_;
    for (const std::int32_t row : of.capacitive) {
        i_cap[row] = rhs_[row];
        rhs_[row] /= capacity_unit * cm[row];
    }
    if (data_.cells.use_fast_imem) {
        const double* area = compartments.column(col_area) + first_row_;
        double* i_membrane = compartments.column(col_i_membrane) + first_row_;
        const double* saved_rhs = data_.saved.rhs.data() + first_row_;
        for (std::size_t i = 0; i < compartment_count_; ++i) {
            i_membrane[i] = (saved_rhs[i] + (cm[i] != 0 ? i_cap[i] : 0.)) * area[i] * 0.01;
        }
    }
    call_each(phases_.after_solve, &rv_mechanism::after_solve, "AFTER SOLVE");
}

// Solves (C/gamma - dF/dv) x = C/gamma b.
void CellBlock::solve_derivatives(double gamma, bool voltages_only) {
    const double* cm = data_.compartments.column(col_cm) + first_row_;
    const double factor = capacity_unit * (1. / gamma);
    for (std::size_t i = 0; i < compartment_count_; ++i) rhs_[i] = cm[i] != 0 ? rhs_[i] * (factor * cm[i]) : 0.;
    variable_->find_diagonal(factor, cm, d_);
    eliminate_and_substitute();
    if (!voltages_only) solve_mechanisms(gamma);
}

void CellBlock::solve_mechanisms(double gamma) {
    for (Run* run : phases_.solve) run->view->instances.dt = gamma;
    call_each(phases_.solve, &rv_mechanism::solve_derivatives, "SOLVE");
    for (Run* run : phases_.slopes) {
        const rv_instances& in = run->view->instances;
        const std::int32_t states = run->type->description()->ode_state_count;
        for (std::int32_t k = 0; k < states; ++k) {
            divide_by_slopes(in.count, gamma, in.derivative[states + k], in.derivative[k]);
        }
    }
    // After the mechanisms, as in NEURON: the product of both Jacobians is accurate enough for Newton's iteration.
    for (Run* run : phases_.diffusing) run->diffusion->solve_derivatives(run->view->instances, gamma);
}

bool CellBlock::is_repeatable() const {
    return std::all_of(phases_.all.begin(), phases_.all.end(), [](const Run* run) {
        const rv_mechanism& description = *run->type->description();
        return !description.before_step &&
               (description.kind == RV_ARTIFICIAL_CELL || (description.flags & RV_IS_REPEATABLE));
    });
}

void CellBlock::advance_others(double dt) {
    if (phases_.others.empty()) return;
    stamp_phases(dt);
    call_each(phases_.others, &rv_mechanism::advance, "SOLVE");
}

}  // namespace ranvier::engine
