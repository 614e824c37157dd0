#include "engine/solve/cell_block.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/cell/ion.hpp"
#include "engine/cell/model_data.hpp"
#include "engine/solve/tree_kernels.hpp"
#include "engine/solve/variable_block.hpp"

namespace ranvier::engine {

namespace {

/// NEURON's factor from uF/cm2 to mS/cm2 for one step.
double capacity_factor(const Cells& cells) {
    return .001 * (cells.secondorder ? 2. / cells.dt : 1. / cells.dt);
}

bool derives_its_current(const rv_mechanism& description) {
    constexpr std::uint32_t both = RV_READS_CURRENT | RV_WRITES_CURRENT;
    if (!description.derivatives) return false;
    return std::any_of(description.ions, description.ions + description.ion_count,
                       [](const rv_ion_use& ion) { return (ion.use & both) == both; });
}

}  // namespace

CellBlock::CellBlock(ModelData& data, std::uint32_t first_row, std::uint32_t count, Forest forest)
    : data_(data), forest_(std::move(forest)), by_mechanism_(data.mechanisms.size(), nullptr) {
    first_row_ = first_row;
    compartment_count_ = count;
    v_ = {data.compartments.column(col_v) + first_row, count};
    d_ = data.d.data() + first_row;
    rhs_ = data.rhs.data() + first_row;
    t = data.cells.t;
    is_narrow_ = NarrowTree::suits(forest_.runs);
}

CellBlock::~CellBlock() = default;

void CellBlock::add_instances(MechanismType& type, std::uint32_t first, std::uint32_t count, bool is_last) {
    if (count == 0) return;
    if (!type.is_ion()) {
        has_before_breakpoint_ |= type.description()->before_breakpoint != nullptr;
        has_after_solve_ |= type.description()->after_solve != nullptr;
        has_before_step_ |= type.description()->before_step != nullptr;
    }
    if (type.is_artificial() && type.description()->advance) stepped_cells_ += count;
    auto& runs = type.is_artificial() ? artificial_ : runs_;
    Run& run = runs.emplace_back(Run{&type, std::make_unique<InstanceView>()});
    run.first = first;
    fill_view(data_, type, first, count, first_row_, *run.view);
    by_mechanism_[type.id()] = &run.view->instances;
    if (type.is_ion()) {
        const double* style = run.view->fields[ion_style_bits];
        run.has_nernst_in_step = std::any_of(
            style, style + count, [](double bits) { return static_cast<int>(bits) & IonStyle::advance_potential; });
    } else {
        run.derives_its_current = derives_its_current(*type.description());
        const bool has_place = !type.is_artificial();
        if (has_place && (type.description()->flags & RV_ELECTRODE_CURRENT)) run.electrode_rows = rows_of(run);
        if (type.description()->diffusion_count > 0) {
            run.diffusion = std::make_unique<LongitudinalDiffusion>(data_, type, first, count);
        }
        const auto size = static_cast<std::size_t>(type.description()->scratch_columns) * count;
        if (size > scratch_.size()) scratch_.resize(size);
        // The block gets its own GLOBALs, unless instances communicate through them (not threadsafe).
        if (!is_last && (type.description()->flags & RV_IS_THREADSAFE) && !type.globals().empty()) {
            has_own_globals_ = true;
            run.globals.assign(type.globals().begin(), type.globals().end());
            run.globals_version = type.version();
            run.view->instances.global = run.globals.data();
        }
    }
}

void CellBlock::add_coupled(CoupledSystem system) {
    has_extracellular_ |= system.has_extracellular();
    coupled_rows_ += system.size();
    coupled_.push_back(std::move(system));
}

// The membrane's share of d and rhs acts on the extracellular layers and determines i_membrane_.
bool CellBlock::keeps_electrode_share() const {
    return data_.cells.use_fast_imem || has_extracellular_;
}

void CellBlock::refresh_globals(Run& run) {
    if (run.globals.empty() || run.globals_version == run.type->version()) return;
    std::copy(run.type->globals().begin(), run.type->globals().end(), run.globals.begin());
    run.globals_version = run.type->version();
}

void CellBlock::refresh_globals() {
    if (!has_own_globals_) return;
    for (auto* runs : {&runs_, &artificial_}) {
        for (Run& run : *runs) refresh_globals(run);
    }
}

void CellBlock::finish() {
    for (const Run& run : runs_) {
        electrode_rows_.insert(electrode_rows_.end(), run.electrode_rows.begin(), run.electrode_rows.end());
    }
    std::ranges::sort(electrode_rows_);
    const auto repeated = std::ranges::unique(electrode_rows_);
    electrode_rows_.erase(repeated.begin(), repeated.end());
    for (auto* runs : {&runs_, &artificial_}) {
        for (Run& run : *runs) {
            run.view->instances.scratch = scratch_.data();
            stamp(run);
        }
    }
}

void CellBlock::stamp(Run& run) {
    rv_instances& instances = run.view->instances;
    instances.t = t;
    instances.dt = data_.cells.dt;
    instances.celsius = data_.cells.celsius;
    instances.secondorder = data_.cells.secondorder;
    instances.services = data_.services;
    instances.engine = event_context;
    instances.tables = run.type->tables;
    refresh_globals(run);
}

rv_instances* CellBlock::instances(MechanismId mechanism) {
    rv_instances* found = mechanism < by_mechanism_.size() ? by_mechanism_[mechanism] : nullptr;
    if (found) {
        found->t = t;
        found->dt = data_.cells.dt;
        found->celsius = data_.cells.celsius;
        found->services = data_.services;
        found->engine = event_context;
    }
    return found;
}

void CellBlock::call(Run& run, Kernel kernel, const char* what) {
    if (!kernel) return;
    stamp(run);
    if (kernel(&run.view->instances) != 0) throw MechanismError(fmt::format("{}: {} failed", run.type->name(), what));
}

void CellBlock::call_all(Kernel rv_mechanism::* kernel, const char* what) {
    for (auto* runs : {&runs_, &artificial_}) {
        for (Run& run : *runs) {
            if (!run.type->is_ion()) call(run, run.type->description()->*kernel, what);
        }
    }
}

namespace {

/// As in NEURON, reversal potentials follow the concentrations that an INITIAL block has written at once, so that the
/// INITIAL blocks of later mechanisms see both.
void follow_written_concentrations(ModelData& data, const MechanismType& type, const rv_instances& in) {
    for (std::size_t k = 0; k < type.ions().size(); ++k) {
        if (!(type.description()->ions[k].use & (RV_WRITES_INSIDE | RV_WRITES_OUTSIDE))) continue;
        const rv_ion& ion = in.ion[k];
        MechanismType& of = data.type(type.ions()[k]);
        const double* style = of.table().column(ion_style_bits);
        for (std::int32_t i = 0; i < in.count; ++i) {
            const std::int32_t row = ion.index ? ion.index[i] : ion.first + i;
            if (!(static_cast<int>(style[row]) & IonStyle::initialize_potential)) continue;
            ion.erev[row] = nernst_potential(ion.inside[row], ion.outside[row], of.valence(), in.celsius);
        }
    }
}

}  // namespace

void CellBlock::initialize() {
    if (!data_.saved.v_of_initial.empty()) std::ranges::copy(v_, data_.saved.v_of_initial.begin() + first_row_);
    call_all(&rv_mechanism::before_initial, "BEFORE INITIAL");
    for (CoupledSystem& system : coupled_) system.initialize_extracellular();
    double* i_cap = data_.compartments.column(col_i_cap) + first_row_;
    std::fill(i_cap, i_cap + compartment_count_, 0.);
    for (Run& run : runs_) {
        if (run.type->is_ion()) {
            initialize_ion(run);
        } else {
            call(run, run.type->description()->initialize, "INITIAL");
            follow_written_concentrations(data_, *run.type, run.view->instances);
        }
    }
    for (Run& run : artificial_) call(run, run.type->description()->initialize, "INITIAL");
    for (CoupledSystem& system : coupled_) system.initialize_linear();
}

void CellBlock::after_initial() {
    call_all(&rv_mechanism::after_initial, "AFTER INITIAL");
}

void CellBlock::before_step() {
    if (!has_before_step_) return;
    call_all(&rv_mechanism::before_step, "BEFORE STEP");
}

void CellBlock::initialize_ion(Run& run) {
    double* const* field = run.view->fields.data();
    const double inside0 = run.type->globals()[0];
    const double outside0 = run.type->globals()[1];
    for (std::int32_t i = 0; i < run.view->instances.count; ++i) {
        const int style = static_cast<int>(field[ion_style_bits][i]);
        if (style & IonStyle::initialize_concentration) {
            field[ion_inside][i] = inside0;
            field[ion_outside][i] = outside0;
        }
        if (style & IonStyle::initialize_potential) {
            field[ion_erev][i] =
                nernst_potential(field[ion_inside][i], field[ion_outside][i], run.type->valence(), data_.cells.celsius);
        }
    }
}

void CellBlock::clear_ion_currents(Run& run) {
    double* const* field = run.view->fields.data();
    const std::int32_t count = run.view->instances.count;
    std::fill(field[ion_current], field[ion_current] + count, 0.);
    std::fill(field[ion_current_dv], field[ion_current_dv] + count, 0.);
    if (!run.has_nernst_in_step) return;
    for (std::int32_t i = 0; i < count; ++i) {
        if (static_cast<int>(field[ion_style_bits][i]) & IonStyle::advance_potential) {
            field[ion_erev][i] =
                nernst_potential(field[ion_inside][i], field[ion_outside][i], run.type->valence(), data_.cells.celsius);
        }
    }
}

// Calls an electrode's current kernel and saves what the kernel adds to rhs and d, which is not a membrane current. The
// share is computed as a difference, because kernels write only to rhs and d; so v has the same bits as without
// use_fast_imem.
void CellBlock::keep_electrode_share(Run& run) {
    double* saved_d = data_.saved.d.data() + first_row_;
    double* saved_rhs = data_.saved.rhs.data() + first_row_;
    before_.clear();
    for (const std::int32_t row : run.electrode_rows) before_.emplace_back(d_[row], rhs_[row]);
    call_inside(run, run.type->description()->current, "BREAKPOINT");
    for (std::size_t k = 0; k < before_.size(); ++k) {
        const std::int32_t row = run.electrode_rows[k];
        saved_d[row] += d_[row] - before_[k].first;
        saved_rhs[row] += rhs_[row] - before_[k].second;
    }
}

// Calls a kernel; an electrode's kernel sees the voltage relative to ground.
void CellBlock::call_inside(Run& run, Kernel kernel, const char* what) {
    const bool differs = has_extracellular_ && (run.type->description()->flags & RV_ELECTRODE_CURRENT);
    rv_instances& instances = run.view->instances;
    double* const v = instances.v;
    if (differs) instances.v = v_inside_.data();
    call(run, kernel, what);
    instances.v = v;
}

// The rows of the run's instances, each once.
std::vector<std::int32_t> CellBlock::rows_of(const Run& run) {
    const rv_instances& instances = run.view->instances;
    std::vector<std::int32_t> rows;
    for (std::int32_t i = 0; i < instances.count; ++i) {
        rows.push_back(instances.node ? instances.node[i] : instances.first_node + i);
    }
    std::ranges::sort(rows);
    const auto repeated = std::ranges::unique(rows);
    rows.erase(repeated.begin(), repeated.end());
    return rows;
}

void CellBlock::find_v_inside() {
    if (!has_extracellular_) return;
    v_inside_.resize(compartment_count_);
    for (const std::int32_t row : electrode_rows_)
        v_inside_[static_cast<std::size_t>(row)] = v_[static_cast<std::size_t>(row)];
    for (const CoupledSystem& system : coupled_) system.add_vext(electrode_rows_, v_inside_.data());
}

void CellBlock::run_current(Run& run) {
    if (run.type->is_ion()) {
        clear_ion_currents(run);
        return;
    }
    const rv_mechanism& description = *run.type->description();
    if (!description.current) return;
    // As in NEURON: if a mechanism reads the current that it writes, its equations may compute a part of the current.
    if (run.derives_its_current && variable_ && variable_->is_evaluating) {
        call(run, description.derivatives, "SOLVE");
    }
    if (keeps_electrode_share() && (description.flags & RV_ELECTRODE_CURRENT)) {
        keep_electrode_share(run);
    } else {
        call(run, description.current, "BREAKPOINT");
    }
}

void CellBlock::setup_matrix() {
    const std::size_t n = compartment_count_;
    std::fill(rhs_, rhs_ + n, 0.);
    std::fill(d_, d_ + n, 0.);
    if (!data_.saved.v_of_currents.empty()) std::ranges::copy(v_, data_.saved.v_of_currents.begin() + first_row_);
    double* saved_d = nullptr;
    double* saved_rhs = nullptr;
    find_v_inside();
    if (keeps_electrode_share()) {
        saved_d = data_.saved.d.data() + first_row_;
        saved_rhs = data_.saved.rhs.data() + first_row_;
        std::fill(saved_d, saved_d + n, 0.);
        std::fill(saved_rhs, saved_rhs + n, 0.);
    }
    if (has_before_breakpoint_) call_all(&rv_mechanism::before_breakpoint, "BEFORE BREAKPOINT");
    for (Run& run : runs_) run_current(run);

    if (keeps_electrode_share()) {
        const double factor = capacity_factor(data_.cells);
        const double* cm = data_.compartments.column(col_cm) + first_row_;
        for (std::size_t i = 0; i < n; ++i) {
            saved_rhs[i] -= rhs_[i];
            saved_d[i] = (d_[i] + factor * cm[i]) - saved_d[i];
        }
    }
}

TreeView CellBlock::tree() {
    Table& compartments = data_.compartments;
    return {forest_.roots,
            forest_.runs,
            forest_.parent_row.data(),
            data_.a.data() + first_row_,
            data_.b.data() + first_row_,
            compartments.column(col_cm) + first_row_,
            v_.data(),
            compartments.column(col_i_cap) + first_row_,
            d_,
            rhs_};
}

bool CellBlock::solves_directly() const {
    return data_.cells.solves_directly && data_.cells.secondorder == 0;
}

std::vector<bool> CellBlock::rows_of_point_processes() const {
    std::vector<bool> rows(compartment_count_);
    for (const Run& run : runs_) {
        if (run.type->is_ion() || run.type->description()->kind == RV_DENSITY) continue;
        const rv_instances& instances = run.view->instances;
        for (std::int32_t i = 0; i < instances.count; ++i) {
            const std::int32_t row = instances.node ? instances.node[i] : instances.first_node + i;
            rows[static_cast<std::size_t>(row)] = true;
        }
    }
    return rows;
}

void CellBlock::prepare_direct() {
    if (direct_ && direct_coefficients_ == data_.coefficients_version) return;
    if (!direct_)
        direct_.emplace(forest_.roots, forest_.runs, forest_.parent_row, forest_.is_end, rows_of_point_processes());
    direct_->set_coefficients(data_.a.data() + first_row_, data_.b.data() + first_row_, compartment_count_);
    direct_coefficients_ = data_.coefficients_version;
}

void CellBlock::solve() {
    for (CoupledSystem& system : coupled_) system.gather();
    if (is_all_coupled()) return;
    if (solves_directly()) {
        prepare_direct();
        direct_->eliminate(tree(), capacity_factor(data_.cells));
    } else if (is_narrow_) {
        if (!narrow_) narrow_.emplace(forest_.roots, forest_.runs, forest_.parent_row);
        narrow_->eliminate(tree(), capacity_factor(data_.cells));
    } else {
        eliminate_tree(tree(), capacity_factor(data_.cells));
    }
}

void CellBlock::update_voltage() {
    const Cells& cells = data_.cells;
    const double factor = capacity_factor(cells);
    const double v_factor = cells.secondorder ? 2. : 1.;
    if (is_all_coupled()) {
        not_finite_ = 0;
    } else if (solves_directly()) {
        not_finite_ = direct_->substitute(tree(), factor);
    } else {
        not_finite_ =
            is_narrow_ ? narrow_->substitute(tree(), v_factor, factor) : substitute_tree(tree(), v_factor, factor);
    }
    for (CoupledSystem& system : coupled_) system.solve();
    if (cells.secondorder == 2) {
        for (Run& run : runs_) {
            if (!run.type->is_ion()) continue;
            const rv_instances& ion = run.view->instances;
            for (std::int32_t i = 0; i < ion.count; ++i) {
                const std::int32_t node = ion.node ? ion.node[i] : ion.first_node + i;
                ion.field[ion_current][i] += ion.field[ion_current_dv][i] * rhs_[node];
            }
        }
    }
    for (CoupledSystem& system : coupled_) not_finite_ += system.update();
    if (cells.use_fast_imem) {
        const double* area = data_.compartments.column(col_area) + first_row_;
        double* i_membrane = data_.compartments.column(col_i_membrane) + first_row_;
        const double* saved_d = data_.saved.d.data() + first_row_;
        const double* saved_rhs = data_.saved.rhs.data() + first_row_;
        for (std::size_t i = 0; i < compartment_count_; ++i) {
            i_membrane[i] = (saved_d[i] * rhs_[i] + saved_rhs[i]) * area[i] * 0.01;
        }
    }
}

void CellBlock::initialize_membrane_current() {
    const double* area = data_.compartments.column(col_area) + first_row_;
    double* i_membrane = data_.compartments.column(col_i_membrane) + first_row_;
    const double* saved_rhs = data_.saved.rhs.data() + first_row_;
    assemble_tree(tree(), capacity_factor(data_.cells));
    for (std::size_t i = 0; i < compartment_count_; ++i) i_membrane[i] = (rhs_[i] + saved_rhs[i]) * area[i] * 0.01;
}

void CellBlock::advance_states() {
    find_v_inside();
    for (Run& run : runs_) {
        if (!run.type->is_ion()) call_inside(run, run.type->description()->advance, "SOLVE");
    }
    for (Run& run : runs_) {
        if (!run.diffusion) continue;
        stamp(run);
        run.diffusion->solve(run.view->instances);
    }
    for (Run& run : artificial_) call(run, run.type->description()->advance, "BREAKPOINT");
    if (has_after_solve_) call_all(&rv_mechanism::after_solve, "AFTER SOLVE");
}

std::ptrdiff_t CellBlock::find_not_finite() const {
    if (not_finite_ == 0) return -1;
    const auto at = std::find_if(v_.begin(), v_.end(), [](double x) { return !std::isfinite(x); });
    return at == v_.end() ? -1 : at - v_.begin();
}

}  // namespace ranvier::engine
