#pragma once

#include <string>
#include <utility>
#include <vector>

#include "engine/event/event_queue.hpp"
#include "engine/record/samples.hpp"
#include "engine/solve/block.hpp"
#include "engine/solve/model.hpp"
#include "event/hand_made_cells.hpp"

namespace ranvier::engine {

/// A model of two passive cells, each in its own block, without events: tests hand the events of records around.
struct TwoSomas {
    Model model;
    Section& one = make("one");
    Section& two = make("two");
    VariableRef v = v_of(one), w = v_of(two);
    VariableRef t{};  // the model's

    TwoSomas() { prepare(); }
    Section& make(const std::string& name) {
        Section& soma = model.create_section(name);
        model.insert(soma, model.register_mechanism(hand_made::leak()));
        return soma;
    }
    VariableRef v_of(Section& section) { return model.reference(section, *model.range_variable("v"), 0, .5); }
    VariableRef g_of(Section& section) { return model.reference(section, *model.range_variable("g_leak"), 0, .5); }
    void prepare() { model.prepare({1, Grouping::each_cell_alone}, {}); }
    void remove(Section& section) {
        model.destroy_section(section);
        prepare();
    }
    std::uint32_t block_of(VariableRef variable) { return model.block_of(variable); }
    void set_t(double to) {
        model.t = to;
        for (const auto& block : model.blocks()) block->t = to;
    }

    static Samples samples(std::vector<double> values = {}) {
        return std::make_shared<std::vector<double>>(std::move(values));
    }
    /// What is queued, in order.
    std::vector<std::pair<std::uint32_t, Event>> queued;
    QueueSample to_queued = [this](std::uint32_t block, const Event& event) { queued.emplace_back(block, event); };
    std::vector<double> times_queued() const {
        std::vector<double> times;
        for (const auto& [block, event] : queued) times.push_back(event.t);
        return times;
    }
    /// Hands all events to act(event, queue) that are due by `til` [ms]; returns the number of them.
    template <class Act>
    int deliver(EventQueue& queue, double til, Act&& act) {
        for (const auto& [block, event] : std::exchange(queued, {})) queue.push(event);
        int delivered = 0;
        for (; queue.due(til); ++delivered) {
            const Event due = queue.pop();
            set_t(due.t);
            act(due, queue);
        }
        return delivered;
    }
};

using Values = std::vector<double>;

}  // namespace ranvier::engine
