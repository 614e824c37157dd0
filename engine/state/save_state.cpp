#include "engine/state/save_state.hpp"

#include <cmath>
#include <set>
#include <stdexcept>
#include <tuple>

#include "engine/connection/connections.hpp"
#include "engine/network/network.hpp"

namespace ranvier::engine {

std::shared_ptr<const SavedState> save_state(Snapshots& run) {
    RunTables& tables = run.tables();
    tables.prepare();
    const ConnectionsByNumber connections =
        tables.network().connections().by_number(ConnectionsByNumber::Keeps::found_for_now);
    const Model& model = tables.model();
    auto saved = std::make_shared<SavedState>();
    saved->t = model.t;
    saved->parts = save_values(model);
    tables.transfers().for_each_target([&](VariableRef target) {
        if (model.exists(target)) saved->transferred.push_back({target, model.load(target)});
    });
    saved->weights = connections.all_weights();
    saved->events = tables.delivery().pendings();
    // A restore, which makes events of earlier starts valid again, would revive those that are void already.
    std::erase_if(saved->events.events, [&](const PendingEvent& each) {
        return each.event.type == EventType::sample && tables.player().is_void(each.event);
    });
    saved->plays = tables.player().plays().cursors();
    saved->patterns = tables.patterns().positions();
    for (const ScriptEvents::ScriptEvent& event : run.hooks().events().all()) {
        saved->script_events.push_back({event.t, event.call});
    }
    return saved;
}

namespace {

/// Throws std::runtime_error, before anything changes, if the state can be none of this model.
void check(const SavedState& saved, const RunTables& tables) {
    if (!std::isfinite(saved.t)) throw std::runtime_error("the saved state is damaged: it has no time");
    const auto key = [](VariableRef of) { return std::tuple(of.table, of.column, of.id); };
    std::set<decltype(key({}))> targets;
    tables.transfers().for_each_target([&](VariableRef target) { targets.insert(key(target)); });
    for (const SavedState::Transferred& each : saved.transferred) {
        const bool is_target = !tables.model().exists(each.target) || targets.contains(key(each.target));  // or deleted
        if (!is_target) throw std::runtime_error("the model has other gap junctions than when the state was saved");
    }
    for (const PendingEvent& each : saved.events.events) {
        if (each.event.type == EventType::sample) tables.player().check(each.event);
    }
    tables.delivery().check(saved.events, saved.t);
    tables.player().plays().check(saved.plays);
    for (const double position : saved.patterns) {
        if (std::isnan(position)) throw std::runtime_error("the saved state is damaged: a raster has no position");
    }
}

void restore_waiting(const SavedState& saved, RunTables& tables, Hooks& hooks) {
    PendingEvents events = saved.events;
    for (PendingEvent& pending : events.events) {
        if (pending.event.type == EventType::sample) tables.player().renew(pending.event);
    }
    tables.delivery().replace_pendings(std::move(events));
    tables.player().plays().set_cursors(saved.plays);
    tables.patterns().go_back_to(saved.patterns);
    for (std::uint32_t b = 0; b < tables.blocks().size(); ++b) tables.player().play_continuous(b, saved.t);
    hooks.events().clear();
    for (const auto& event : saved.script_events) hooks.events().add(event.t, event.call);
}

}  // namespace

void restore_state(const SavedState& saved, bool events_too, Snapshots& run) {
    RunTables& tables = run.tables();
    tables.prepare();
    Model& model = tables.model();
    check(saved, tables);
    if (events_too && !tables.network().connections().set_all_weights(saved.weights)) {
        throw std::runtime_error("the model has different NetCons than when the state was saved");
    }
    restore_values(model, saved.parts);
    for (const SavedState::Transferred& each : saved.transferred) {
        if (model.exists(each.target)) *model.address(each.target) = each.value;
    }
    tables.set_t(saved.t);
    ExchangeClock& clock = run.intervals().clock();
    clock.forget_interval();
    if (clock.has_begun()) clock.begin_interval();
    if (events_too) restore_waiting(saved, tables, run.hooks());
}

}  // namespace ranvier::engine
