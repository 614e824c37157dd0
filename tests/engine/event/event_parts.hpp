#pragma once

#include <memory>
#include <vector>

#include "engine/event/event_tables.hpp"
#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"
#include "event/hand_made_cells.hpp"

namespace ranvier::engine {

/// Samples that are noted, and not taken again.
struct NotedSamples final : SampleEvents {
    std::vector<double> taken;
    std::int64_t sample(const Event& due, EventQueue&) override {
        taken.push_back(due.t);
        return 1;
    }
    std::vector<Event> each_alone(const Event&) const override { return {}; }
    std::uint32_t block_of_sample(std::uint32_t) const override { return 0; }
};

/// A model and its network, and the events of its blocks as `build` makes them: each section is a block, artificial cells
/// take turns.
struct EventParts {
    Model model;
    Network network{model};
    Network& state{network};
    SpikeRoutes routes{state.connections(), state.sources()};
    EventWeights weights{state.connections()};
    TargetWeights target_weights{state.connections()};
    MechanismOutput output;
    NotedSamples samples;
    EventTables tables;
    SharedParts shared{model,          state,  state.connections(), routes,  weights,
                       target_weights, output, tables.targets,      &samples};

    EventParts() {
        model.set_services(&event_services());
        for (const char* name : {"one", "two"}) model.create_section(name);
    }
    ~EventParts() {
        for (const auto& block : model.blocks()) block->event_context = nullptr;
    }

    InstanceId make(const rv_mechanism& mechanism) {
        return model.create_artificial_cell(model.register_mechanism(mechanism));
    }
    /// An Adder that fires `lag` ms after its input reaches 1.
    InstanceId make_adder(double lag = 1) {
        const InstanceId adder = make(hand_made::adder());
        model.store(model.reference(adder, hand_made::adder_lag), lag);
        return adder;
    }
    SourceId source(InstanceId cell) { return network.sources().of(cell); }
    std::uint32_t connect(InstanceId from, InstanceId to, double delay, double weight = .5) {
        return static_cast<std::uint32_t>(network.connect(network.sources().of(from), to, delay, weight));
    }
    double last_weight(InstanceId adder) const { return model.load(model.reference(adder, hand_made::adder_last)); }

    void build(TieOrder order = TieOrder::canonical) {
        tables = {};
        model.prepare({1, order == TieOrder::canonical ? Grouping::each_cell_alone : Grouping::all_in_one}, {});
        const std::vector<std::uint8_t> above(state.sources().size(), 0);
        tables = build_event_tables(shared, order, above, one_by_one);
        std::vector<EventQueue*> queues;
        for (const auto& block : tables.blocks) queues.push_back(&block->queue());
        routes.set_queues(queues);
    }
    void initialize() {
        for (const auto& block : model.blocks()) block->initialize();
    }
    BlockEvents& block_of(InstanceId cell) { return *tables.blocks[model.locate(cell).block]; }
    Receiver receiver(InstanceId cell) {
        BlockEvents& events = block_of(cell);
        return events.receivers().find(events.block.instances(cell.mechanism),
                                       static_cast<std::int32_t>(model.locate(cell).index));
    }
    const rv_instances* instances(InstanceId cell) { return block_of(cell).block.instances(cell.mechanism); }
    std::int32_t index(InstanceId cell) { return static_cast<std::int32_t>(model.locate(cell).index); }
    /// When the events in a block's queue are due, in order [ms]. Empties the queue.
    static std::vector<double> take_times(EventQueue& queue) {
        std::vector<double> times;
        while (!queue.empty()) times.push_back(queue.pop_single().t);
        return times;
    }
};

}  // namespace ranvier::engine
