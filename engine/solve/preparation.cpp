#include "engine/solve/preparation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <ranges>
#include <stdexcept>
#include <unordered_map>

#include "engine/cell/linear_mechanism.hpp"
#include "engine/cell/model_data.hpp"
#include "engine/solve/cell_block.hpp"
#include "engine/solve/layout.hpp"
#include "engine/solve/node_order.hpp"

namespace ranvier::engine {

namespace {

// The members that bonds may join: cells, then artificial cells.
struct Members {
    std::unordered_map<const Section*, std::uint32_t> cell_of_root;
    std::uint32_t artificial = 0;                                  // how many
    std::vector<std::vector<std::uint32_t>> number_of_artificial;  // by mechanism and id

    std::uint32_t number_of(InstanceId i) const { return number_of_artificial[i.mechanism][i.id]; }
};

/// The steps of prepare_blocks; each uses results that earlier steps have stored in members.
class Preparation {
  public:
    Preparation(ModelData& data, const Grouping& grouping, std::span<const Bond> bonds, const IdleCells& idle)
        : data_(data), grouping_(grouping), bonds_(bonds), idle_(idle) {}

    void run(PreparedBlocks& prepared) {
        check_valences();
        list_members();
        make_layout();
        order_compartments();
        prepared.first_instance.clear();
        for (const auto& type : data_.mechanisms) prepared.first_instance.push_back(order_instances(*type));
        data_.update_coefficients();
        make_blocks(prepared);
        for (const auto& type : data_.mechanisms) resolve_pointers(data_, *type);
    }

  private:
    void check_valences() {
        for (const auto& type : data_.mechanisms) {
            if (type->is_ion() && std::isnan(type->valence()) && type->table().size() > 0) {
                throw std::invalid_argument(fmt::format(
                    "{}: its VALENCE is unknown; declare it in a mechanism that uses the ion", type->name()));
            }
        }
    }

    void list_members() {
        SectionKinds kinds;
        for (const auto& section : data_.sections.all()) {
            if (section->parent()) continue;
            members_.cell_of_root[section.get()] = static_cast<std::uint32_t>(cells_.size());
            roots_.push_back(section.get());
            if (grouping_.compartments_per_block == Grouping::each_cell_alone) kinds.clear();
            cells_.push_back(order_cell(*section, kinds));
        }
        members_.number_of_artificial.resize(data_.mechanisms.size());
        auto next = static_cast<std::uint32_t>(cells_.size());
        for (const auto& type : data_.mechanisms) {
            if (!type->is_artificial()) continue;
            auto& numbers = members_.number_of_artificial[type->id()];
            numbers.resize(type->table().id_end());
            for (const std::uint32_t id : type->table().ids()) numbers[id] = next++;
        }
        members_.artificial = next - static_cast<std::uint32_t>(cells_.size());
    }

    void mark_idle() {
        is_idle_.assign(cells_.size() + members_.artificial, 0);
        for (const Section* root : idle_.roots) is_idle_[members_.cell_of_root.at(root)] = 1;
        for (const InstanceId cell : idle_.artificial) is_idle_[members_.number_of(cell)] = 1;
    }

    // The member on one side of a bond, or nullopt if it no longer exists or is not located.
    std::optional<std::uint32_t> member(Section* section, InstanceId instance) const {
        if (!section && instance) {
            const MechanismType& type = *data_.mechanisms[instance.mechanism];
            if (!type.table().contains(instance.id)) return std::nullopt;
            if (type.is_artificial()) return members_.number_of(instance);
            const std::uint32_t compartment = type.compartment(instance.id);
            if (compartment == MechanismType::nowhere) return std::nullopt;
            section = data_.homes[compartment].section;
        }
        if (!section) return std::nullopt;
        return members_.cell_of_root.at(&section->root());
    }

    // Finds the cells and artificial cells that must stay together, then assigns them to blocks.
    void make_layout() {
        UnionFind sets(cells_.size() + members_.artificial);
        find_coupled();
        mark_idle();
        if (joined_) join_coupled(sets);
        join_tied(sets);
        place_cells(sets);
        place_artificial_cells(sets);
    }

    void join_coupled(UnionFind& sets) {
        for (std::uint32_t c = 0; c < cells_.size(); ++c) {
            const std::uint32_t first = joined_->find(c);
            if (is_idle_[c] != is_idle_[first]) {
                throw std::invalid_argument(fmt::format(
                    "replay: a LinearMechanism joins the cells of {} and {}, but one of them runs and the other "
                    "fires from the raster; choose both",
                    name_of_cell(first), name_of_cell(c)));
            }
            sets.join(c, first);
        }
    }

    std::string name_of_cell(std::uint32_t cell) const {
        for (const std::uint32_t compartment : cells_[cell].compartments) {
            if (const Section* home = data_.homes[compartment].section) return home->name();
        }
        return "a section";
    }

    void join_tied(UnionFind& sets) const {
        for (const Bond& bond : bonds_) {
            const auto a = member(bond.a_section, bond.a_instance);
            const auto b = member(bond.b_section, bond.b_instance);
            if (a && b && is_idle_[*a] == is_idle_[*b]) sets.join(*a, *b);
        }
    }

    void place_cells(UnionFind& sets) {
        std::vector<std::uint32_t> cluster(cells_.size()), idle_cluster(cells_.size(), left_out);
        for (std::uint32_t c = 0; c < cells_.size(); ++c) {
            cluster[c] = is_idle_[c] ? left_out : sets.find(c);
            if (is_idle_[c]) idle_cluster[c] = sets.find(c);
        }
        const auto threads = static_cast<std::size_t>(std::max(grouping_.threads, 1));
        layout_ = pack_cells(cells_, cluster, grouping_);
        if (cells_.empty() && members_.artificial >= 64 * threads) layout_.resize(threads);
        running_blocks_ = layout_.size();
        if (std::find(is_idle_.begin(), is_idle_.end(), 1) != is_idle_.end()) {
            layout_.push_back(std::move(pack_cells(cells_, idle_cluster, {1, Grouping::all_in_one})[0]));
        }
    }

    // Puts artificial cells in the block of the cell or artificial cells they are bound to, the others in equal shares
    // in order of creation.
    void place_artificial_cells(UnionFind& sets) {
        std::vector<std::uint32_t> block_of_cell(cells_.size());
        for (std::uint32_t k = 0; k < layout_.size(); ++k) {
            for (const std::uint32_t c : layout_[k].cells) block_of_cell[c] = k;
        }
        for (std::size_t i = 0; i < members_.artificial; ++i) {
            const std::uint32_t set = sets.find(static_cast<std::uint32_t>(cells_.size() + i));
            if (is_idle_[cells_.size() + i]) {
                block_of_artificial_.push_back(static_cast<std::uint32_t>(running_blocks_));
            } else if (set < cells_.size()) {
                block_of_artificial_.push_back(block_of_cell[set]);
            } else {
                const std::size_t share = (set - cells_.size()) * running_blocks_ / members_.artificial;
                block_of_artificial_.push_back(static_cast<std::uint32_t>(share));
            }
        }
    }

    void order_compartments() {
        Table& table = data_.compartments;
        std::vector<std::uint32_t> order;
        order.reserve(table.size());
        for (const BlockLayout& block : layout_) {
            first_row_.push_back(static_cast<std::uint32_t>(order.size()));
            for (const std::uint32_t id : block.compartments) order.push_back(table.row(id));
        }
        first_row_.push_back(static_cast<std::uint32_t>(order.size()));
        table.permute(order);
        drop_orders();
        data_.d.assign(table.size(), 0.);
        data_.rhs.assign(table.size(), 0.);
        if (data_.cells.use_fast_imem || data_.type(data_.extracellular_id).table().size() > 0) {
            data_.saved.d.assign(table.size(), 0.);
            data_.saved.rhs.assign(table.size(), 0.);
        }
        keep_seen_voltages();
    }

    void keep_seen_voltages() {
        const bool any = std::ranges::any_of(data_.mechanisms, [](const auto& type) {
            return type->table().size() > 0 && sees_earlier_voltages(*type);
        });
        const double* v = data_.compartments.column(col_v);
        const std::size_t count = any ? data_.compartments.size() : 0;
        data_.saved.v_of_initial.assign(v, v + count);
        data_.saved.v_of_currents.assign(v, v + count);
    }

    // Frees what no later step needs, before the tables of instances are ordered, when memory is at its peak.
    void drop_orders() {
        for (BlockLayout& block : layout_) std::vector<std::uint32_t>().swap(block.compartments);
        for (std::size_t c = 0; c < cells_.size(); ++c) {
            if (coupled_.empty() || !coupled_[c]) cells_[c] = {};
        }
    }

    // Numbers the nodes of each block in NEURON's order.
    void number_nodes() {
        const Table& table = data_.compartments;
        node_number_.resize(table.size());
        for (std::size_t k = 0; k < layout_.size(); ++k) {
            std::uint32_t next = first_row_[k];
            std::vector<std::uint32_t> cells = layout_[k].cells;
            std::sort(cells.begin(), cells.end());
            std::vector<const Section*> roots;
            for (const std::uint32_t c : cells) roots.push_back(roots_[c]);
            for_each_node(roots, [&](std::uint32_t compartment) { node_number_[table.row(compartment)] = next++; });
        }
    }

    // The sort key of an instance: instances that pass values on or share a random stream run in NEURON's order, all
    // others row by row.
    std::uint32_t place_of(const MechanismType& type, std::uint32_t compartment) {
        if (compartment == MechanismType::nowhere) return compartment;
        const std::uint32_t row = data_.compartments.row(compartment);
        if (!type.description() || !(type.description()->flags & RV_ORDER_MATTERS)) return row;
        if (node_number_.empty()) number_nodes();
        return node_number_[row];
    }

    // Orders instances by compartment and, within a compartment, the latest first; artificial cells by block and order
    // of creation. Point processes that are not located come last and belong to no block. Returns the first row of each
    // block, and the end. Instances that already have their order, as artificial cells do, take no memory here.
    std::vector<std::uint32_t> order_instances(MechanismType& type) {
        const Table& table = type.table();
        const auto n = static_cast<std::uint32_t>(table.size());
        struct Key {
            std::uint32_t place, order;
            auto operator<=>(const Key&) const = default;
        };
        const auto key_of = [&](std::uint32_t row) -> Key {
            const std::uint32_t id = table.id(row);
            if (!type.is_artificial()) return {place_of(type, type.compartment(id)), ~type.sequence(id)};
            return {block_of_artificial_[members_.number_of({type.id(), id}) - cells_.size()], id};
        };
        const auto rows = std::views::iota(0u, n);
        if (!std::ranges::is_sorted(rows, {}, key_of)) {
            std::vector<std::pair<Key, std::uint32_t>> keys(n);
            for (const std::uint32_t row : rows) keys[row] = {key_of(row), row};
            std::sort(keys.begin(), keys.end());
            std::vector<std::uint32_t> order(n);
            for (const std::uint32_t row : rows) order[row] = keys[row].second;
            type.permute(order);
        }
        std::vector<std::uint32_t> first;
        const auto blocks = static_cast<std::uint32_t>(layout_.size());
        for (std::uint32_t k = 0; k <= blocks; ++k) {
            const std::uint32_t from = type.is_artificial() ? k : first_row_[k];
            const auto at =
                std::ranges::partition_point(rows, [&](std::uint32_t row) { return key_of(row).place < from; });
            first.push_back(static_cast<std::uint32_t>(at - rows.begin()));
        }
        return first;
    }

    // Adds the coupled systems of a block: one for each cell that has only extracellular, and one for each set of cells
    // that LinearMechanisms join. The cells of a system are in order of number.
    void add_coupled(CellBlock& block, std::vector<std::uint32_t> cells) {
        if (coupled_.empty()) return;
        std::sort(cells.begin(), cells.end());
        for (const std::uint32_t c : cells) {
            if (!coupled_[c] || joined_->find(c) != c) continue;
            std::vector<const CellOrder*> members;
            for (const std::uint32_t other : cells) {
                if (coupled_[other] && joined_->find(other) == c) members.push_back(&cells_[other]);
            }
            std::vector<std::shared_ptr<LinearMechanism>> linear;
            for (const auto& mechanism : data_.linear_mechanisms) {
                if (data_.cells.is_valid(*mechanism) && joined_->find(cell_of(*mechanism)) == c) {
                    linear.push_back(mechanism);
                }
            }
            block.add_coupled(CoupledSystem(data_, block.first_row(), members, std::move(linear)));
        }
    }

    // The cell of the mechanism's first node; the first of all cells if it has no nodes.
    std::uint32_t cell_of(const LinearMechanism& mechanism) const {
        return mechanism.nodes.empty() ? 0 : cell_of_compartment(mechanism.nodes[0].compartment);
    }
    std::uint32_t cell_of_compartment(std::uint32_t id) const {
        return members_.cell_of_root.at(&data_.homes[id].section->root());
    }

    void find_coupled() {
        const auto& linear = data_.linear_mechanisms;
        if (data_.type(data_.extracellular_id).table().size() == 0 && linear.empty()) return;
        if (cells_.empty()) throw std::invalid_argument("a LinearMechanism needs at least one section in the model");
        coupled_.assign(cells_.size(), false);
        joined_.emplace(cells_.size());
        for (const auto& section : data_.sections.all()) {
            if (section->has(data_.extracellular_id)) coupled_[members_.cell_of_root.at(&section->root())] = true;
        }
        for (const auto& mechanism : linear) {
            if (!data_.cells.is_valid(*mechanism)) continue;
            coupled_[cell_of(*mechanism)] = true;
            for (const LinearMechanism::Node& node : mechanism->nodes) {
                const std::uint32_t cell = cell_of_compartment(node.compartment);
                coupled_[cell] = true;
                joined_->join(cell_of(*mechanism), cell);
            }
        }
    }

    void make_blocks(PreparedBlocks& prepared) {
        std::vector<void*> contexts;
        for (const auto& block : prepared.blocks) contexts.push_back(block->event_context);
        prepared.blocks.clear();
        prepared.cell_blocks.clear();
        for (std::size_t k = 0; k < layout_.size(); ++k) {
            auto block = std::make_unique<CellBlock>(data_, first_row_[k], first_row_[k + 1] - first_row_[k],
                                                     std::move(layout_[k].forest));
            if (k < contexts.size()) block->event_context = contexts[k];
            for (const MechanismId id : data_.running_order) {
                const auto& rows = prepared.first_instance[id];
                block->add_instances(data_.type(id), rows[k], rows[k + 1] - rows[k], rows[k + 1] == rows.back());
            }
            add_coupled(*block, layout_[k].cells);
            block->finish();
            block->is_idle = k >= running_blocks_;
            prepared.cell_blocks.push_back(block.get());
            prepared.blocks.push_back(std::move(block));
        }
    }

    ModelData& data_;
    const Grouping& grouping_;
    std::span<const Bond> bonds_;
    const IdleCells& idle_;
    Members members_;
    std::vector<CellOrder> cells_;
    std::vector<const Section*> roots_;  // by cell
    std::vector<std::uint8_t> is_idle_;  // by member
    std::size_t running_blocks_ = 0;     // idle cells are in one block after these
    std::vector<bool> coupled_;          // by cell: not only a tree; empty if there is none
    std::optional<UnionFind> joined_;    // cells whose equations are solved together
    std::vector<BlockLayout> layout_;
    std::vector<std::uint32_t> block_of_artificial_;
    std::vector<std::uint32_t> first_row_;
    std::vector<std::uint32_t> node_number_;  // by row; see number_nodes
};

}  // namespace

void prepare_blocks(ModelData& data, const Grouping& grouping, std::span<const Bond> bonds, const IdleCells& idle,
                    PreparedBlocks& prepared) {
    Preparation(data, grouping, bonds, idle).run(prepared);
}

}  // namespace ranvier::engine
