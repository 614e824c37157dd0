#include "engine/variable/integrators.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/cell/mechanism_type.hpp"
#include "engine/network/network.hpp"

namespace ranvier::engine {

namespace {

/// "v", "m of hh", "cai"
std::string name_of(const Model& model, VariableRef variable) {
    if (variable.table == compartment_table) return "v";
    const MechanismType& type = model.mechanism(variable.table);
    if (type.is_ion()) {
        const std::string ion = type.name().substr(0, type.name().rfind("_ion"));
        return ion + (variable.column == ion_outside ? "o" : "i");
    }
    std::string name = "a state";
    for (int k = 0; k < type.description()->field_count; ++k) {
        if (type.first_column(k) <= variable.column) name = type.description()->fields[k].name;
    }
    return fmt::format("{} of {}", name, type.name());
}

/// "v of soma(0.5)", "m of hh in soma(0.5) (gid 7)"
std::string describe_state(const Model& model, const Network& network, VariableRef variable) {
    const bool is_voltage = variable.table == compartment_table;
    const std::uint32_t compartment =
        is_voltage ? variable.id : model.mechanism(variable.table).compartment(variable.id);
    std::string name = name_of(model, variable);
    for (const auto& section : model.sections()) {
        const auto& own = section->compartments();
        if (std::find(own.begin(), own.end(), compartment) == own.end()) continue;
        const auto is_of_cell = [&](const Source& source) {
            return source.exists && source.gid >= 0 && source.section() &&
                   &source.section()->root() == &section->root();
        };
        const auto source = std::find_if(network.sources().begin(), network.sources().end(), is_of_cell);
        const std::string gid = source == network.sources().end() ? "" : fmt::format(" (gid {})", source->gid);
        return fmt::format("{} {} {}({:g}){}", name, is_voltage ? "of" : "in", section->name(),
                           section->position_of(compartment), gid);
    }
    return name;
}

}  // namespace

Integrators::Integrators(RunTables& tables, Hooks& hooks, const VariableSettings& settings)
    : tables_(tables), hooks_(hooks), settings_(settings) {
    tables.before_rebuild([this] {
        release();
        kept_.clear();
    });
}

void Integrators::on_change(std::function<void()> bound, std::function<void()> released) {
    bound_ = std::move(bound);
    released_ = std::move(released);
}

void Integrators::check() const {
    if (!tables_.is_alone() && !settings_.local) {
        throw SimulationError(fmt::format(
            "variable steps of all cells together (cvode.active(1)) run on one rank only, but there are {}: use steps "
            "of each cell (cvode.use_local_dt(1)) or fixed steps (cvode.active(0))",
            tables_.transport().size()));
    }
    if (tables_.transfers().active() && settings_.local) {
        throw SimulationError(
            "local steps do not support gap junctions (pc.source_var, pc.target_var), because cells have different times: use "
            "steps of all cells (cvode.use_local_dt(0)) on one rank, or fixed steps (cvode.active(0))");
    }
    tables_.transfers().check_set_up();
    if (settings_.local && !hooks_.conditions().empty()) {
        throw SimulationError(
            "with local steps each cell has its own time: a StateTransitionEvent needs steps of all cells, "
            "cvode.use_local_dt(0), or fixed steps, cvode.active(0)");
    }
    if (settings_.local && hooks_.has_state_hooks()) {
        throw SimulationError(
            "with local steps each cell has its own time: CVode.extra_scatter_gather needs steps of all cells, "
            "cvode.use_local_dt(0), or fixed steps, cvode.active(0)");
    }
    if (settings_.local && tables_.player().is_slow()) {
        throw SimulationError(
            "with local steps each cell has its own time: record or play variables of the model, with their times by "
            "cvode.record; variables of scripts need steps of all cells, cvode.use_local_dt(0)");
    }
}

// --- their life -----------------------------------------------------------------------------------------------------

void Integrators::release() {
    if (!all_.empty()) kept_.clear();
    for (const auto& integrator : all_) kept_.push_back(std::move(integrator->magnitudes()));
    all_.clear();
    listed_.clear();
    if (released_) released_();
}

void Integrators::bind() {
    if (!all_.empty() && version_ == settings_.version) return;
    release();
    of_block_.assign(tables_.blocks().size(), nothing);
    try {
        if (settings_.local) {
            make_local();
        } else {
            make_global();
        }
    } catch (const std::invalid_argument& error) {
        all_.clear();
        throw SimulationError(error.what());
    }
    if (version_ != settings_.version) kept_.clear();
    version_ = settings_.version;
    for (std::size_t k = 0; k < std::min(kept_.size(), all_.size()); ++k) all_[k]->magnitudes() = std::move(kept_[k]);
    kept_.clear();
    for (const auto& integrator : all_) integrator->begin(tables_.model().t);
    if (bound_) bound_();
}

void Integrators::make(std::vector<std::pair<BlockEvents*, std::uint32_t>> blocks) {
    for (const auto& [events, number] : blocks) of_block_[number] = static_cast<std::uint32_t>(all_.size());
    all_.push_back(std::make_unique<VariableIntegrator>(tables_.player(), std::move(blocks), settings_));
}

const std::vector<ListedStates>& Integrators::listed() {
    if (listed_.empty()) {
        std::vector<VariableIntegrator*> all;
        for (const auto& integrator : all_) all.push_back(integrator.get());
        listed_ = list_states(tables_.model(), all);
    }
    return listed_;
}

void Integrators::make_local() {
    const auto& blocks = tables_.blocks();
    const auto is_algebraic = [](const auto& events) { return events->block.has_algebraic_equations(); };
    if (std::any_of(blocks.begin(), blocks.end(), is_algebraic)) {
        throw std::invalid_argument(
            "local steps do not support extracellular, LinearMechanism, and segments without capacitance (cm = 0): use "
            "cvode.use_local_dt(0)");
    }
    const std::uint32_t running = tables_.delivery().running_blocks();
    for (std::uint32_t b = 0; b < running; ++b) {
        if (!blocks[b]->block.ode_states().empty()) make({{blocks[b].get(), b}});
    }
}

void Integrators::make_global() {
    const auto& blocks = tables_.blocks();
    std::vector<std::pair<BlockEvents*, std::uint32_t>> all;
    for (std::uint32_t b = 0; b < blocks.size(); ++b) all.emplace_back(blocks[b].get(), b);
    make(std::move(all));
    all_.front()->watch(tables_.model(), hooks_);
    if (!tables_.transfers().active()) return;
    all_.front()->system().on_voltages = [this] { tables_.transfers().transfer_here(); };
}

void Integrators::restart() {
    tables_.prepare();
    bind();
    const double dt = tables_.model().dt;  // restarting sets dt for mechanisms, but takes no step yet
    for (std::size_t k = 0; k < all_.size(); ++k) {
        guard(k, [&] { all_[k]->restart(tables_.model().t); });
    }
    tables_.model().dt = dt;
}

// --- looking --------------------------------------------------------------------------------------------------------

// A mechanism's POINTER may lead anywhere, and a script that advances step by step may read anything.
void Integrators::choose_when_to_follow(bool by_step) {
    bool may_wait = !by_step && !hooks_.has_state_hooks();
    for (const auto& type : tables_.model().mechanisms()) {
        may_wait &= type->is_ion() || type->table().size() == 0 || type->description()->pointer_count == 0;
    }
    for (const auto& integrator : all_) integrator->choose_when_to_follow(may_wait);
}

void Integrators::follow() {
    for (const auto& integrator : all_) integrator->follow();
}

void Integrators::fail(const VariableIntegrator& integrator, const StepFailure& failure) const {
    std::size_t worst = failure.worst_state;
    const std::vector<OdeState>& states = integrator.system().map().states();
    for (std::size_t k = 0; k < states.size(); ++k) {
        if (!std::isfinite(*states[k].value)) worst = k;
    }
    const OdeState& state = states[worst];
    throw SimulationError(fmt::format(
        "the variable step from t = {:g} ms failed: {}. The state that is furthest from its tolerance is {} = {:g}; "
        "see cvode.atol, cvode.atolscale, cvode.minstep, or the equations there",
        failure.t, failure.what(), describe_state(tables_.model(), tables_.network(), state.variable), *state.value));
}

}  // namespace ranvier::engine
