#include "hoc_like/library/network/gids/netcon.hpp"

#include <fmt/format.h>
#include <algorithm>

#include "engine/cell/mechanism_type.hpp"
#include "engine/network/network.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "exchange/transport/transport.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/language/interface/scoped_statement.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/cable/stimuli/weight_ref.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/list.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/network/gids/sourceless.hpp"
#include "hoc_like/library/python/python_object.hpp"

namespace ranvier::hoc {

namespace {

using engine::Network;
using engine::SourceId;
using engine::SourceInfo;
using SharedSourceless = std::shared_ptr<SourcelessNetCons>;

NetConObject& netcon(Native& self) {
    return static_cast<NetConObject&>(self);
}
NetConObject& netcon(Call& call) {
    return call.self_as<NetConObject>();
}

SourceId source(Call& call) {
    return netcon(call).network().source(netcon(call).id());
}

SourceInfo source_info(Call& call) {
    const SourceId id = source(call);
    return id == SourceId::none ? SourceInfo{{}, nullptr, {}, {}, false} : netcon(call).network().sources().info(id);
}

/// The object that contains the section; null at top level.
ObjectPtr cell_of(const engine::Section* section, const Context& context) {
    return section ? context.cables.cell_of(*section) : ObjectPtr{};
}

/// Makes the section the accessed one until pop_section() and returns x; without a section, returns -1.
double access_location(Call& call, const Context& context, engine::Section* section, double x) {
    if (!section) return -1;
    call.interpreter().push_section(context.cables.object_of(*section));
    return x;
}

/// The position of a source in its section; -2 if the source does not watch v (the result of NetCon.preloc).
double location(const SourceInfo& source, const engine::Model& model) {
    const engine::RangeVariable v = *model.range_variable("v");
    const auto lies_at = [&](double x) { return model.reference(*source.section, v, 0, x) == source.watched; };
    if (lies_at(0.)) return 0.;
    for (const std::uint32_t compartment : source.section->compartments()) {
        if (const double x = source.section->position_of(compartment); lies_at(x)) return x;
    }
    return lies_at(1.) ? 1. : -2.;
}

/// event(t[, flag])
Result send_event(Call& call, const Context& context) {
    const auto id = netcon(call).id();
    const Network& connections = netcon(call).network();
    const engine::InstanceId target = connections.target(id);
    if (!connections.active(id) || !target) return 0.;
    const double t = call.number(0);
    if (call.size() < 2) {
        context.simulation.add_netcon_event(id, t);
        return 1.;
    }
    if (!context.model.mechanism(target.mechanism).is_artificial()) {
        fail(call, "the target of an event with a flag must be an artificial cell");
    }
    if (t < context.model.t) fail(call, fmt::format("{:g} ms is before t, {:g} ms", t, context.model.t));
    context.simulation.add_netcon_event(id, t, call.number(1));
    return 1.;
}

/// The source of a NetCon, whose threshold a script reads and sets. As in NEURON, a NetCon with a target, such as those of
/// pc.gid_connect, sets the threshold of its source wherever that is; here, it may be on another rank.
class SourceThreshold {
  public:
    /// `of_none`: the threshold that all NetCons without a source share; it has no effect.
    SourceThreshold(const Context& context, engine::NetConId netcon, std::shared_ptr<double> of_none)
        : context_{context},
          of_none_{std::move(of_none)},
          source_{context.network.source(netcon)},
          is_onto_target_{static_cast<bool>(context.network.target(netcon))} {}

    double get() const { return source_ == SourceId::none ? *of_none_ : context_.network.sources().threshold(source_); }
    void set(double mV) {
        if (source_ == SourceId::none) {
            *of_none_ = mV;
            return;
        }
        context_.network.sources().set_threshold(source_, mV);
        const std::optional<engine::Gid> gid = context_.network.sources().info(source_).gid;
        if (gid && is_onto_target_ && context_.transport.size() > 1) {
            context_.network.gids().want_threshold(*gid, {mV, context_.rank.running_line()});
        }
    }
    std::shared_ptr<double> place() const {
        return source_ == SourceId::none ? of_none_ : context_.network.sources().changeable_threshold(source_);
    }

  private:
    const Context& context_;
    std::shared_ptr<double> of_none_;
    SourceId source_;
    bool is_onto_target_;
};

/// &netcon.threshold: a variable that a mechanism may change through a POINTER.
class ThresholdRef final : public NumberRef {
  public:
    ThresholdRef(SourceThreshold threshold, std::string of) : threshold_{std::move(threshold)}, name_{std::move(of)} {}

    double load() const override { return threshold_.get(); }
    void store(double value) override { threshold_.set(value); }
    double* address() const override {
        if (!place_) place_ = threshold_.place();
        return place_.get();
    }
    std::string describe() const override { return name_ + ".threshold"; }

  private:
    SourceThreshold threshold_;
    std::string name_;
    mutable std::shared_ptr<double> place_;
};

/// Ends recording into a Vector when the Vector is deleted.
class RecordingEnd {
  public:
    RecordingEnd(const Context& context, std::shared_ptr<std::vector<double>> values)
        : context_{context}, values_{std::move(values)} {}
    RecordingEnd(const RecordingEnd&) = delete;
    RecordingEnd& operator=(const RecordingEnd&) = delete;
    ~RecordingEnd() { context_.network.recordings().stop_into(values_); }

  private:
    const Context& context_;
    std::shared_ptr<std::vector<double>> values_;
};

std::shared_ptr<std::vector<double>> recording_storage(Call& call, int argument, const Context& context) {
    VectorObject& vector = call.native<VectorObject>(argument);
    vector.attach(std::make_shared<RecordingEnd>(context, vector.data()));
    return vector.data();
}

/// Only NetCon.event feeds a connection without a source, and it sends no spikes.
Result record_nothing(Call& call, SourcelessNetCons& sourceless) {
    if (!sourceless.contains(netcon(call).id())) {
        fail(call, "the source of this NetCon is missing: it was deleted, or the NetCon was made without both ends");
    }
    for (int k = 0; k < std::min(call.size(), 2); ++k) {
        if (!call.is_string(k)) call.native<VectorObject>(k).values().clear();
    }
    if (call.size() == 0 || !call.is_string(0)) {
        sourceless.record_into(call.size() ? call.native<VectorObject>(0).data() : nullptr);
    }
    return 0.;
}

/// record(): stop; record(tvec); record(tvec, idvec[, id]); record("statement"[, object]).
Result record(Call& call, const Context& context, SourcelessNetCons& sourceless) {
    Network& network = context.network;
    const SourceId from = source(call);
    if (from == SourceId::none) return record_nothing(call, sourceless);
    if (call.size() == 0) {
        network.recordings().stop(from);
    } else if (call.is_string(0)) {
        const ObjectPtr scope = call.size() > 1 ? call.object(1) : call.interpreter().current_object();
        const ScopedStatement statement{context.interpreter, call.string(0), scope};
        network.recordings().call(from, [statement](double) { statement(); });
    } else if (call.size() == 1) {
        network.recordings().record(from, recording_storage(call, 0, context), nullptr, 0);
    } else {
        const double id = call.size() > 2 ? call.number(2) : static_cast<double>(call.self()->index());
        network.recordings().record(from, recording_storage(call, 0, context), recording_storage(call, 1, context), id);
    }
    return 0.;
}

/// The Vector that records the source's spike times; null if there is none.
Result recorded_vector(Call& call, const SourcelessNetCons& sourceless) {
    const SourceId from = source(call);
    engine::SpikeTimes times;
    if (from != SourceId::none) {
        times = netcon(call).network().recordings().times(from);
    } else if (sourceless.contains(netcon(call).id())) {
        times = sourceless.recorded_times();
    }
    if (!times) return ObjectPtr{};
    for (const ObjectPtr& each : call.interpreter().instances(VectorObject::class_name)) {
        if (const auto* vector = each.as<VectorObject>(); vector && vector->data() == times) return each;
    }
    return ObjectPtr{};
}

/// The property shared by all NetCons of a list.
enum class Shared { source, source_cell, target, target_cell };

ObjectPtr post_cell(const NetConObject& connection, const Context& context) {
    const auto target = connection.network().target(connection.id());
    return cell_of(target ? context.model.place(target).section : nullptr, context);
}

/// Whether the NetCon has a source, or was made without one.
bool has_source(const NetConObject& connection, const SourcelessNetCons& sourceless) {
    return connection.network().source(connection.id()) != SourceId::none || sourceless.contains(connection.id());
}

bool share(const NetConObject& a, const NetConObject& b, Shared what, const Context& context,
           const SourcelessNetCons& sourceless) {
    const Network& network = context.network;
    const SourceId from_a = network.source(a.id()), from_b = network.source(b.id());
    switch (what) {
        case Shared::source:
            return from_a == from_b && has_source(a, sourceless);
        case Shared::source_cell: {
            if (from_a == SourceId::none || from_b == SourceId::none) return false;
            const ObjectPtr cell = cell_of(network.sources().info(from_a).section, context);
            return cell && are_same(cell, cell_of(network.sources().info(from_b).section, context));
        }
        case Shared::target:
            return network.target(a.id()) == network.target(b.id());
        case Shared::target_cell: {
            const ObjectPtr cell = post_cell(a, context);
            return cell && are_same(cell, post_cell(b, context));
        }
    }
    return false;
}

/// nc.synlist([List]): all NetCons that share a property with this one, including itself, in order of creation. As in
/// NEURON, those whose source is missing are left out.
MethodDefinition list_method(const Context& context, const SharedSourceless& sourceless, const char* name,
                             const char* doc, Shared what) {
    return {name, std::string{name} + "([List])", doc, [&context, sourceless, what](Call& call) -> Result {
                std::vector<ObjectPtr> found;
                for (const ObjectPtr& each : call.interpreter().instances(NetConObject::class_name)) {
                    const auto* other = each.as<NetConObject>();
                    if (!other || !has_source(*other, *sourceless)) continue;
                    if (share(netcon(call), *other, what, context, *sourceless)) found.push_back(each);
                }
                if (call.size() == 0) return make_list(call.interpreter(), std::move(found));
                auto& list = call.native<ListObject>(0).own();
                for (ObjectPtr& each : found) list.push_back(std::move(each));
                return call.object(0);
            }};
}

/// NetCon(source, target, threshold, delay, weight)
void construct(Call& call, const Context& context, SourcelessNetCons& sourceless) {
    if (call.size() < 2) fail(call, "a source and a target are expected; either may be NULLobject");
    if (call.is_number(0))
        fail(call, "the source is a number; watch its variable: &v(0.5), in Python soma(0.5)._ref_v");
    Network& network = context.network;
    const SourceId from = spike_source(call, 0, context);
    const double delay = call.number_or(3, 1);
    const engine::InstanceId target = spike_target(call, 1);
    netcon(call).adopt(network.connect(from, target, delay, call.number_or(4, 0)));
    if (from == SourceId::none && target) sourceless.add(netcon(call).id());
    if (call.size() > 2 && from != SourceId::none) network.sources().set_threshold(from, call.number(2));
}

std::vector<PropertyDefinition> netcon_properties(const Context& context, const SharedSourceless& sourceless) {
    Network& network = context.network;
    const auto watched = [&network](Native& self) -> std::optional<engine::VariableRef> {
        const SourceId from = network.source(netcon(self).id());
        return from == SourceId::none ? std::nullopt : network.sources().info(from).watched;
    };
    const auto threshold = [&context, sourceless](Native& self) {
        return SourceThreshold{context, netcon(self).id(), sourceless->threshold()};
    };
    return {
        {"threshold", "mV", "Voltage that the source must cross to fire; shared by all NetCons of the source.", 0,
         [threshold](Native& self, auto) { return threshold(self).get(); },
         [threshold](Native& self, auto, double value) { threshold(self).set(value); },
         [threshold](const ObjectPtr& object, auto) -> NumberRefPtr {
             return std::make_shared<ThresholdRef>(threshold(*object->native()), object->name());
         }},
        {"delay", "ms", "Delay from the spike to its delivery.", 0,
         [&network](Native& self, auto) { return network.delay(netcon(self).id()); },
         [&network](Native& self, auto, double value) { network.set_delay(netcon(self).id(), value); }, nullptr},
        {"weight", "", "weight[i] is argument i of the target's NET_RECEIVE.", 1,
         [&network](Native& self, std::span<const long long> index) {
             return network.weight(netcon(self).id(), index.empty() ? 0 : static_cast<int>(index[0]));
         },
         [&network](Native& self, std::span<const long long> index, double value) {
             network.set_weight(netcon(self).id(), index.empty() ? 0 : static_cast<int>(index[0]), value);
         },
         [&network](const ObjectPtr& object, std::span<const long long> index) -> NumberRefPtr {
             const int k = index.empty() ? 0 : static_cast<int>(index[0]);
             const engine::NetConId id = netcon(*object->native()).id();
             network.weight(id, k);  // refuses one that does not exist
             return std::make_shared<WeightRef>(network, id, k, object->name());
         },
         [](Native& self, long long index) { return netcon(self).network().weight_place(netcon(self).id(), index); }},
        {"x", "mV",
         "The value of the watched variable. If there is no such variable, the value is 0 and assignments have no "
         "effect, as in NEURON.",
         0,
         [&context, watched](Native& self, auto) {
             const auto variable = watched(self);
             return variable ? context.model.load(*variable) : 0.;
         },
         [&context, watched](Native& self, auto, double value) {
             if (const auto variable = watched(self)) context.model.store(*variable, value);
         },
         nullptr},
    };
}

std::vector<MethodDefinition> netcon_methods(const Context& context, const SharedSourceless& sourceless) {
    return {
        {"valid", "valid()", "1 if the NetCon has a target, and its source exists or it was made without one.",
         [sourceless](Call& call) -> Result {
             const NetConObject& self = netcon(call);
             return has_source(self, *sourceless) && self.network().target(self.id()) ? 1. : 0.;
         }},
        {"active", "active() or active(0|1)",
         "1 if the NetCon delivers events, else 0; with an argument, sets the state and returns the previous one.",
         [](Call& call) -> Result {
             if (!netcon(call).network().target(netcon(call).id())) return 0.;  // as in NEURON
             const bool was = netcon(call).network().active(netcon(call).id());
             if (call.size()) netcon(call).network().set_active(netcon(call).id(), call.number(0) != 0);
             return was ? 1. : 0.;
         }},
        {"event", "event(t[, flag])",
         "Delivers an event to the target at time t [ms]; returns 0 if the NetCon is inactive or has no target. With a "
         "flag, an artificial cell receives it as a self event, as from net_send.",
         [&context](Call& call) -> Result { return send_event(call, context); }},
        {"record", "record([tvec[, idvec[, id]]]) or record(\"statement\"[, object])",
         "Records the source's spike times [ms], or runs a statement at each spike; without arguments, stops "
         "recording.",
         [&context, sourceless](Call& call) -> Result { return record(call, context, *sourceless); }},
        {"get_recordvec", "get_recordvec()", "The Vector in which record collects the source's spike times.",
         [sourceless](Call& call) -> Result { return recorded_vector(call, *sourceless); }},
        {"srcgid", "srcgid()", "The source's gid, or -1 if it has none.",
         [](Call& call) -> Result {
             const auto gid = source_info(call).gid;
             return gid ? static_cast<double>(*gid) : -1.;
         }},
        {"wcnt", "wcnt()", "Number of weights.",
         [](Call& call) -> Result {
             return static_cast<double>(netcon(call).network().weight_count(netcon(call).id()));
         }},
        {"syn", "syn()", "The target.",
         [&context](Call& call) -> Result {
             return script_object(context, netcon(call).network().target(netcon(call).id()));
         }},
        {"pre", "pre()", "The source, if it is an artificial cell or point process.",
         [&context](Call& call) -> Result { return script_object(context, source_info(call).instance); }},
        {"precell", "precell()", "The template instance that contains the source's section.",
         [&context](Call& call) -> Result { return cell_of(source_info(call).section, context); }},
        {"postcell", "postcell()", "The template instance that contains the target's section.",
         [&context](Call& call) -> Result {
             const auto target = netcon(call).network().target(netcon(call).id());
             return cell_of(target ? context.model.place(target).section : nullptr, context);
         }},
        {"setpost", "setpost(target)", "Replaces the target.",
         [](Call& call) -> Result {
             netcon(call).network().set_target(netcon(call).id(), spike_target(call, 0));
             return 0.;
         }},
        {"preloc", "preloc()",
         "Position of the source, whose section becomes the accessed one until pop_section(); -1 if the source has no "
         "section.",
         [&context](Call& call) -> Result {
             const SourceInfo source = source_info(call);
             if (!source.section || !source.watched || !context.model.exists(*source.watched)) return -1.;
             return access_location(call, context, source.section, location(source, context.model));
         }},
        {"postloc", "postloc()",
         "Position of the target, whose section becomes the accessed one until pop_section(); -1 if the target has no "
         "section.",
         [&context](Call& call) -> Result {
             const auto target = netcon(call).network().target(netcon(call).id());
             if (!target) return -1.;
             const auto place = context.model.place(target);
             return access_location(call, context, place.section, place.x);
         }},
        list_method(context, sourceless, "prelist", "A List of all NetCons with the same source.", Shared::source),
        list_method(context, sourceless, "precelllist", "A List of all NetCons whose source is in the same cell.",
                    Shared::source_cell),
        list_method(context, sourceless, "synlist", "A List of all NetCons with the same target.", Shared::target),
        list_method(context, sourceless, "postcelllist", "A List of all NetCons whose target is in the same cell.",
                    Shared::target_cell),
    };
}

ClassDefinition netcon_class(const Context& context) {
    ClassDefinition definition;
    definition.name = NetConObject::class_name;
    definition.signature = "section NetCon(&v(x), target[, threshold, delay, weight]) or NetCon(cell, target, ...)";
    definition.doc =
        "Connects a spike source, which has a threshold [mV], to a target, which receives each spike after a delay "
        "[ms].";
    definition.pooled.bytes = sizeof(NetConObject);
    definition.pooled.owner = &context.network;
    definition.pooled.place = [](void* at) -> PooledObject* { return new (at) NetConObject; };
    const auto sourceless = std::make_shared<SourcelessNetCons>();
    definition.pooled.construct = [&context, sourceless](Call& call) { construct(call, context, *sourceless); };
    definition.properties = netcon_properties(context, sourceless);
    definition.methods = netcon_methods(context, sourceless);
    return definition;
}

}  // namespace

NetConObject::~NetConObject() {
    if (!is_view() && id_ != engine::NetConId::none) network().disconnect(id_);
}

engine::Network& NetConObject::network() const {
    return *static_cast<engine::Network*>(owner());
}

namespace {

/// As in NEURON, the watched variable must be one of the accessed section.
void check_is_of_accessed(Call& call, const engine::Section* watched) {
    if (!watched) return;
    const SectionPtr accessed = call.section();
    if (&section_of(*accessed) == watched) return;
    fail(call,
         fmt::format("the watched variable is one of section {}, but {} is accessed; name the section of the call: "
                     "`{} new NetCon(&v(x), ...)`, or sec={} in Python",
                     watched->name(), section_of(*accessed).name(), watched->name(), watched->name()));
}

}  // namespace

SourceId spike_source(Call& call, int argument, const Context& context) {
    if (call.is_reference(argument)) {
        const NumberRefPtr watched = call.reference(argument);
        const auto* place = dynamic_cast<const EngineRef*>(watched.get());
        if (!place) fail(call, fmt::format("{} is not a variable of a section or point process", watched->describe()));
        check_is_of_accessed(call, place->section());
        return context.network.sources().of(place->variable(), place->section());
    }
    const ObjectPtr object = call.object(argument);
    if (!object) return SourceId::none;
    return context.network.sources().of(call.native<PointProcess>(argument).instance());
}

engine::InstanceId spike_target(Call& call, int argument) {
    return call.object_or_null(argument) ? call.native<PointProcess>(argument).instance() : engine::InstanceId{};
}

void register_netcon(Registry& registry, const Context& context) {
    registry.add(netcon_class(context));
}

}  // namespace ranvier::hoc
