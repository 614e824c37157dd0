#include <memory>
#include <optional>
#include <vector>

#include "engine/simulation/simulation.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/language/interface/scoped_statement.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"

namespace ranvier::hoc {

namespace {

/// hoc's StateTransitionEvent: a state number and, for each state, the transitions to other states.
///
/// The condition of a transition is that one variable exceeds another. The transition is taken when the condition becomes
/// true after its state was entered (engine::Conditions).
class StateTransitionEvent final : public Native {
  public:
    static constexpr std::string_view class_name = "StateTransitionEvent";

    StateTransitionEvent(const Context& context, std::size_t count) : context_{context}, states_(count) {
        conditions().add(active_);
        at_start_ = context.simulation.hooks().add_initialize_handler(3, [this] { active_->clear(); });
    }
    ~StateTransitionEvent() override {
        conditions().remove(active_);
        context_.simulation.hooks().remove_initialize_handler(at_start_);
    }

    struct Transition {
        std::size_t to;
        NumberRefPtr higher, lower;
        std::optional<ScopedStatement> statement;

        double difference() const { return higher->load() - lower->load(); }
    };

    std::size_t count() const { return states_.size(); }
    std::size_t state() const { return state_; }
    void add(std::size_t from, Transition transition) { states_[from].push_back(std::move(transition)); }

    void enter(std::size_t state) {
        state_ = state;
        engine::Conditions::Set set;
        for (const Transition& each : states_[state_]) {
            set.push_back(
                {[each] { return each.difference(); }, [this, each] { take(each); }, each.difference() >= -rounding});
        }
        conditions().replace(*active_, std::move(set));
    }

  private:
    static constexpr double rounding = 1e-11;  // NEURON's hoc_epsilon

    engine::Conditions& conditions() { return context_.simulation.hooks().conditions(); }
    void take(const Transition& transition) {
        active_->clear();
        state_ = transition.to;
        if (transition.statement) (*transition.statement)();
        enter(state_);
    }

    const Context& context_;
    engine::Hooks::Id at_start_;
    std::vector<std::vector<Transition>> states_;
    std::size_t state_ = 0;
    /// Of the state's transitions; empty until a state is entered.
    std::shared_ptr<engine::Conditions::Set> active_ = std::make_shared<engine::Conditions::Set>();
};

std::size_t state_argument(Call& call, int i) {
    return static_cast<std::size_t>(
        call.integer(i, 0, static_cast<long long>(call.self_as<StateTransitionEvent>().count()) - 1));
}

Result transition(Call& call) {
    StateTransitionEvent::Transition made{state_argument(call, 1), call.reference(2), call.reference(3), {}};
    if (call.size() > 4) {
        const ObjectPtr scope = call.size() > 5 ? call.object(5) : call.interpreter().current_object();
        made.statement.emplace(call.interpreter(), call.string(4), scope);
    }
    call.self_as<StateTransitionEvent>().add(state_argument(call, 0), std::move(made));
    return 1.;
}

}  // namespace

/// hoc's StateTransitionEvent: a state machine whose transitions depend on variables.
void register_state_transition_event(Registry& registry, const Context& context) {
    ClassDefinition event;
    event.name = StateTransitionEvent::class_name;
    event.signature = "StateTransitionEvent(number_of_states[, point_process])";
    event.doc =
        "A state machine: when one variable rises above another during a run, the state changes and a statement runs.";
    event.construct = [&context](Call& call) {
        if (call.size() > 1 && !call.object(1).as<PointProcess>())
            fail(call, "the second argument must be a point process");
        return std::make_unique<StateTransitionEvent>(context, static_cast<std::size_t>(call.integer(0, 1, 1'000'000)));
    };
    event.methods = {
        {"transition", "transition(from, to, &x, &y[, \"statement\"[, object]])",
         "In state `from`, when x rises above y, the state becomes `to` and the statement runs.", transition},
        {"state", "state([number])",
         "The current state; with an argument, enters that state. A state must be entered again after each "
         "finitialize.",
         [](Call& call) -> Result {
             const double before = static_cast<double>(call.self_as<StateTransitionEvent>().state());
             if (call.size()) call.self_as<StateTransitionEvent>().enter(state_argument(call, 0));
             return before;
         }},
    };
    registry.add(std::move(event));
}

}  // namespace ranvier::hoc
