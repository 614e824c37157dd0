#include "hoc_like/library/cable/point_process.hpp"

#include <fmt/format.h>

#include <stdexcept>

#include "engine/cell/mechanism_type.hpp"
#include "hoc_like/library/session.hpp"

namespace ranvier::hoc {

PointProcess::~PointProcess() {
    session_.objects().remove(instance_);
    if (!is_located()) return;
    session_.network().forget(instance_);
    session_.model().destroy_instance(instance_);
}

bool PointProcess::is_located() const {
    return instance_ && session_.model().exists(instance_);
}

engine::InstanceId PointProcess::instance() const {
    if (!is_located()) {
        const bool is_gone = section_ && !section_->exists();
        throw std::runtime_error(fmt::format("the {} is not located in a section{}; use loc(x)",
                                             session_.model().mechanism(mechanism_).name(),
                                             is_gone ? ": " + section_->fate() : ""));
    }
    return instance_;
}

void PointProcess::locate(engine::Section& section, double x) {
    section_ = session_.cables().object_of(section);
    if (is_located()) {
        session_.model().move_point_process(instance_, section, x);
    } else {
        announce(session_.model().create_point_process(mechanism_, section, x));
    }
}

void PointProcess::create_artificial() {
    announce(session_.model().create_artificial_cell(mechanism_));
}

void PointProcess::announce(engine::InstanceId instance) {
    instance_ = instance;
    session_.objects().add(instance, self_);
}

}  // namespace ranvier::hoc
