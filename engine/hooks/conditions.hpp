#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace ranvier::engine {

/// The conditions of scripts on variables of the model (docs: "StateTransitionEvent"). A run looks at them between steps,
/// and calls the functions of those that have begun to hold.
///
/// They come in sets, of which at most one condition is met at a time: the function that is called replaces the set's
/// conditions, so the others of the set are off. With fixed steps a run looks at the beginning of each step; with variable
/// steps it treats them as it does WATCH statements.
class Conditions {
  public:
    using Id = std::uint64_t;
    struct Condition {
        std::function<double()> value;  ///< the condition holds where it is > 0
        std::function<void()> met;
        bool holds = false;  ///< as of the latest look
        Id id = 0;           ///< given by `replace`
    };
    using Set = std::vector<Condition>;

    void add(std::shared_ptr<Set> set) { sets_.push_back(std::move(set)); }
    void remove(const std::shared_ptr<Set>& set) { std::erase(sets_, set); }
    /// Gives the set new conditions, with new ids.
    void replace(Set& set, Set conditions);
    /// Whether there is no set; sets may be empty.
    bool empty() const { return sets_.empty(); }

    /// Calls the functions of conditions that have begun to hold: at most one of each set.
    void look();
    /// Calls act(condition) for each.
    template <class Act>
    void for_each(Act&& act) {
        for (const auto& set : sets_) {
            for (Condition& condition : *set) act(condition);
        }
    }
    /// Calls the function of a condition, unless its set has been replaced or removed since.
    void meet(Id id);

  private:
    std::vector<std::shared_ptr<Set>> sets_;
    Id next_ = 1;
};

}  // namespace ranvier::engine
