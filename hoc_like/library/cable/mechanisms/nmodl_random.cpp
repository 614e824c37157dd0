#include "hoc_like/library/cable/mechanisms/nmodl_random.hpp"

#include <cmath>

#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_parts.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/random/random_stream.hpp"
#include "hoc_like/library/data/vector/vector.hpp"

namespace ranvier::hoc {

namespace {

class NmodlRandomObject final : public Native {
  public:
    static constexpr std::string_view class_name = "NMODLRandom";
    NmodlRandomObject() = default;
    NmodlRandomObject(engine::InstanceId instance, int k) : instance_{instance}, k_{k} {}

    rv_random& stream(Call& call, const Context& context) const {
        if (!instance_ || !context.model.exists(instance_))
            fail(call, "the mechanism instance of this RANDOM has been deleted");
        return context.model.random(instance_, k_);
    }

  private:
    engine::InstanceId instance_;
    int k_ = 0;
};

rv_random& stream(Call& call, const Context& context) {
    return call.self_as<NmodlRandomObject>().stream(call, context);
}

Result set_ids(Call& call, const Context& context) {
    rv_random& random = stream(call, context);
    std::uint32_t ids[3];
    for (int i = 0; i < 3; ++i) ids[i] = static_cast<std::uint32_t>(call.integer(i, 0, 0xffffffff));
    for (int i = 0; i < 3; ++i) random.id[i] = ids[i];
    random.is_set = 1;
    random.picker = 0;
    return ObjectPtr{call.self()};
}

// The position has 34 bits and wraps around, like in NEURON.
Result set_position(Call& call, const Context& context) {
    constexpr double largest = 0xffffffffffp0;
    double position = std::floor(call.number(0));
    if (!(position >= 0 && position <= largest)) position = 0;
    const auto bits = static_cast<std::uint64_t>(position);
    rv_random& random = stream(call, context);
    random.sequence = static_cast<std::uint32_t>(bits >> 2);
    random.which = static_cast<std::uint8_t>(bits & 3);
    return ObjectPtr{call.self()};
}

Result uniform(Call& call, const MechanismParts& parts) {
    const Context& context = parts.context;
    rv_random& random = stream(call, context);
    PhiloxStream draws{parts.random, random.id[0], random.id[1], random.id[2]};
    draws.set_sequence(random.sequence * 4. + random.which);
    const double drawn = draws.uniform();
    const double after = draws.sequence();
    random.sequence = static_cast<std::uint32_t>(std::floor(after / 4.));
    random.which = static_cast<std::uint8_t>(after - 4. * random.sequence);
    return drawn;
}

}  // namespace

void register_nmodl_random(Registry& registry, const MechanismParts& parts) {
    const Context& context = parts.context;
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
         [&context](Call& call) -> Result {
             const rv_random& at = stream(call, context);
             return at.sequence * 4. + at.which;
         }},
        {"set_seq", "set_seq(position)", "Sets the position in the stream; returns the object.",
         [&context](Call& call) { return set_position(call, context); }},
        {"get_ids", "get_ids()", "The three ids of the stream as a Vector.",
         [&context](Call& call) -> Result {
             const rv_random& of = stream(call, context);
             return make_vector(call.interpreter(), {static_cast<double>(of.id[0]), static_cast<double>(of.id[1]),
                                                     static_cast<double>(of.id[2])});
         }},
        {"set_ids", "set_ids(id1, id2, id3)",
         "Selects the Random123 stream with these ids; the position stays the same.",
         [&context](Call& call) { return set_ids(call, context); }},
        {"uniform", "uniform()", "The next random number of the stream, between 0 and 1.",
         [&parts](Call& call) { return uniform(call, parts); }},
    };
    registry.add(std::move(random));
}

ObjectPtr make_nmodl_random(const Context& context, engine::InstanceId instance, int k) {
    return context.interpreter.make(NmodlRandomObject::class_name, std::make_unique<NmodlRandomObject>(instance, k));
}

}  // namespace ranvier::hoc
