#include "hoc_like/library/cable/nmodl_random.hpp"

#include <cmath>

#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/random_stream.hpp"
#include "hoc_like/library/data/vector.hpp"
#include "hoc_like/library/session.hpp"

namespace ranvier::hoc {

namespace {

class NmodlRandomObject final : public Native {
  public:
    static constexpr std::string_view class_name = "NMODLRandom";
    NmodlRandomObject() = default;
    NmodlRandomObject(engine::InstanceId instance, int k) : instance_{instance}, k_{k} {}

    rv_random& stream(Call& call, Session& session) const {
        if (!instance_ || !session.model().exists(instance_))
            fail(call, "the mechanism instance of this RANDOM has been deleted");
        return session.model().random(instance_, k_);
    }

  private:
    engine::InstanceId instance_;
    int k_ = 0;
};

rv_random& stream(Call& call, Session& session) {
    return call.self_as<NmodlRandomObject>().stream(call, session);
}

Result set_ids(Call& call, Session& session) {
    rv_random& random = stream(call, session);
    std::uint32_t ids[3];
    for (int i = 0; i < 3; ++i) ids[i] = static_cast<std::uint32_t>(call.integer(i, 0, 0xffffffff));
    for (int i = 0; i < 3; ++i) random.id[i] = ids[i];
    random.is_set = 1;
    random.picker = 0;
    return ObjectPtr{call.self()};
}

// The position has 34 bits and wraps around, like in NEURON.
Result set_position(Call& call, Session& session) {
    constexpr double largest = 0xffffffffffp0;
    double position = std::floor(call.number(0));
    if (!(position >= 0 && position <= largest)) position = 0;
    const auto bits = static_cast<std::uint64_t>(position);
    rv_random& random = stream(call, session);
    random.sequence = static_cast<std::uint32_t>(bits >> 2);
    random.which = static_cast<std::uint8_t>(bits & 3);
    return ObjectPtr{call.self()};
}

Result uniform(Call& call, Session& session) {
    rv_random& random = stream(call, session);
    PhiloxStream draws{*session.random(), random.id[0], random.id[1], random.id[2]};
    draws.set_sequence(random.sequence * 4. + random.which);
    const double drawn = draws.uniform();
    const double after = draws.sequence();
    random.sequence = static_cast<std::uint32_t>(std::floor(after / 4.));
    random.which = static_cast<std::uint8_t>(after - 4. * random.sequence);
    return drawn;
}

}  // namespace

void register_nmodl_random(Registry& registry, Session& session) {
    ClassDefinition random;
    random.name = NmodlRandomObject::class_name;
    random.signature = "NMODLRandom()";
    random.doc =
        "A RANDOM variable of a mechanism instance: `synapse.name` or `section.name_mechanism(x)`. An object made with "
        "`new` belongs to no instance and is empty.";
    random.construct = [](Call&) { return std::make_unique<NmodlRandomObject>(); };
    random.methods = {
        {"get_seq", "get_seq()",
         "Position in the stream: four times the stream's counter, plus the index of the draw (0 to 3).",
         [&session](Call& call) -> Result {
             const rv_random& at = stream(call, session);
             return at.sequence * 4. + at.which;
         }},
        {"set_seq", "set_seq(position)", "Sets the position in the stream; returns the object.",
         [&session](Call& call) { return set_position(call, session); }},
        {"get_ids", "get_ids()", "The three ids of the stream as a Vector.",
         [&session](Call& call) -> Result {
             const rv_random& of = stream(call, session);
             return make_vector(call.interpreter(), {static_cast<double>(of.id[0]), static_cast<double>(of.id[1]),
                                                     static_cast<double>(of.id[2])});
         }},
        {"set_ids", "set_ids(id1, id2, id3)",
         "Selects the Random123 stream with these ids; the position stays the same.",
         [&session](Call& call) { return set_ids(call, session); }},
        {"uniform", "uniform()", "The next random number of the stream, between 0 and 1.",
         [&session](Call& call) { return uniform(call, session); }},
    };
    registry.add(std::move(random));
}

ObjectPtr make_nmodl_random(Session& session, engine::InstanceId instance, int k) {
    return session.interpreter().make(NmodlRandomObject::class_name, std::make_unique<NmodlRandomObject>(instance, k));
}

}  // namespace ranvier::hoc
