#include "hoc_like/library/cable/net_stim.hpp"

#include <algorithm>
#include <cmath>

#include "hoc_like/library/cable/point_process.hpp"
#include "hoc_like/library/data/random.hpp"
#include "hoc_like/library/session.hpp"

namespace ranvier::hoc {

namespace {

double pick_from_process(void* globals) {
    return -std::log(static_cast<RandomGlobals*>(globals)->process_uniform());
}

double pick_from_random(void* random) {
    return static_cast<RandomObject*>(random)->pick();
}

rv_random& stream_of(Session& session, const PointProcess& stim) {
    return session.model().random(stim.instance(), 0);
}

/// NEURON 9 copies the ids and the position of a Random123 stream; 8.2 continues to draw from the Random.
Result noise_from_random(Session& session, Call& call) {
    auto& stim = call.self_as<PointProcess>();
    rv_random& stream = stream_of(session, stim);
    RandomGlobals& globals = *session.random();
    if (call.size() == 0) {
        if (globals.neuron_8) stream.pick = pick_from_process, stream.picker = &globals;
        return 0.;
    }
    auto& random = call.native<RandomObject>(0);
    if (const auto* philox = dynamic_cast<const PhiloxStream*>(&random.stream()); philox && !globals.neuron_8) {
        for (int i = 0; i < 3; ++i) stream.id[i] = philox->id(i);
        const double block = std::floor(philox->sequence() / 4.);
        stream.sequence = static_cast<std::uint32_t>(block);
        stream.which = static_cast<std::uint8_t>(philox->sequence() - 4. * block);
        stream.is_set = 1;
        stream.pick = nullptr;
        return 0.;
    }
    stim.keep(call.object(0));
    stream.pick = pick_from_random;
    stream.picker = &random;
    return 0.;
}

/// seed(x) sets the position in the instance's stream in NEURON 9, and the state of the process-wide stream in 8.2.
auto seed_of_process(Session& session, std::function<Result(Call&)> of_instance) {
    return [&session, of_instance = std::move(of_instance)](Call& call) -> Result {
        RandomGlobals& globals = *session.random();
        if (globals.neuron_8 && call.size() > 0) globals.process_seed = static_cast<std::uint32_t>(call.number(0));
        return of_instance(call);
    };
}

}  // namespace

void complete_net_stim(ClassDefinition& definition, Session& session, const engine::MechanismType& type) {
    if (type.name() != "NetStim" || type.description()->random_count != 1) return;
    definition.construct = [&session, make = std::move(definition.construct)](Call& call) {
        auto made = make(call);
        if (RandomGlobals& globals = *session.random(); globals.neuron_8) {
            rv_random& stream = stream_of(session, static_cast<const PointProcess&>(*made));
            stream.pick = pick_from_process;
            stream.picker = &globals;
        }
        return made;
    };
    for (auto& method : definition.methods) {
        if (method.name == "seed") method.call = seed_of_process(session, std::move(method.call));
    }
    definition.methods.push_back({"noiseFromRandom", "noiseFromRandom(random)",
                                  "Draws the random part of the intervals from a Random, whose distribution should be "
                                  "negexp(1).",
                                  [&session](Call& call) { return noise_from_random(session, call); }});
}

}  // namespace ranvier::hoc
