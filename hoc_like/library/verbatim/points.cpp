// Point processes and artificial cells that VERBATIM of their mechanism goes to from others.
#include <stdexcept>
#include <string>

#include "engine/cell/mechanism_type.hpp"
#include "hoc_like/library/cable/point_process.hpp"
#include "hoc_like/library/session.hpp"
#include "hoc_like/library/verbatim/api.hpp"

using ranvier::hoc::PointProcess;
using ranvier::hoc::VerbatimContext;
namespace engine = ranvier::engine;

namespace {

void receive(::Point_process* point, double* weight, double flag) {
    const auto* whole = reinterpret_cast<rv_point*>(point);
    if (!whole->receive) throw std::runtime_error("VERBATIM calls NET_RECEIVE of an instance before finitialize");
    whole->receive(point, weight, flag);
}

/// One function whatever the type: it is kept with the instance.
struct Receivers {
    ::pnt_receive_t all[1 << 12];
    Receivers() {
        for (auto& one : all) one = receive;
    }
};
Receivers receivers;

}  // namespace

extern "C" {
__attribute__((visibility("default"), used)) ::pnt_receive_t* pnt_receive = receivers.all;
}

/// Kept as long as the program runs: C code may hold it when the instance has gone.
RV_EXPORT rv_point* rv_new_point(int pointers) {
    auto* made = new rv_point{};
    const auto count = static_cast<std::size_t>(pointers);
    made->seen = new double*[count + 1]{};
    made->slots = new ::Datum[count + 3]{};
    made->slots[1]._pvoid = made;
    made->pnt.prop = &made->properties;
    made->properties.param = reinterpret_cast<rv_param*>(made);
    made->properties.dparam = made->slots;
    return made;
}

/// Changes when instances may have moved.
RV_EXPORT std::uint64_t rv_places_version(void) {
    return VerbatimContext::current().session().model().structure_version();
}

/// Where the columns of a mechanism lie, and the row of each of its rv_points, to which POINTER `own` leads.
RV_EXPORT void rv_find_places(const char* mechanism, int own, double** columns, int count) {
    auto& model = VerbatimContext::current().session().model();
    const auto id = model.find_mechanism(mechanism);
    if (!id) throw std::runtime_error(std::string("VERBATIM of ") + mechanism + ": the mechanism is not loaded");
    auto& type = model.mechanism(*id);
    for (int k = 0; k < count && static_cast<std::size_t>(k) < type.table().column_count(); ++k) {
        columns[k] = type.table().column(static_cast<std::size_t>(k));
    }
    const auto& slots = type.pointer_slots(own);
    for (std::size_t row = 0; row < slots.size(); ++row) {
        auto* point = reinterpret_cast<rv_point*>(slots[row]);
        if (!point) continue;
        point->row = static_cast<std::int32_t>(row);
        point->properties.type = static_cast<short>(*id);
    }
}

namespace ranvier::hoc {

rv_point* point_of(const ObjectPtr& object) {
    auto* state = object.as<PointProcess>();
    if (!state) return nullptr;
    auto& type = VerbatimContext::current().session().model().mechanism(state->mechanism());
    const auto* description = type.description();
    const int own = description->pointer_count - 1;
    if (own < 0 || std::string_view(description->pointers[own]) != "rv_own") return nullptr;
    double*& slot = type.pointer_slots(own)[type.table().row(state->instance().id)];
    if (!slot) slot = reinterpret_cast<double*>(rv_new_point(own));
    auto* point = reinterpret_cast<rv_point*>(slot);
    point->properties.type = static_cast<short>(type.id());
    return point;
}

}  // namespace ranvier::hoc

RV_EXPORT ::Point_process* ob2pntproc_0(::Object* object) {
    auto* point = ranvier::hoc::point_of(VerbatimContext::object_of(object));
    if (!point) {
        throw std::runtime_error("VERBATIM cannot go to " + std::string(hoc_object_name(object)) +
                                 ", which is no point process whose own VERBATIM goes to others");
    }
    point->pnt.ob = object;
    return &point->pnt;
}

RV_EXPORT ::Point_process* ob2pntproc(::Object* object) {
    return ob2pntproc_0(object);
}

namespace ranvier::hoc {
void keep_verbatim_points() {}
}  // namespace ranvier::hoc
