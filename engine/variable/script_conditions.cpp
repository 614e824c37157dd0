#include "engine/variable/script_conditions.hpp"

#include <utility>

namespace ranvier::engine {

/// Calls act(condition) for each condition, while the model's t is t, which conditions may read.
template <class Act>
void ScriptConditions::look_at_each(double t, Act&& act) {
    const double before = std::exchange(model_.t, t);
    hooks_.conditions().for_each(act);
    model_.t = before;
}

void ScriptConditions::meet(Conditions::Id condition, double t) {
    hooks_.events().add(t, [hooks = &hooks_, condition] { hooks->conditions().meet(condition); }, true);
}

void ScriptConditions::look(double t) {
    look_at_each(t, [&](Conditions::Condition& each) {
        const bool held = std::exchange(each.holds, each.value() > 0);
        if (!held && each.holds) meet(each.id, t);
    });
}

void ScriptConditions::find(const StepTime& time) {
    crossings_.begin_look();
    look_at_each(time.now, [&](Conditions::Condition& each) {
        if (crossings_.look(each.id, each.value(), each.holds, time)) meet(each.id, time.now);
    });
    crossings_.end_look();
}

void ScriptConditions::send(double til) {
    crossings_.take(til, [this](Conditions::Id condition, double t) { meet(condition, t); });
}

}  // namespace ranvier::engine
