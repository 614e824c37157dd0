#include "hoc_like/library/run/event_queue_methods.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <unordered_map>
#include <utility>

#include "engine/cell/mechanism_type.hpp"
#include "engine/network/network.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "engine/state/save_state.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/context/object_directory.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/list.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/network/gids/netcon.hpp"

namespace ranvier::hoc {

namespace {

using engine::EventType;
using engine::NetConId;
using engine::SourceId;

/// The pending events, and the scripts' names for their ends.
class Queue {
  public:
    explicit Queue(const Context& context)
        : context_{context}, state_{engine::save_state(context.simulation.states())} {
        for (const ObjectPtr& object : context.interpreter.instances(NetConObject::class_name)) {
            netcons_.emplace(object.as<NetConObject>()->id(), object);
        }
    }

    /// One delivery by a NetCon.
    struct Delivery {
        double t;
        SourceId source;
        NetConId netcon;
        bool is_of_spike;  ///< NEURON queues the spike, and not each of its deliveries
    };

    /// Ordered by time. NEURON queues a spike once if its source has more than two NetCons and all have one delay, and
    /// delivers to the latest NetCon first.
    std::vector<Delivery> deliveries() const {
        std::vector<Delivery> all;
        std::unordered_map<SourceId, bool> one_event;
        for (const auto& pending : state_->events.events) {
            if (pending.event.type != EventType::netcon) continue;
            const NetConId id{pending.event.connection()};
            if (!network().exists(id)) continue;
            const SourceId source = network().source(id);
            const auto known = one_event.find(source);
            const bool is_one = known != one_event.end() ? known->second : has_one_event(source);
            one_event.emplace(source, is_one);
            all.push_back({pending.event.t, source, id, is_one});
        }
        // The deliveries of a spike follow one another, where its first one is.
        std::map<std::pair<double, SourceId>, std::size_t> first;
        std::vector<std::size_t> place;
        for (std::size_t i = 0; i < all.size(); ++i) {
            place.push_back(all[i].is_of_spike ? first.try_emplace({all[i].t, all[i].source}, i).first->second : i);
        }
        std::vector<std::size_t> order(all.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
            if (all[a].t != all[b].t) return all[a].t < all[b].t;
            if (place[a] != place[b]) return place[a] < place[b];
            return all[a].netcon > all[b].netcon;
        });
        std::vector<Delivery> ordered;
        for (const std::size_t i : order) ordered.push_back(all[i]);
        return ordered;
    }

    struct SelfEvent {
        double t, flag;
        engine::InstanceId target;
    };
    std::vector<SelfEvent> self_events() const {
        std::vector<SelfEvent> all;
        for (const auto& pending : state_->events.events) {
            if (pending.event.type == EventType::self) {
                all.push_back({pending.event.t, pending.event.flag(), pending.receiver});
            }
        }
        std::stable_sort(all.begin(), all.end(), [](const SelfEvent& a, const SelfEvent& b) { return a.t < b.t; });
        return all;
    }

    struct Line {
        double t;
        std::string text;
    };
    /// One line per event of the queue, ordered by time.
    std::vector<Line> lines() const {
        std::vector<Line> all;
        double t_of_spike = 0;
        SourceId spike = SourceId::none;
        for (const Delivery& each : deliveries()) {
            if (each.is_of_spike && each.source == spike && each.t == t_of_spike) continue;
            const std::string from = name_of_source(each.source);
            if (each.is_of_spike) {
                spike = each.source;
                t_of_spike = each.t;
                all.push_back({each.t, fmt::format("PreSyn src={} {:.15g}", from, each.t)});
            } else {
                all.push_back({each.t, fmt::format("{} src={} target={} {:.15g}", name_of(each.netcon), from,
                                                   name_of(network().target(each.netcon)), each.t)});
            }
        }
        for (const SelfEvent& each : self_events()) {
            all.push_back({each.t, fmt::format("SelfEvent target={} {:.15g} flag={:g}", name_of(each.target), each.t,
                                               each.flag)});
        }
        for (const auto& pending : state_->events.events) {
            const double t = pending.event.t;
            if (pending.event.type == EventType::watch) {
                all.push_back({t, fmt::format("WatchCondition target={} {:.15g} flag={:g}", name_of(pending.receiver),
                                              t, pending.event.flag())});
            } else if (pending.event.type == EventType::sample) {
                all.push_back({t, fmt::format("PlayRecordEvent {:.15g}", t)});
            }
        }
        for (const auto& event : state_->script_events) {
            all.push_back({event.t, fmt::format("HocEvent {:.15g}", event.t)});
        }
        std::stable_sort(all.begin(), all.end(), [](const Line& a, const Line& b) { return a.t < b.t; });
        return all;
    }

    /// Null for a connection made by rule, which has no object.
    ObjectPtr object_of(NetConId id) const {
        const auto found = netcons_.find(id);
        return found == netcons_.end() ? ObjectPtr{} : found->second;
    }
    ObjectPtr object_of(engine::InstanceId id) const { return context_.objects.find(id); }

  private:
    engine::Network& network() const { return context_.network; }

    bool has_one_event(SourceId source) const {
        if (source == SourceId::none) return false;
        const std::vector<NetConId> netcons = network().netcons_of(source);
        return netcons.size() > 2 && std::all_of(netcons.begin(), netcons.end(), [&](NetConId each) {
                   return network().delay(each) == network().delay(netcons.front());
               });
    }

    std::string name_of(NetConId id) const {
        const ObjectPtr object = object_of(id);
        return object ? object->name() : "connection";
    }
    std::string name_of(engine::InstanceId id) const {
        if (!id) return "NULLobject";
        const ObjectPtr object = object_of(id);
        return object ? object->name() : context_.model.mechanism(id.mechanism).name();
    }
    std::string name_of_source(SourceId source) const {
        if (source == SourceId::none) return "NULLobject";
        const auto info = network().sources().info(source);
        if (info.section) return info.section->name();
        if (info.instance) return name_of(info.instance);
        return info.gid ? fmt::format("gid {}", *info.gid) : "NULLobject";
    }

    const Context& context_;
    std::shared_ptr<const engine::SavedState> state_;
    std::map<NetConId, ObjectPtr> netcons_;
};

Result print_queue(Call& call, const Context& context) {
    const std::vector<Queue::Line> lines = Queue(context).lines();
    if (call.size() > 0) {
        auto& times = *call.native<VectorObject>(0).data();
        times.clear();
        for (const Queue::Line& line : lines) times.push_back(line.t);
        return 0.;
    }
    std::string text;
    for (const Queue::Line& line : lines) text += line.text + '\n';
    context.interpreter.print(text);
    return 0.;
}

/// event_queue_info(2, times, list) or event_queue_info(3, times, flags, list)
Result queue_info(Call& call, const Context& context) {
    const bool is_self = call.integer(0, 2, 3) == 3;
    auto& times = *call.native<VectorObject>(1).data();
    std::vector<double>* flags = is_self ? call.native<VectorObject>(2).data().get() : nullptr;
    auto& list = call.native<ListObject>(is_self ? 3 : 2);
    if (list.is_view()) fail(call, "the list shows the objects of a class; give a new List()");
    auto& objects = list.own();
    times.clear();
    objects.clear();
    if (flags) flags->clear();
    const Queue queue(context);
    if (is_self) {
        for (const Queue::SelfEvent& each : queue.self_events()) {
            times.push_back(each.t);
            flags->push_back(each.flag);
            objects.push_back(queue.object_of(each.target));
        }
    } else {
        for (const Queue::Delivery& each : queue.deliveries()) {
            times.push_back(each.t);
            objects.push_back(queue.object_of(each.netcon));
        }
    }
    return 0.;
}

}  // namespace

std::vector<MethodDefinition> event_queue_methods(const Context& context) {
    return {
        {"print_event_queue", "print_event_queue([times])",
         "Prints the pending events of this rank in order of time [ms], one per line; with a Vector, fills the Vector "
         "with their times instead. A spike whose source has more than two NetCons, all with the same delay, is one "
         "event.",
         [&context](Call& call) { return print_queue(call, context); }},
        {"event_queue_info", "event_queue_info(2, times, list) or event_queue_info(3, times, flags, list)",
         "With 2, fills a Vector with the times [ms] of the pending deliveries and a List with their NetCons; with 3, "
         "does the same for the events of net_send, with their flags and targets. Connections made by rule appear as "
         "NULLobject.",
         [&context](Call& call) { return queue_info(call, context); }},
    };
}

}  // namespace ranvier::hoc
