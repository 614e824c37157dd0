#include "hoc_like/library/run/random_play.hpp"

#include <memory>

#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/random/random.hpp"

namespace ranvier::hoc {

namespace {

/// Sets variables to draws from one Random at each step, as long as the Random exists.
class Played final : public Native {
  public:
    explicit Played(const Context& context) : context_{context} {}
    ~Played() override {
        for (const auto hook : hooks_) context_.simulation.hooks().remove_step_hook(hook);
    }
    void add(RandomObject& random, NumberRefPtr to) {
        hooks_.push_back(context_.simulation.hooks().add_step_hook([this, &random, to] {
            if (exists(*to)) to->store(random.pick());
        }));
    }

  private:
    /// As in NEURON, a variable that is deleted is no longer set.
    bool exists(const NumberRef& to) const {
        const auto* variable = dynamic_cast<const EngineRef*>(&to);
        return !variable || context_.model.exists(variable->variable());
    }

    const Context& context_;
    std::vector<engine::Hooks::Id> hooks_;
};

}  // namespace

MethodDefinition random_play_method(const Context& context) {
    return {"play", "rand.play(&variable)",
            "Sets the variable to a new draw at finitialize and at each step, as long as the Random exists.",
            [&context](Call& call) -> Result {
                auto& random = call.self_as<RandomObject>();
                if (!random.companion()) random.set_companion(std::make_unique<Played>(context));
                static_cast<Played&>(*random.companion()).add(random, call.reference(0));
                return 0.;
            }};
}

}  // namespace ranvier::hoc
