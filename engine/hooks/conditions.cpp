#include "engine/hooks/conditions.hpp"

#include <utility>

namespace ranvier::engine {

void Conditions::replace(Set& set, Set conditions) {
    set = std::move(conditions);
    for (Condition& condition : set) condition.id = next_++;
}

void Conditions::look() {
    const std::vector<std::shared_ptr<Set>> sets = sets_;  // a function may add or remove some
    for (const auto& set : sets) {
        for (Condition& condition : *set) {
            const bool held = std::exchange(condition.holds, condition.value() > 0);
            if (held || !condition.holds) continue;
            const std::function<void()> met = condition.met;  // which replaces the set
            met();
            break;
        }
    }
}

void Conditions::meet(Id id) {
    for (const auto& set : sets_) {
        for (const Condition& condition : *set) {
            if (condition.id != id) continue;
            const std::function<void()> met = condition.met;
            return met();
        }
    }
}

}  // namespace ranvier::engine
