#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_catalog.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_parts.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/channel/channel.hpp"
#include "hoc_like/library/channel/channel_mechanism.hpp"
#include "hoc_like/library/channel/single_channels.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/context/object_directory.hpp"
#include "hoc_like/library/data/arguments.hpp"

namespace ranvier::hoc {

namespace {

using ChannelPtr = std::shared_ptr<Channel>;

// The state of script objects for parts of a channel.
template <class Part>
class PartObject final : public Native {
  public:
    static constexpr std::string_view class_name = Part::class_name;
    PartObject(ChannelPtr owner, std::shared_ptr<typename Part::State> state)
        : channel{std::move(owner)}, part{std::move(state)} {}
    ChannelPtr channel;
    std::shared_ptr<typename Part::State> part;
};
struct GatePart {
    using State = ChannelGate;
    static constexpr std::string_view class_name = "KSGate";
};
struct StatePart {
    using State = ChannelState;
    static constexpr std::string_view class_name = "KSState";
};
struct TransitionPart {
    using State = ChannelTransition;
    static constexpr std::string_view class_name = "KSTrans";
};
using GateObject = PartObject<GatePart>;
using StateObject = PartObject<StatePart>;
using TransitionObject = PartObject<TransitionPart>;

/// The channels of a session, in order of creation.
class Channels {
  public:
    explicit Channels(const MechanismParts& parts) : context_{parts.context}, catalog_{parts.catalog} {}

    void add(ChannelPtr channel) { waiting_.push_back(std::move(channel)); }
    bool is_mechanism(const Channel* channel) const {
        return std::ranges::any_of(made_, [channel](const ChannelPtr& made) { return made.get() == channel; });
    }
    /// What applies to all channels of single molecules.
    const std::shared_ptr<SingleSettings>& singles() const { return singles_; }
    /// Selects other random streams, from their beginnings on.
    void set_seed(std::uint32_t seed) {
        context_.model.stream_seed = seed;
        for (const auto& type : context_.model.mechanisms()) {
            if (type->is_ion() || !(type->description()->flags & RV_STREAMS_BY_PLACE)) continue;
            for (int k = 0; k < type->description()->random_count; ++k) {
                for (rv_random& stream : type->randoms(k)) stream.sequence = stream.which = 0;
            }
        }
    }
    void forget_objects() {
        for (const auto* list : {&waiting_, &made_}) {
            for (const auto& channel : *list) {
                for (const auto& transition : channel->transitions) {
                    for (RateFunction& f : transition->f) f.forget_object();
                }
            }
        }
    }

    /// Handles an unknown name: if it belongs to a channel, this channel and all earlier ones become mechanisms.
    bool meet(std::string_view name) {
        const auto owner = std::find_if(waiting_.begin(), waiting_.end(),
                                        [&](const ChannelPtr& channel) { return belongs(*channel, name); });
        if (owner == waiting_.end()) return false;
        const std::vector<ChannelPtr> due(waiting_.begin(), owner + 1);
        waiting_.erase(waiting_.begin(), owner + 1);
        for (const auto& channel : due) {
            made_.push_back(channel);
            catalog_.add(describe_channel(channel, charge(*channel)));
        }
        return true;
    }

  private:
    static bool belongs(const Channel& channel, std::string_view name) {
        if (channel.is_point || name == channel.name) return name == channel.name;
        if (!name.ends_with("_" + channel.name)) return false;
        const std::string_view base = name.substr(0, name.size() - channel.name.size() - 1);
        if (base == "gmax" || base == "pmax" || base == "g" || base == "p" || base == "e" || base == "i") return true;
        const auto states = channel.states();
        return std::any_of(states.begin(), states.end(), [&](const auto& state) { return state->name == base; });
    }
    double charge(const Channel& channel) const {
        if (channel.ion.empty()) return 1;
        const auto id = context_.model.find_mechanism(channel.ion + "_ion");
        return id ? context_.model.mechanism(*id).valence() : 1;
    }

    const Context& context_;
    MechanismCatalog& catalog_;
    std::vector<ChannelPtr> waiting_, made_;
    std::shared_ptr<SingleSettings> singles_ = std::make_shared<SingleSettings>();
};

class ChannelObject final : public Native {
  public:
    static constexpr std::string_view class_name = "KSChan";
    ChannelObject(std::shared_ptr<Channels> all, bool is_point) : channels{std::move(all)} {
        channel->is_point = is_point;
        channels->add(channel);
    }
    std::shared_ptr<Channels> channels;
    ChannelPtr channel = std::make_shared<Channel>();
};

ChannelPtr& channel_of(Call& call) {
    return call.self_as<ChannelObject>().channel;
}

/// The channel, for changes of its names or its number of states. Fails if it is already in use.
Channel& structure_of(Call& call) {
    ChannelObject& object = call.self_as<ChannelObject>();
    if (object.channels->is_mechanism(object.channel.get())) {
        fail(call, "the channel " + object.channel->name +
                       " is in use as a mechanism; its names and states can no longer change");
    }
    object.channel->set_tables(false);
    return *object.channel;
}

/// The channel, for changes of its states and transitions. As in NEURON, single channels must be chosen again after it.
Channel& scheme_of(Call& call) {
    Channel& channel = structure_of(call);
    channel.singles.reset();
    return channel;
}

template <class Object, class Part>
ObjectPtr wrap(Call& call, const ChannelPtr& channel, Part part) {
    return call.interpreter().make(Object::class_name, std::make_unique<Object>(channel, std::move(part)));
}

std::shared_ptr<ChannelGate> gate_of(const Channel& channel, const ChannelState& state) {
    for (const auto& gate : channel.gates) {
        for (const auto& each : gate->states) {
            if (each.get() == &state) return gate;
        }
    }
    throw std::runtime_error{"the state was removed from its channel"};
}

/// A state, given as a KSState or by its number.
ChannelStatePtr state_argument(Call& call, int i, const Channel& channel) {
    if (call.is_object(i)) return call.native<StateObject>(i).part;
    const auto states = channel.states();
    return states[static_cast<std::size_t>(
        whole_argument(call, i, 0, static_cast<long long>(states.size()) - 1, "number of a state"))];
}

// --- KSChan: structure --------------------------------------------------------------------------------------------

Result add_hh_state(Call& call) {
    Channel& channel = scheme_of(call);
    auto state = std::make_shared<ChannelState>(ChannelState{call.string(0), 1});
    auto gate = std::make_shared<ChannelGate>();
    gate->states.push_back(state);
    auto transition = std::make_shared<ChannelTransition>();
    transition->source = transition->target = state;
    const auto at = static_cast<std::ptrdiff_t>(channel.hh_count());
    channel.gates.insert(channel.gates.begin() + at, gate);
    channel.transitions.insert(channel.transitions.begin() + at, transition);
    return wrap<StateObject>(call, channel_of(call), state);
}

Result add_scheme_state(Call& call) {
    Channel& channel = scheme_of(call);
    auto state = std::make_shared<ChannelState>(ChannelState{call.string(1), 0});
    if (const ObjectPtr gate = call.object(0)) {
        call.native<GateObject>(0).part->states.push_back(state);
    } else {
        channel.gates.push_back(std::make_shared<ChannelGate>());
        channel.gates.back()->states.push_back(state);
    }
    return wrap<StateObject>(call, channel_of(call), state);
}

Result add_transition(Call& call) {
    Channel& channel = scheme_of(call);
    auto transition = std::make_shared<ChannelTransition>();
    transition->source = state_argument(call, 0, channel);
    transition->target = state_argument(call, 1, channel);
    if (transition->source == transition->target) fail(call, "a transition leads from one state to another");
    channel.transitions.push_back(transition);
    channel.sort_transitions();
    return wrap<TransitionObject>(call, channel_of(call), transition);
}

Result remove_state(Call& call) {
    Channel& channel = scheme_of(call);
    const ChannelStatePtr state = state_argument(call, 0, channel);
    const auto gate = gate_of(channel, *state);
    std::erase(gate->states, state);
    if (gate->states.empty()) std::erase(channel.gates, gate);
    std::erase_if(channel.transitions,
                  [&](const auto& transition) { return transition->source == state || transition->target == state; });
    return 0.;
}

Result remove_transition(Call& call) {
    Channel& channel = scheme_of(call);
    std::shared_ptr<ChannelTransition> transition;
    if (call.is_object(0)) {
        transition = call.native<TransitionObject>(0).part;
    } else {
        transition = channel.transitions[static_cast<std::size_t>(whole_argument(
            call, 0, 0, static_cast<long long>(channel.transitions.size()) - 1, "number of a transition"))];
    }
    if (transition->source == transition->target) fail(call, "remove a Hodgkin-Huxley gate with remove_state");
    std::erase(channel.transitions, transition);
    return 0.;
}

// setstructure(vec): a flat list of numbers in the channel builder's format:
// 1. type of current; numbers of gates, states, Hodgkin-Huxley states and transitions; 0; number of transitions;
// 2. for each gate: first state, number of states, power, fractions;
// 3. for each transition: source, target, type, -1.
Result set_structure(Call& call) {
    Channel& channel = scheme_of(call);
    const auto& values = call.native<VectorObject>(0).values();
    std::size_t at = 0;
    const auto next = [&] {
        if (at >= values.size()) fail(call, fmt::format("the Vector ends after {} numbers", values.size()));
        return values[at++];
    };
    const auto count = [&] { return static_cast<std::size_t>(next()); };
    const auto old = channel.states();
    channel.gates.clear();
    channel.transitions.clear();
    channel.current = static_cast<Channel::Current>(count());
    const std::size_t gates = count(), states = count();
    next();
    const std::size_t transitions = count();
    next();
    next();
    std::vector<ChannelStatePtr> made;
    for (std::size_t i = 0; i < states; ++i) {
        made.push_back(
            std::make_shared<ChannelState>(ChannelState{i < old.size() ? old[i]->name : fmt::format("s{}", i), 0}));
    }
    const auto state = [&]() -> const ChannelStatePtr& {
        const std::size_t i = count();
        if (i >= states) fail(call, fmt::format("there is no state {}; the channel has {} states", i, states));
        return made[i];
    };
    for (std::size_t i = 0; i < gates; ++i) {
        auto& gate = *channel.gates.emplace_back(std::make_shared<ChannelGate>());
        const std::size_t first = count(), size = count();
        if (first + size > states) fail(call, "a gate has more states than the channel");
        gate.power = static_cast<int>(count());
        for (std::size_t k = 0; k < size; ++k) {
            made[first + k]->fraction = next();
            gate.states.push_back(made[first + k]);
        }
    }
    for (std::size_t i = 0; i < transitions; ++i) {
        auto& transition = *channel.transitions.emplace_back(std::make_shared<ChannelTransition>());
        transition.source = state();
        transition.target = state();
        transition.type = static_cast<ChannelTransition::Type>(count());
        next();
    }
    channel.sort_transitions();
    return 1.;
}

// --- KSChan: properties --------------------------------------------------------------------------------------------

Result name(Call& call) {
    if (call.size() > 0) structure_of(call).name = call.string(0);
    return channel_of(call)->name;
}

Result ion(Call& call, const Context& context) {
    if (call.size() > 0) {
        std::string ion = call.string(0);
        if (ion == "NonSpecific") ion.clear();
        if (ion != channel_of(call)->ion) {
            if (!ion.empty() && !context.model.find_mechanism(ion + "_ion"))
                fail(call, ion + " is not an ion; register it with ion_register(\"" + ion + "\", charge)");
            structure_of(call).ion = ion;
        }
    }
    const std::string& ion = channel_of(call)->ion;
    return ion.empty() ? std::string{"NonSpecific"} : ion;
}

Result iv_type(Call& call) {
    Channel& channel = *channel_of(call);
    if (call.size() > 0) {
        const auto type = static_cast<Channel::Current>(whole_argument(call, 0, 0, 2, "type"));
        if (type != channel.current) structure_of(call).current = type;
    }
    return channel.ion.empty() ? 0. : static_cast<double>(channel.current);
}

Result use_table(Call& call) {
    Channel& channel = *channel_of(call);
    if (call.size() > 0 && call.is_reference(0) && !call.is_number(0)) {
        call.reference(0)->store(channel.table_vmin);
        call.reference(1)->store(channel.table_vmax);
        return static_cast<double>(channel.table_size);
    }
    if (call.size() > 1) {
        channel.table_size = static_cast<int>(whole_argument(call, 1, 2, 10000, "size"));
        const bool given = call.number(2) < call.number(3);
        channel.table_vmin = given ? call.number(2) : -100;
        channel.table_vmax = given ? call.number(3) : 50;
    }
    if (call.size() > 0) channel.set_tables(call.number(0) != 0);
    return channel.use_tables ? 1. : 0.;
}

Result single(Call& call) {
    const auto& channels = call.self_as<ChannelObject>().channels;
    const ChannelPtr& channel = channel_of(call);
    if (call.size() > 0) {
        const bool wanted = whole_argument(call, 0, 0, 1, "choice") != 0;
        if (wanted != (channel->singles != nullptr)) {
            if (const char* obstacle = obstacle_to_single(structure_of(call)); wanted && obstacle) fail(call, obstacle);
            channel->singles = wanted ? channels->singles() : nullptr;
        }
    }
    return channel->singles ? 1. : 0.;
}

Result vres(Call& call) {
    SingleSettings& settings = *call.self_as<ChannelObject>().channels->singles();
    if (call.size() > 0) settings.vres = number_within(call, 0, 1e-9, 1e9, "voltage");
    return settings.vres;
}

Result rseed(Call& call, const Context& context) {
    if (call.size() > 0) {
        const auto seed = whole_argument(call, 0, 0, 1000000000, "seed");
        call.self_as<ChannelObject>().channels->set_seed(static_cast<std::uint32_t>(seed));
    }
    return static_cast<double>(context.model.stream_seed);
}

Result transition(Call& call) {
    const ChannelPtr& channel = channel_of(call);
    if (!call.is_object(0)) {
        const auto i = whole_argument(call, 0, 0, static_cast<long long>(channel->transitions.size()) - 1,
                                      "number of a transition");
        return wrap<TransitionObject>(call, channel, channel->transitions[static_cast<std::size_t>(i)]);
    }
    const auto source = state_argument(call, 0, *channel), target = state_argument(call, 1, *channel);
    for (const auto& each : channel->transitions) {
        if (each->source == source && each->target == target) return wrap<TransitionObject>(call, channel, each);
    }
    fail(call, fmt::format("there is no transition from {} to {}", source->name, target->name));
}

Result describe(Call& call) {
    const Channel& channel = *channel_of(call);
    Interpreter& out = call.interpreter();
    const char* kind = channel.singles ? "point process of single channels" : "point process";
    out.print(fmt::format("{}: {} of {}, {}\n", channel.name, channel.is_point ? kind : "density mechanism",
                          channel.ion.empty() ? "no ion" : channel.ion,
                          channel.current == Channel::ghk && !channel.ion.empty() ? "Goldman-Hodgkin-Katz" : "ohmic"));
    for (const auto& gate : channel.gates) {
        out.print(fmt::format("  gate to the power {}:", gate->power));
        for (const auto& state : gate->states) out.print(fmt::format(" {:g}*{}", state->fraction, state->name));
        out.print("\n");
    }
    for (const auto& each : channel.transitions) {
        out.print(fmt::format("  {} <-> {} type {} functions {} {}\n", each->source->name, each->target->name,
                              static_cast<int>(each->type), static_cast<int>(each->f[0].form()),
                              static_cast<int>(each->f[1].form())));
    }
    return 1.;
}

template <class Part>
Result indexed(Call& call, const std::vector<std::shared_ptr<typename Part::State>>& parts, const char* what) {
    const auto i = whole_argument(call, 0, 0, static_cast<long long>(parts.size()) - 1, what);
    return wrap<PartObject<Part>>(call, channel_of(call), parts[static_cast<std::size_t>(i)]);
}

Result default_value(Call& call, double Channel::* value, double low) {
    double& place = *channel_of(call).*value;
    if (call.size() > 0) place = number_within(call, 0, low, 1e9, "value");
    return place;
}

ClassDefinition channel_class(const Context& context, const std::shared_ptr<Channels>& channels) {
    ClassDefinition definition;
    definition.name = "KSChan";
    definition.signature = "new KSChan([is_point])";
    definition.doc =
        "A channel described by gates, states and rates. It becomes a mechanism when a script first uses its name.";
    definition.construct = [channels, number = std::make_shared<int>(0)](Call& call) {
        auto made = std::make_unique<ChannelObject>(channels, call.number_or(0, 0) != 0);
        made->channel->name = fmt::format("Chan{}", (*number)++);
        return made;
    };
    const auto count = [](auto measure) {
        return [measure](Call& call) -> Result { return static_cast<double>(measure(*channel_of(call))); };
    };
    definition.methods = {
        {"setstructure", "ks.setstructure(vec)",
         "Sets the gates, states and transitions from a Vector of numbers in the channel builder's format.",
         set_structure},
        {"add_hhstate", "ks.add_hhstate(\"name\")", "Adds a Hodgkin-Huxley gate; returns its KSState.", add_hh_state},
        {"add_ksstate", "ks.add_ksstate(gate, \"name\")",
         "Adds a state to the kinetic scheme of a gate or, if gate is NULLobject, of a new gate; returns the KSState.",
         add_scheme_state},
        {"add_transition", "ks.add_transition(from, to)", "Adds a transition between two states; returns its KSTrans.",
         add_transition},
        {"remove_state", "ks.remove_state(state)", "Removes a state and its transitions.", remove_state},
        {"remove_transition", "ks.remove_transition(transition)", "Removes a transition.", remove_transition},
        {"name", "ks.name([\"name\"])", "Name of the mechanism that the channel becomes.", name},
        {"ion", "ks.ion([\"name\"])", "The ion that the channel conducts, or NonSpecific.",
         [&context](Call& call) { return ion(call, context); }},
        {"ligand", "ks.ligand(i)", "The i-th ion that binds to the channel, for example ca_ion.",
         [](Call& call) -> Result {
             const auto all = channel_of(call)->ligands();
             const auto i = whole_argument(call, 0, 0, static_cast<long long>(all.size()) - 1, "number of a ligand");
             return all[static_cast<std::size_t>(i)] + "_ion";
         }},
        {"iv_type", "ks.iv_type([type])",
         "Type of the current: 0 ohmic, 1 ohmic with Nernst potential, 2 Goldman-Hodgkin-Katz.", iv_type},
        {"gmax", "ks.gmax([value])", "Default conductance [S/cm2, uS] or permeability [cm/s, cm3/s].",
         [](Call& call) { return default_value(call, &Channel::gmax, 0); }},
        {"erev", "ks.erev([value])", "Default reversal potential [mV] of a nonspecific current.",
         [](Call& call) { return default_value(call, &Channel::erev, -1e9); }},
        {"usetable", "ks.usetable([use, [size, vmin, vmax]])",
         "1 if fixed steps use tables of the Hodgkin-Huxley gates; with arguments, sets this, and the size and voltage "
         "range [mV] of the tables.",
         use_table},
        {"single", "ks.single([choice])",
         "1 if the molecules of each point process are simulated one by one: its Nsingle is their number, gmax the "
         "conductance of one.",
         single},
        {"vres", "ks.vres([value])",
         "Change of the voltage after which single channels draw new waiting times [mV]; the same for all channels.",
         vres},
        {"rseed", "ks.rseed([seed])",
         "Seed of the random streams of all single channels; with an argument, they begin again.",
         [&context](Call& call) { return rseed(call, context); }},
        {"is_point", "ks.is_point()", "1 if the channel is a point process.",
         count([](const Channel& c) { return c.is_point; })},
        {"ngate", "ks.ngate()", "Number of gates.", count([](const Channel& c) { return c.gates.size(); })},
        {"nstate", "ks.nstate()", "Number of states.", count([](const Channel& c) { return c.states().size(); })},
        {"ntrans", "ks.ntrans()", "Number of transitions.",
         count([](const Channel& c) { return c.transitions.size(); })},
        {"nligand", "ks.nligand()", "Number of ligands.", count([](const Channel& c) { return c.ligands().size(); })},
        {"gate", "ks.gate(i)", "The i-th KSGate.",
         [](Call& call) { return indexed<GatePart>(call, channel_of(call)->gates, "number of a gate"); }},
        {"state", "ks.state(i)", "The i-th KSState.",
         [](Call& call) { return indexed<StatePart>(call, channel_of(call)->states(), "number of a state"); }},
        {"trans", "ks.trans(i) or ks.trans(from, to)", "The i-th KSTrans, or the KSTrans from one state to another.",
         transition},
        {"pr", "ks.pr()", "Prints gates, states and transitions.", describe},
    };
    return definition;
}

// --- the parts -----------------------------------------------------------------------------------------------------

std::unique_ptr<Native> not_made_by_scripts(Call& call) {
    fail(call, "cannot be created with new; use the methods of KSChan");
}

int first_state(const Channel& channel, const ChannelGate& gate) {
    return gate.states.empty() ? -1 : channel.index_of(*gate.states[0]);
}

/// As in NEURON, a gate to another power than 1 has no single channels.
void set_power(Call& call, Channel& channel, ChannelGate& gate, const Channels& channels) {
    const auto power = static_cast<int>(whole_argument(call, 0, 0, 1000000, "power"));
    if (power != 1 && channel.singles) {
        if (channels.is_mechanism(&channel))
            fail(call, "the channel " + channel.name + " is in use with single channels, which need the power 1");
        channel.singles.reset();
    }
    gate.power = power;
}

ClassDefinition gate_class(const std::shared_ptr<Channels>& channels) {
    ClassDefinition definition;
    definition.name = "KSGate";
    definition.signature = "ks.gate(i)";
    definition.doc = "A gate of a KSChan.";
    definition.construct = not_made_by_scripts;
    definition.methods = {
        {"nstate", "gate.nstate()", "Number of states of the gate.",
         [](Call& call) -> Result { return static_cast<double>(call.self_as<GateObject>().part->states.size()); }},
        {"power", "gate.power([n])", "Exponent of the gate in the conductance.",
         [channels](Call& call) -> Result {
             ChannelGate& gate = *call.self_as<GateObject>().part;
             if (call.size() > 0) set_power(call, *call.self_as<GateObject>().channel, gate, *channels);
             return static_cast<double>(gate.power);
         }},
        {"sindex", "gate.sindex()", "Index of the gate's first state.",
         [](Call& call) -> Result {
             const auto& gate = call.self_as<GateObject>();
             return static_cast<double>(first_state(*gate.channel, *gate.part));
         }},
        {"index", "gate.index()", "Index of the gate.",
         [](Call& call) -> Result {
             const auto& gate = call.self_as<GateObject>();
             const auto& all = gate.channel->gates;
             return static_cast<double>(std::find(all.begin(), all.end(), gate.part) - all.begin());
         }},
    };
    return definition;
}

ClassDefinition state_class(const std::shared_ptr<Channels>& channels) {
    ClassDefinition definition;
    definition.name = "KSState";
    definition.signature = "ks.state(i)";
    definition.doc = "A state of a KSChan.";
    definition.construct = not_made_by_scripts;
    definition.methods = {
        {"frac", "state.frac([value])", "Fraction of the full conductance in this state.",
         [](Call& call) -> Result {
             ChannelState& state = *call.self_as<StateObject>().part;
             if (call.size() > 0) state.fraction = number_within(call, 0, 0, 1e9, "fraction");
             return state.fraction;
         }},
        {"index", "state.index()", "Index of the state.",
         [](Call& call) -> Result {
             const auto& state = call.self_as<StateObject>();
             return static_cast<double>(state.channel->index_of(*state.part));
         }},
        {"gate", "state.gate()", "The KSGate of the state.",
         [](Call& call) -> Result {
             const auto& state = call.self_as<StateObject>();
             return wrap<GateObject>(call, state.channel, gate_of(*state.channel, *state.part));
         }},
        {"name", "state.name([\"name\"])", "Name of the state.",
         [channels](Call& call) -> Result {
             const auto& state = call.self_as<StateObject>();
             if (call.size() > 0 && call.string(0) != state.part->name) {
                 if (channels->is_mechanism(state.channel.get())) fail(call, "the channel is in use as a mechanism");
                 state.part->name = call.string(0);
             }
             return state.part->name;
         }},
    };
    return definition;
}

int direction(Call& call) {
    return static_cast<int>(whole_argument(call, 0, 0, 1, "direction"));
}

Result set_f(Call& call) {
    auto& transition = call.self_as<TransitionObject>();
    const auto form = static_cast<RateFunction::Form>(whole_argument(call, 1, 0, 7, "form"));
    call.native<VectorObject>(2);
    transition.channel->set_tables(false);
    transition.part->f[static_cast<std::size_t>(direction(call))] =
        RateFunction{form, call.object(2), call.number_or(3, -100), call.number_or(4, 50)};
    return 0.;
}

Result transition_type(Call& call, const Channels& channels) {
    auto& transition = call.self_as<TransitionObject>();
    if (call.size() > 0) {
        const bool had_ligand = transition.part->has_ligand();
        const auto type = static_cast<ChannelTransition::Type>(whole_argument(call, 0, 0, 3, "type"));
        if (had_ligand || type >= ChannelTransition::ligand_outside) {
            if (channels.is_mechanism(transition.channel.get())) {
                fail(call, "the channel " + transition.channel->name +
                               " is in use as a mechanism; its ligands can no longer change");
            }
            transition.channel->singles.reset();  // as in NEURON
        }
        transition.channel->set_tables(false);
        transition.part->type = type;
        if (transition.part->has_ligand()) {
            std::string ligand = call.string(1);  // "cai" or "cao"
            if (!ligand.empty()) ligand.pop_back();
            if (ligand.empty()) fail(call, "a ligand must be a concentration, such as cai or cao");
            transition.part->ligand = ligand;
        }
        transition.channel->sort_transitions();
    }
    return static_cast<double>(transition.part->type);
}

Result tabulate(Call& call, const Context& context, bool as_rates) {
    const auto& transition = *call.self_as<TransitionObject>().part;
    const auto voltages = call.native<VectorObject>(0).values();
    VectorObject::Values first, second;
    for (const double v : voltages) {
        const auto [a, b] = as_rates ? transition.forward_and_backward(v, context.model.celsius)
                                     : transition.inf_and_tau_at(v, context.model.celsius);
        first.push_back(a);
        second.push_back(b);
    }
    call.native<VectorObject>(1).values() = first;
    call.native<VectorObject>(2).values() = second;
    return 0.;
}

ClassDefinition transition_class(const Context& context, const std::shared_ptr<Channels>& channels) {
    ClassDefinition definition;
    definition.name = "KSTrans";
    definition.signature = "ks.trans(i)";
    definition.doc = "A transition of a KSChan.";
    definition.construct = not_made_by_scripts;
    const auto end = [](ChannelStatePtr ChannelTransition::* which) {
        return [which](Call& call) -> Result {
            const auto& transition = call.self_as<TransitionObject>();
            return wrap<StateObject>(call, transition.channel, *transition.part.*which);
        };
    };
    definition.methods = {
        {"set_f", "kst.set_f(direction, form, vec, [vmin, vmax])",
         "Sets the function for a direction (0 or 1): a rate or, in a transition of type 1, the steady state (0) or "
         "time constant (1). Forms: 1 constant, 2 exp, 3 linoid, 4 sigmoid, 5 and 6 Borg-Graham, 7 table.",
         set_f},
        {"index", "kst.index()", "Index of the transition.",
         [](Call& call) -> Result {
             const auto& transition = call.self_as<TransitionObject>();
             const auto& all = transition.channel->transitions;
             return static_cast<double>(std::find(all.begin(), all.end(), transition.part) - all.begin());
         }},
        {"type", "kst.type([type, \"ligand\"])",
         "Type of the transition: 0 rates, 1 inf and tau, 2 ligand outside, 3 ligand inside.",
         [channels](Call& call) { return transition_type(call, *channels); }},
        {"ftype", "kst.ftype(direction)", "Form of the function for a direction; -1 if no function was set.",
         [](Call& call) -> Result {
             const auto form =
                 call.self_as<TransitionObject>().part->f[static_cast<std::size_t>(direction(call))].form();
             return form == RateFunction::none ? -1. : static_cast<double>(form);
         }},
        {"ab", "kst.ab(v, a, b)", "Fills the Vectors a and b with the rates at the voltages in v [mV].",
         [&context](Call& call) { return tabulate(call, context, true); }},
        {"inftau", "kst.inftau(v, inf, tau)",
         "Fills the Vectors inf and tau with the steady states and time constants at the voltages in v [mV].",
         [&context](Call& call) { return tabulate(call, context, false); }},
        {"f", "kst.f(direction, v)", "Value of the function for a direction at v [mV].",
         [&context](Call& call) -> Result {
             const auto& f = call.self_as<TransitionObject>().part->f[static_cast<std::size_t>(direction(call))];
             return f.form() == RateFunction::none ? 0. : f(call.number(1), context.model.celsius);
         }},
        {"stoichiometry", "kst.stoichiometry([n])", "Number of ligands that bind in the transition.",
         [](Call& call) -> Result {
             auto& transition = *call.self_as<TransitionObject>().part;
             if (call.size() > 0)
                 transition.stoichiometry = static_cast<int>(whole_argument(call, 0, 1, 1000, "number"));
             return static_cast<double>(transition.stoichiometry);
         }},
        {"src", "kst.src()", "The KSState where the transition starts.", end(&ChannelTransition::source)},
        {"target", "kst.target()", "The KSState where the transition ends.", end(&ChannelTransition::target)},
        {"parm", "kst.parm(direction, [&vmin, &vmax])",
         "The Vector of parameters of the function for a direction; assigns the range of a table to vmin and vmax.",
         [](Call& call) -> Result {
             const auto& f = call.self_as<TransitionObject>().part->f[static_cast<std::size_t>(direction(call))];
             if (f.form() == RateFunction::table && call.size() > 2) {
                 call.reference(1)->store(f.vmin());
                 call.reference(2)->store(f.vmax());
             }
             return f.parameters();
         }},
        {"ligand", "kst.ligand()",
         "The ligand that binds in the transition, for example cai or cao; empty if there is none.",
         [](Call& call) -> Result {
             const auto& transition = *call.self_as<TransitionObject>().part;
             if (!transition.has_ligand()) return std::string{};
             return transition.ligand + (transition.type == ChannelTransition::ligand_inside ? "i" : "o");
         }},
    };
    return definition;
}

}  // namespace

/// KSChan and its parts that scripts hold: KSGate, KSState, KSTrans. A channel becomes a mechanism when its name is
/// first used, by insert, as a range variable or as a class; from then on its states and names are fixed.
void register_channel_classes(Registry& registry, const MechanismParts& parts) {
    const Context& context = parts.context;
    const auto channels = std::make_shared<Channels>(parts);
    parts.catalog.add_late_names([channels](std::string_view name) { return channels->meet(name); });
    parts.catalog.complete_classes([&context](ClassDefinition& definition, const engine::MechanismType& type) {
        if (auto number = number_of_molecules(context, type)) definition.methods.push_back(std::move(*number));
    });
    context.objects.at_end([channels] { channels->forget_objects(); });
    registry.add(channel_class(context, channels));
    registry.add(gate_class(channels));
    registry.add(state_class(channels));
    registry.add(transition_class(context, channels));
}

}  // namespace ranvier::hoc
