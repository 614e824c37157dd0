#include "hoc_like/library/cable/mechanisms/point_process.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "engine/cell/mechanism_type.hpp"
#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/context/object_directory.hpp"

namespace ranvier::hoc {

PointProcess::~PointProcess() {
    context_.objects.remove(instance_);
    if (!owns_instance_ || !is_located()) return;
    context_.network.forget(instance_);
    context_.model.destroy_instance(instance_);
}

bool PointProcess::is_located() const {
    return instance_ && context_.model.exists(instance_);
}

engine::InstanceId PointProcess::instance() const {
    if (!is_located()) {
        const bool is_gone = section_ && !section_->exists();
        throw std::runtime_error(fmt::format("the {} is not located in a section{}; use loc(x)",
                                             context_.model.mechanism(mechanism_).name(),
                                             is_gone ? ": " + section_->fate() : ""));
    }
    return instance_;
}

void PointProcess::locate(engine::Section& section, double x) {
    if (!owns_instance_) throw std::runtime_error("a synapse that a rule has made cannot be moved");
    section_ = context_.cables.object_of(section);
    if (is_located()) {
        context_.model.move_point_process(instance_, section, x);
    } else {
        announce(context_.model.create_point_process(mechanism_, section, x));
    }
}

void PointProcess::create_artificial() {
    announce(context_.model.create_artificial_cell(mechanism_));
}

void PointProcess::refer_to(engine::InstanceId instance, Object* self) {
    owns_instance_ = false;
    self_ = self;
    if (engine::Section* section = context_.model.place(instance).section) {
        section_ = context_.cables.object_of(*section);
    }
    announce(instance);
}

void PointProcess::keep(ObjectPtr object) {
    if (owns_instance_) {
        kept_ = std::move(object);
    } else {  // the cell outlives this object
        context_.objects.keep(instance_, std::move(object));
    }
}

void PointProcess::announce(engine::InstanceId instance) {
    instance_ = instance;
    context_.objects.add(instance, self_);
}

ObjectPtr script_object(const Context& context, engine::InstanceId instance) {
    if (!instance) return {};
    if (ObjectPtr known = context.objects.find(instance)) return known;
    if (!context.model.mechanism(instance.mechanism).is_artificial()) return {};
    return object_referring_to(context, instance);
}

ObjectPtr object_referring_to(const Context& context, engine::InstanceId instance) {
    if (ObjectPtr known = context.objects.find(instance)) return known;
    const engine::MechanismType& type = context.model.mechanism(instance.mechanism);
    auto state = std::make_unique<PointProcess>(context, type.id(), nullptr);
    PointProcess& handle = *state;
    ObjectPtr made = context.interpreter.make(type.name(), std::move(state));
    handle.refer_to(instance, made.get());
    return made;
}

}  // namespace ranvier::hoc
