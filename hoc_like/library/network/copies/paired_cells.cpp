#include "hoc_like/library/network/copies/paired_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <stdexcept>

#include "engine/cell/mechanism_type.hpp"
#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/object_copy.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/cable/sections/section_list.hpp"
#include "hoc_like/library/cable/sections/section_ref.hpp"
#include "hoc_like/library/context/object_directory.hpp"
#include "hoc_like/library/data/list.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/network/gids/netcon.hpp"

namespace ranvier::hoc {

namespace {

using engine::InstanceId;
using engine::Section;

bool are_equal(const VectorObject& a, const VectorObject& b) {
    return std::ranges::equal(a.values(), b.values(), [](double x, double y) {
        return std::bit_cast<std::uint64_t>(x) == std::bit_cast<std::uint64_t>(y);
    });
}

/// What a NetCon without a target listens to: a voltage at x.
struct Listened {
    Section* section;
    double x;
};

Listened listened_by(const Context& context, const NetConObject& netcon) {
    const engine::Network& network = context.network;
    const engine::SourceId source = network.source(netcon.id());
    const auto refuse = [](const char* why) { throw std::runtime_error(fmt::format("a NetCon that {}", why)); };
    if (network.target(netcon.id())) refuse("has a target");
    if (source == engine::SourceId::none) refuse("has no source");
    if (network.recordings().find(source)) refuse("records spikes");
    const engine::SourceInfo info = network.sources().info(source);
    if (!info.section || !info.watched || info.watched->table != engine::compartment_table) {
        refuse("listens to something else than a voltage");
    }
    const double x = info.section->position_of(info.watched->id);
    const auto v = context.model.range_variable("v");
    if (context.model.reference(*info.section, *v, 0, x) != info.watched) refuse("listens to another section");
    return {info.section, x};
}

template <class T>
T* state(const ObjectPtr& object) {
    return object.as<T>();
}

}  // namespace

PairedCells::PairedCells(const Context& context, const Sections& from, const Sections& to)
    : context_(context), sections_(context.model, engine_sections(from), engine_sections(to)) {}

engine::SectionCopy::Sections PairedCells::engine_sections(const Sections& sections) {
    engine::SectionCopy::Sections all;
    for (const SectionPtr& each : sections) all.push_back(&section_of(*each));
    return all;
}

ObjectPtr PairedCells::object_of(InstanceId point) const {
    if (ObjectPtr object = context_.objects.find(point)) return object;
    throw std::runtime_error(
        fmt::format("the {} in a section belongs to no object", context_.model.mechanism(point.mechanism).name()));
}

void PairedCells::copy() {
    sections_.run();
    // In order of placement: this is the order in which point processes of a segment are computed.
    InstanceIds all;
    for (const Section* section : sections_.from()) {
        all.insert(all.end(), section->point_processes().begin(), section->point_processes().end());
    }
    const auto sequence = [&](InstanceId each) { return context_.model.mechanism(each.mechanism).sequence(each.id); };
    std::ranges::stable_sort(all, {}, sequence);
    for (const InstanceId from : all) {
        const auto place = context_.model.place(from);
        const ObjectPtr old = object_of(from);
        const ObjectPtr made = new_point_process(old, *sections_.twin(*place.section), place.x);
        sections_.copy_values(from, state<PointProcess>(made)->instance());
        pair(old, made);
    }
}

ObjectPtr PairedCells::new_point_process(const ObjectPtr& like, Section& section, double x) const {
    if (!state<PointProcess>(like)) throw std::runtime_error(like->name() + " cannot be copied");
    const std::array<Bridge::Given, 1> at{x};
    return made_in(context_.cables.object_of(section), like->class_name(), at);
}

ObjectPtr PairedCells::made_in(const SectionPtr& section, const std::string& class_name,
                               std::span<const Bridge::Given> arguments) const {
    Bridge bridge(context_.interpreter);
    const std::size_t depth = bridge.section_depth();
    context_.interpreter.push_section(section);
    ObjectPtr made = bridge.create(class_name, arguments);
    bridge.drop_sections(depth);
    return made;
}

std::string PairedCells::difference() {
    if (std::string found = sections_.difference(); !found.empty()) return found;
    for (std::size_t k = 0; k < sections_.from().size(); ++k) {
        const Section &from = *sections_.from()[k], &to = *sections_.to()[k];
        const auto old = from.point_processes(), made = to.point_processes();
        if (old.size() != made.size()) return from.name() + ": the number of point processes";
        for (std::size_t i = 0; i < old.size(); ++i) {
            if (old[i].mechanism != made[i].mechanism ||
                context_.model.place(old[i]).x != context_.model.place(made[i]).x) {
                return from.name() + ": its point processes";
            }
            if (std::string found = sections_.difference(old[i], made[i]); !found.empty()) return found;
            pair(object_of(old[i]), object_of(made[i]));
        }
    }
    return {};
}

SectionPtr PairedCells::twin(const SectionPtr& section) const {
    Section* const found = section->exists() ? sections_.twin(section_of(*section)) : nullptr;
    if (!found) throw std::runtime_error("a section that is not the cell's own");
    return context_.cables.object_of(*found);
}

PairedCells::Sections PairedCells::twins(const Sections& sections) const {
    Sections all;
    for (const SectionPtr& each : sections) all.push_back(twin(each));
    return all;
}

ObjectPtr PairedCells::copy_of(const ObjectPtr& held) {
    if (!held) return {};
    const auto known = objects_.find(held.get());
    if (known != objects_.end()) return known->second;
    ObjectPtr made = ObjectCopy::is_of_template(held) ? copy_of_members(held) : made_like(held);
    pair(held, made);
    return made;
}

ObjectPtr PairedCells::made_like(const ObjectPtr& held) {
    Interpreter& interpreter = context_.interpreter;
    if (const auto* vector = state<VectorObject>(held)) {
        if (vector->is_linked()) throw std::runtime_error("a Vector that records or plays");
        return make_vector(interpreter, vector->values());
    }
    if (auto* list = state<ListObject>(held); list && !list->is_view()) {
        std::vector<ObjectPtr> objects;
        for (const ObjectPtr& each : list->objects()) objects.push_back(copy_of(each));
        return make_list(interpreter, std::move(objects));
    }
    if (auto* list = state<SectionListObject>(held)) {
        auto made = std::make_unique<SectionListObject>();
        made->sections = twins(list->living());
        return interpreter.make(SectionListObject::class_name, std::move(made));
    }
    if (const auto* reference = state<SectionRefObject>(held)) {
        return interpreter.make(SectionRefObject::class_name,
                                std::make_unique<SectionRefObject>(twin(reference->section)));
    }
    if (state<NetConObject>(held)) return copy_of_netcon(held);
    throw std::runtime_error("the " + held->name());
}

ObjectPtr PairedCells::copy_of_netcon(const ObjectPtr& held) const {
    const auto* netcon = state<NetConObject>(held);
    const Listened to = listened_by(context_, *netcon);
    Cables& cables = context_.cables;
    const SectionPtr section = twin(cables.object_of(*to.section));
    const std::array<Bridge::Given, 2> ends{cables.reference(*section, cables.range_name("v")->id, 0, to.x),
                                            ObjectPtr{}};
    ObjectPtr made = made_in(section, std::string(NetConObject::class_name), ends);
    engine::Network& network = context_.network;
    const engine::NetConId id = state<NetConObject>(made)->id();
    network.set_delay(id, network.delay(netcon->id()));
    network.sources().set_threshold(network.source(id), network.sources().threshold(network.source(netcon->id())));
    return made;
}

ObjectPtr PairedCells::copy_of_members(const ObjectPtr& held) {
    if (!ObjectCopy::sections(held).empty()) throw std::runtime_error("the " + held->name() + ", which has sections");
    ObjectPtr made = ObjectCopy(context_.interpreter).make(held);
    pair(held, made);  // its members may refer to it
    const auto from = ObjectCopy::held(held), to = ObjectCopy::held(made);
    for (std::size_t k = 0; k < from.size(); ++k) to[k].set(copy_of(ObjectPtr{from[k].get()}));
    return made;
}

bool PairedCells::is_copy(const ObjectPtr& from, const ObjectPtr& to) {
    if (!from || !to) return !from && !to;
    const auto known = objects_.find(from.get());
    if (known != objects_.end()) return known->second == to;
    pair(from, to);
    return &from->class_info() == &to->class_info() && is_like(from, to);
}

bool PairedCells::is_like(const ObjectPtr& from, const ObjectPtr& to) {
    const auto same_section = [&](const SectionPtr& a, const SectionPtr& b) { return twin(a) == b; };
    if (ObjectCopy::is_of_template(from)) {
        return ObjectCopy::difference(from, to, {}).empty() &&
               std::ranges::equal(ObjectCopy::held(from), ObjectCopy::held(to), [&](const auto& a, const auto& b) {
                   return is_copy(ObjectPtr{a.get()}, ObjectPtr{b.get()});
               });
    }
    if (const auto* vector = state<VectorObject>(from)) {
        if (vector->is_linked()) throw std::runtime_error("a Vector that records or plays");
        return are_equal(*vector, *state<VectorObject>(to));
    }
    if (auto* list = state<ListObject>(from); list && !list->is_view()) {
        return std::ranges::equal(list->objects(), state<ListObject>(to)->objects(),
                                  [&](const ObjectPtr& a, const ObjectPtr& b) { return is_copy(a, b); });
    }
    if (auto* list = state<SectionListObject>(from)) {
        return std::ranges::equal(list->living(), state<SectionListObject>(to)->living(), same_section);
    }
    if (const auto* reference = state<SectionRefObject>(from)) {
        return same_section(reference->section, state<SectionRefObject>(to)->section);
    }
    if (state<NetConObject>(from)) return are_netcons_alike(from, to);
    throw std::runtime_error("the " + from->name());
}

bool PairedCells::are_netcons_alike(const ObjectPtr& from, const ObjectPtr& to) const {
    const NetConObject &old = *state<NetConObject>(from), &made = *state<NetConObject>(to);
    const Listened a = listened_by(context_, old), b = listened_by(context_, made);
    const engine::Network& network = context_.network;
    const auto threshold = [&](const NetConObject& of) { return network.sources().threshold(network.source(of.id())); };
    return sections_.twin(*a.section) == b.section && a.x == b.x && threshold(old) == threshold(made) &&
           network.delay(old.id()) == network.delay(made.id());
}

}  // namespace ranvier::hoc
