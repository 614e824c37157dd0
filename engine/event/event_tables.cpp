#include "engine/event/event_tables.hpp"

#include <algorithm>
#include <utility>

#include "engine/cell/mechanism_type.hpp"
#include "engine/event/bundles.hpp"
#include "engine/network/network.hpp"
#include "engine/network/targets.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

std::uint32_t EventTables::running_blocks() const {
    const auto idle = std::find_if(blocks.begin(), blocks.end(), [](const auto& b) { return b->block.is_idle; });
    return static_cast<std::uint32_t>(idle - blocks.begin());
}

double EventTables::next_event() const {
    double least = std::numeric_limits<double>::infinity();
    for (const auto& events : blocks) {
        if (!events->queue().empty()) least = std::min(least, events->queue().top().t);
    }
    return least;
}

namespace {

/// Builds the tables step by step: each member needs what those before it have found.
class TableBuilder {
  public:
    TableBuilder(const SharedParts& shared, TieOrder order)
        : shared_(shared), model_(shared.model), network_(shared.network), order_(order) {}

    void find_receivers();
    void locate_sources(std::span<const std::uint8_t> above);
    void locate_targets();
    void arrange_connections(const ForEachTask& for_each_task);
    void make_blocks();
    void find_min_delay_between_blocks();
    EventTables take() { return std::move(tables_); }

  private:
    Block& block(std::uint32_t b) const { return *model_.blocks()[b]; }
    std::uint32_t block_count() const { return static_cast<std::uint32_t>(model_.blocks().size()); }
    Receiver receiver(std::uint32_t b, MechanismId mechanism, std::uint32_t i) const {
        return receivers_[b].find(block(b).instances(mechanism), static_cast<std::int32_t>(i));
    }
    void name_receivers(const MechanismType& type);
    void watch_variable(SourceId s, VariableRef watched, bool is_above);
    void locate_firing(SourceId s, InstanceId instance);
    void add_tables(std::uint32_t b, TableOrder order, Connections::Layout& layout);
    void find_who_sends();

    const SharedParts& shared_;
    Model& model_;
    Network& network_;
    TieOrder order_;
    EventTables tables_;
    std::vector<Receivers> receivers_;    // by block
    std::vector<Thresholds> thresholds_;  // by block
};

void TableBuilder::find_receivers() {
    receivers_.resize(block_count());
    for (std::uint32_t b = 0; b < block_count(); ++b) {
        block(b).event_context = nullptr;  // the former one's
        for (const auto& type : model_.mechanisms()) {
            rv_instances* in = block(b).instances(type->id());
            if (!in) continue;
            in->engine = nullptr;
            receivers_[b].add(in, type->description(), type->id());
        }
    }
    for (const auto& type : model_.mechanisms()) {
        if (receives_events(type->description())) name_receivers(*type);
    }
}

void TableBuilder::name_receivers(const MechanismType& type) {
    for (std::size_t row = 0; row < type.table().size(); ++row) {
        const InstanceId id{type.id(), type.table().id(row)};
        if (!type.is_artificial() && !model_.place(id).section) continue;  // its section was deleted
        const Model::Location at = model_.locate(id);
        if (at.block < block_count()) receivers_[at.block].name(receiver(at.block, type.id(), at.index), id.id);
    }
}

void TableBuilder::locate_sources(std::span<const std::uint8_t> above) {
    thresholds_.resize(block_count());
    tables_.source_block.assign(network_.sources().size(), nothing);
    for (const SourceId s : network_.sources().living()) {
        const Source& source = network_.sources()[s];
        if (source.watched()) {
            watch_variable(s, *source.watched(), above[index_of(s)] != 0);
        } else if (source.instance) {
            locate_firing(s, source.instance);
        }
    }
}

void TableBuilder::watch_variable(SourceId s, VariableRef watched, bool is_above) {
    if (!model_.exists(watched)) return;
    const std::uint32_t b = tables_.source_block[index_of(s)] = model_.block_of(watched);
    if (b >= block_count() || block(b).is_idle) return;
    const auto changeable = network_.sources().changeable_thresholds().find(s);
    const bool is_changeable = changeable != network_.sources().changeable_thresholds().end();
    thresholds_[b].add(model_.address(watched), network_.sources().threshold_of(s), s, is_above,
                       is_changeable ? changeable->second : nullptr);
}

void TableBuilder::locate_firing(SourceId s, InstanceId instance) {
    const Model::Location at = model_.locate(instance);
    tables_.source_block[index_of(s)] = at.block;
    if (at.block >= block_count() || block(at.block).is_idle) return;
    const Receiver r = receiver(at.block, instance.mechanism, at.index);
    if (r != Receiver::none) receivers_[at.block].set_source(r, s);
}

void TableBuilder::locate_targets() {
    tables_.targets.assign(network_.targets().size(), TargetPlace{});
    for (const TargetNumber t : network_.targets().living()) {
        const InstanceId id = network_.targets()[t];
        if (!model_.place(id).section && !model_.mechanism(id.mechanism).is_artificial()) continue;
        const Model::Location at = model_.locate(id);
        if (at.block >= block_count() || block(at.block).is_idle) continue;
        TargetPlace& to = tables_.targets[index_of(t)];
        to.block = at.block;
        to.receiver = receiver(at.block, id.mechanism, at.index);
    }
}

void TableBuilder::arrange_connections(const ForEachTask& for_each_task) {
    Connections::Layout layout;
    layout.for_each_table = for_each_task;
    layout.sources = network_.sources().size();
    const TableOrder order = order_ == TieOrder::canonical ? TableOrder::delay_and_receiver
                                                           : order_by_insertion(shared_.connections, block_count());
    if (order == TableOrder::creation) layout.forms_groups = sources_with_one_event(shared_.connections);
    layout.gid_of_source.assign(layout.sources, -1);
    for (const SourceId s : network_.sources().living()) layout.gid_of_source[index_of(s)] = network_.sources()[s].gid;
    for (std::uint32_t b = 0; b < block_count(); ++b) add_tables(b, order, layout);
    for (const TargetNumber t : network_.targets().living()) {
        TargetPlace& to = tables_.targets[index_of(t)];
        if (to.receiver != Receiver::none) to.table = receivers_[to.block].table(to.receiver);
    }
    layout.targets = tables_.targets;
    shared_.connections.arrange(layout);
    if (order == TableOrder::delay) find_who_sends();
}

/// Adds a table for each mechanism of the block that receives events, or one for all.
void TableBuilder::add_tables(std::uint32_t b, TableOrder order, Connections::Layout& layout) {
    Receivers& receivers = receivers_[b];
    auto targets = std::make_shared<std::vector<TargetNumber>>(receivers.size(), TargetNumber::none);
    for (std::uint32_t r = 0; r < receivers.size(); ++r) {
        if (const InstanceId id = receivers.instance(Receiver{r})) (*targets)[r] = network_.targets().find(id);
    }
    std::size_t in_block = 0;
    for (const Receivers::Slot& slot : receivers.slots()) {
        if (slot.first == Receiver::none) continue;
        const rv_mechanism& mechanism = *slot.description;
        const bool keeps_weights = (mechanism.flags & RV_KEEPS_WEIGHTS) != 0;
        if (in_block++ > 0 && order != TableOrder::delay_and_receiver) {
            layout.tables.back().has_many_mechanisms = true;
            layout.tables.back().stride = 0;
            layout.tables.back().receive_group = false;
            layout.tables.back().keeps_weights &= keeps_weights;
        } else {
            ConnectionTable table;
            table.order = order;
            table.block = b;
            table.mechanism = slot.mechanism;
            table.receive_group = mechanism.net_receive_group != nullptr;
            table.keeps_weights = keeps_weights;
            table.first_receiver = slot.first;
            table.stride = static_cast<std::uint32_t>(mechanism.weight_count);
            table.target_of_receiver = targets;
            layout.tables.push_back(std::move(table));
        }
        receivers.set_table(slot, TableNumber{static_cast<std::uint32_t>(layout.tables.size() - 1)});
    }
}

/// Of the only block: bundles of events stay together unless one of them can add events.
void TableBuilder::find_who_sends() {
    const auto sends = [&](Receiver r) {
        return r != Receiver::none && (receivers_[0].slot(r).description->flags & RV_ONLY_TAKES_SPIKES) == 0;
    };
    bool any = false;
    for (const ConnectionTable& table : shared_.connections.tables().all()) {
        any |= std::any_of(table.receiver.begin(), table.receiver.end(), sends);
    }
    receivers_[0].set_send_on_spikes(any);
}

void TableBuilder::make_blocks() {
    for (std::uint32_t b = 0; b < block_count(); ++b) {
        auto events =
            std::make_unique<BlockEvents>(shared_, block(b), b, std::move(receivers_[b]), std::move(thresholds_[b]));
        events->queue().set_tie_order(order_);
        block(b).event_context = events.get();
        for (const Receivers::Slot& slot : events->receivers().slots()) {
            slot.in->engine = events.get();
            slot.in->services = &event_services();
        }
        tables_.blocks.push_back(std::move(events));
    }
}

void TableBuilder::find_min_delay_between_blocks() {
    double& least = tables_.min_delay_between_blocks;
    const Connections& connections = shared_.connections;
    for (const SourceId s : network_.sources().living()) {
        const std::uint32_t from = tables_.block_of(s);
        if (from == nothing || tables_.is_idle(s)) continue;
        for (const Fan& fan : connections.fans(s)) {
            const ConnectionTable& table = connections.tables()[fan.table];
            if (table.block == from) continue;
            for (Group g = fan.group;; ++g) {
                least = std::min(least, table.delay(g));
                if (table.is_last_of_source(g)) break;
            }
        }
    }
}

}  // namespace

EventTables build_event_tables(const SharedParts& shared, TieOrder order, std::span<const std::uint8_t> above,
                               const ForEachTask& for_each_task) {
    TableBuilder builder(shared, order);
    builder.find_receivers();
    builder.locate_sources(above);
    builder.locate_targets();
    builder.arrange_connections(for_each_task);
    builder.make_blocks();
    builder.find_min_delay_between_blocks();
    return builder.take();
}

}  // namespace ranvier::engine
