#include "hoc_like/library/cable/stimuli/net_stim.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>

#include "engine/cell/picker.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/random/random.hpp"

namespace ranvier::hoc {

namespace {

/// What NetStims draw from instead of their RANDOM streams: the stream of the process, or Randoms of the script.
class Pickers {
  public:
    explicit Pickers(RandomGlobals& globals) : process_([&globals] { return -std::log(globals.process_uniform()); }) {}

    std::uint32_t process() const { return process_.number(); }
    /// `random` must outlive all draws from it.
    std::uint32_t of(RandomObject& random) {
        return randoms_.try_emplace(&random, [&random] { return random.pick(); }).first->second.number();
    }

  private:
    engine::Picker process_;
    std::map<const RandomObject*, engine::Picker> randoms_;
};

rv_random& stream_of(const Context& context, const PointProcess& stim) {
    return context.model.random(stim.instance(), 0);
}

/// NEURON 9 copies the ids and the position of a Random123 stream; 8.2 continues to draw from the Random.
Result noise_from_random(const Context& context, RandomGlobals& globals, Pickers& pickers, Call& call) {
    auto& stim = call.self_as<PointProcess>();
    rv_random& stream = stream_of(context, stim);
    if (call.size() == 0) {
        if (globals.neuron_8) stream.picker = pickers.process();
        return 0.;
    }
    auto& random = call.native<RandomObject>(0);
    if (const auto* philox = dynamic_cast<const PhiloxStream*>(&random.stream()); philox && !globals.neuron_8) {
        for (int i = 0; i < 3; ++i) stream.id[i] = philox->id(i);
        const double block = std::floor(philox->sequence() / 4.);
        stream.sequence = static_cast<std::uint32_t>(block);
        stream.which = static_cast<std::uint8_t>(philox->sequence() - 4. * block);
        stream.is_set = 1;
        stream.picker = 0;
        return 0.;
    }
    stim.keep(call.object(0));
    stream.picker = pickers.of(random);
    return 0.;
}

/// seed(x) sets the position in the instance's stream in NEURON 9, and the state of the process-wide stream in 8.2.
auto seed_of_process(RandomGlobals& globals, std::function<Result(Call&)> of_instance) {
    return [&globals, of_instance = std::move(of_instance)](Call& call) -> Result {
        if (globals.neuron_8 && call.size() > 0) globals.process_seed = static_cast<std::uint32_t>(call.number(0));
        return of_instance(call);
    };
}

}  // namespace

void complete_net_stim(ClassDefinition& definition, const Context& context, RandomGlobals& globals,
                       const engine::MechanismType& type) {
    if (type.name() != "NetStim" || type.description()->random_count != 1) return;
    const auto pickers = std::make_shared<Pickers>(globals);
    definition.construct = [&context, &globals, pickers, make = std::move(definition.construct)](Call& call) {
        auto made = make(call);
        if (globals.neuron_8) {
            stream_of(context, static_cast<const PointProcess&>(*made)).picker = pickers->process();
        }
        return made;
    };
    for (auto& method : definition.methods) {
        if (method.name == "seed") method.call = seed_of_process(globals, std::move(method.call));
    }
    definition.methods.push_back(
        {"noiseFromRandom", "noiseFromRandom(random)",
         "Draws the random part of the intervals from a Random, whose distribution should be "
         "negexp(1).",
         [&context, &globals, pickers](Call& call) { return noise_from_random(context, globals, *pickers, call); }});
}

}  // namespace ranvier::hoc
