#include "engine/run/run_tables.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>

#include "engine/cell/mechanism_type.hpp"
#include "engine/event/connection_bonds.hpp"
#include "engine/network/network.hpp"

namespace ranvier::engine {

namespace {

/// The section in which a compartment lies; null: none.
Section* section_of(const Model& model, std::uint32_t compartment) {
    Section* found = nullptr;
    for (const auto& section : model.sections()) {
        const auto ids = section->compartments();
        const bool is_here = std::find(ids.begin(), ids.end(), compartment) != ids.end() ||
                             section->near_compartment() == compartment || section->far_compartment() == compartment;
        if (is_here) found = section.get();
    }
    return found;
}

/// The bond between the ends of POINTER k of an instance; none if the POINTER leads to nothing that advances.
std::optional<Model::Bond> bond_of_pointer(const Model& model, InstanceId id, int k) {
    const auto target = model.pointer(id, k);
    if (!target || target->table == scalar_table) return std::nullopt;
    Model::Bond bond{};
    bond.a_instance = id;
    if (target->table == compartment_table) {
        bond.b_section = section_of(model, target->id);
        if (!bond.b_section) return std::nullopt;
    } else {
        bond.b_instance = {target->table, target->id};
    }
    return bond;
}

/// Adds the bonds of POINTERs, whose ends must advance together.
void add_pointer_bonds(const Model& model, std::vector<Model::Bond>& bonds) {
    for (const auto& type : model.mechanisms()) {
        const rv_mechanism* description = type->description();
        if (!description || description->pointer_count == 0) continue;
        for (std::size_t row = 0; row < type->table().size(); ++row) {
            const InstanceId id{type->id(), type->table().id(row)};
            for (int k = 0; k < description->pointer_count; ++k) {
                if (const auto bond = bond_of_pointer(model, id, k)) bonds.push_back(*bond);
            }
        }
    }
}

/// The first mechanism in use with a flag; null: none.
const MechanismType* first_with(const Model& model, std::uint32_t flag) {
    for (const auto& type : model.mechanisms()) {
        const bool has_flag = type->description() && (type->description()->flags & flag);
        if (has_flag && type->table().size() > 0) return type.get();
    }
    return nullptr;
}

}  // namespace

RunTables::RunTables(Model& model, Network& network, exchange::Transport& transport, exchange::SpikeExchange& exchange,
                     const VariableSettings& variable, BlockThreads& threads)
    : model_(model),
      network_(network),
      transport_(transport),
      is_alone_(transport.size() == 1),
      variable_(variable),
      threads_(threads),
      delivery_(network, model),
      relay_(network, delivery_, transport, exchange),
      player_(model),
      transfers_(model),
      replay_(network, patterns_, transport.size()) {
    model.set_services(&event_services());
}

RunTables::~RunTables() {
    for (const auto& block : model_.blocks()) block->event_context = nullptr;
}

void RunTables::prepare() {
    model_.follow_function_tables();
    if (variable_.active && takes_variable_steps() && !variable_.local && replay_.is_active()) {
        throw std::invalid_argument(
            "replay: variable steps of all cells together are not supported; use fixed steps, or steps of each cell "
            "alone (cvode.use_local_dt(1))");
    }
    const Basis basis = present_basis();
    const bool as_before = delivery_.is_built() && basis == basis_;
    if (!as_before) {
        rebuild(basis);
    } else {
        model_.refresh();
        if (!player_.is_resolved()) player_.resolve(delivery_.blocks());
    }
    has_callbacks_ = network().recordings().have_callbacks();
    if (!as_before || !threads_.is_assigned()) assign_blocks(usable_threads(basis));
}

RunTables::Basis RunTables::present_basis() const {
    Basis basis;
    basis.structure = model_.structure_version();
    basis.threads = threads_.wanted();
    basis.replays = replay_.starts();
    basis.options = options_;
    // NEURON's order is defined only on one rank and one thread.
    const bool may_insert = is_alone() && threads_.wanted() == 1 && !replay_.is_active();
    if (!may_insert) basis.options.tie_order = TieOrder::canonical;
    basis.variable = takes_variable_steps();
    basis.local = basis.variable && variable_.local;
    basis.dt = basis.variable ? 0 : model_.dt;
    return basis;
}

// Mechanisms of any cell may change thresholds, or read all voltages, in each step, which requires one block.
bool RunTables::is_one_block(const Basis& basis) const {
    return basis.options.tie_order == TieOrder::insertion || !network().sources().changeable_thresholds().empty() ||
           first_with(model_, RV_READS_ALL_NODES);
}

int RunTables::usable_threads(const Basis& basis) const {
    if (basis.threads == 1) return 1;
    return is_one_block(basis) || first_with(model_, RV_NEEDS_ONE_THREAD) ? 1 : basis.threads;
}

std::string RunTables::why_fewer_threads() const {
    if (threads_.size() >= threads_.wanted()) return "";
    if (takes_variable_steps()) return "variable steps run on one";
    if (!network().sources().changeable_thresholds().empty())
        return "a mechanism may change the threshold of a NetCon at any time";
    if (const MechanismType* type = first_with(model_, RV_NEEDS_ONE_THREAD)) {
        return fmt::format("the instances of {} share a GLOBAL that they set, or C code (VERBATIM)", type->name());
    }
    return "there is too little work for more";
}

// With variable steps, all cells advance in one block, or each cell in its own block.
Grouping RunTables::grouping(const Basis& basis) const {
    if (basis.variable) return {1, basis.local ? Grouping::each_cell_alone : Grouping::all_in_one};
    const std::size_t block_size = is_one_block(basis) ? Grouping::all_in_one : basis.options.block_size;
    return {usable_threads(basis), block_size, basis.options.least_work};
}

void RunTables::rebuild(const Basis& basis) {
    if (before_rebuild_) before_rebuild_();
    delivery_.freeze();
    std::vector<Model::Bond> bonds = connection_bonds(network(), basis.local ? 0. : model_.dt * (1 - 1e-9));
    const std::size_t of_connections = bonds.size();
    add_pointer_bonds(model_, bonds);
    add_weight_bonds(network(), bonds);
    delivery_.set_tie_order(basis.options.tie_order);
    idle_ = replay_.idle_cells(model_);
    model_.prepare(grouping(basis), bonds, idle_);
    replay_.check_bonds(model_, std::span(bonds).subspan(of_connections), transfers_);
    player_.resolve(delivery_.blocks());  // first: samples that wait go to the blocks where their variables now are
    delivery_.build(player_, [this](std::size_t n, const auto& act) { threads_.for_each_task(n, act); });
    transfers_.forget_addresses();
    basis_ = basis;
}

void RunTables::assign_blocks(int usable_threads) {
    std::vector<std::size_t> work(delivery_.running_blocks());
    for (std::size_t b = 0; b < work.size(); ++b) {
        const BlockEvents& events = *delivery_.blocks()[b];
        work[b] = events.block.compartment_count() + 1;
        for (const Receivers::Slot& slot : events.receivers().slots())
            work[b] += static_cast<std::size_t>(slot.in->count);
    }
    threads_.assign(work, usable_threads);
    SpikeRelay::Threads threads{threads_.size(), threads_.threads_of_blocks(), {}};
    threads.of_block.resize(delivery_.blocks().size());  // idle blocks receive nothing
    threads.for_each = [this](const std::function<void(int)>& act) { threads_.for_each_thread(act); };
    relay_.set_threads(std::move(threads));
}

bool RunTables::knows_structure() const {
    return delivery_.is_built() && basis_.structure == model_.structure_version() && basis_.replays == replay_.starts();
}

void RunTables::set_t(double t) {
    model_.t = t;
    for (const auto& block : model_.blocks()) block->t = t;
}

}  // namespace ranvier::engine
