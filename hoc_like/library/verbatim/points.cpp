// VERBATIM's access to other point processes and artificial cells.
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/block.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/verbatim/api.hpp"

using ranvier::hoc::PointProcess;
using ranvier::hoc::VerbatimContext;
namespace engine = ranvier::engine;

namespace {

engine::Model& model() {
    return VerbatimContext::current().base().model;
}

engine::InstanceId instance_of(const rv_point& point) {
    const engine::InstanceId id{static_cast<engine::MechanismId>(point.properties.type), point.instance};
    if (!model().exists(id)) throw std::runtime_error("VERBATIM accesses a deleted point process");
    return id;
}

/// Where a point process of any mechanism is stored while a model runs.
struct Place {
    const rv_mechanism& mechanism;
    rv_instances& in;
    std::int32_t i;
};

Place place_of(::Point_process* point) {
    if (!point) throw std::runtime_error("VERBATIM: null Point_process");
    const auto id = instance_of(*reinterpret_cast<rv_point*>(point));
    const auto at = model().locate(id);
    const auto* description = model().mechanism(id.mechanism).description();
    auto* in = at.block < model().blocks().size() ? model().blocks()[at.block]->instances(id.mechanism) : nullptr;
    if (!in || !in->services) throw std::runtime_error("VERBATIM accesses another instance before finitialize");
    return {*description, *in, static_cast<std::int32_t>(at.index)};
}

/// Calls NET_RECEIVE of any mechanism, also without VERBATIM, at the caller's time.
void receive_by_engine(::Point_process* point, double* weight, double flag) {
    const auto to = place_of(point);
    if (!to.mechanism.net_receive) {
        throw std::runtime_error(std::string("VERBATIM calls NET_RECEIVE of ") + to.mechanism.name +
                                 ", which has none");
    }
    const double before = to.in.t;
    if (rv_points_time) to.in.t = *rv_points_time;
    to.mechanism.net_receive(&to.in, to.i, weight, flag);
    to.in.t = before;
}

void receive(::Point_process* point, double* weight, double flag) {
    const auto* whole = reinterpret_cast<rv_point*>(point);
    (whole->receive ? whole->receive : receive_by_engine)(point, weight, flag);
}

/// The same function for all types, because each instance stores its own receiver.
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

extern "C" {
__attribute__((visibility("default"), used)) double* rv_points_time = nullptr;
}

RV_EXPORT void rv_send_to_point(::Point_process* point, const double* weight, double at, double flag) {
    const auto to = place_of(point);
    to.in.services->net_send(&to.in, to.i, weight, at, flag);
}

RV_EXPORT void rv_event_of_point(::Point_process* point, double at) {
    const auto to = place_of(point);
    to.in.services->net_event(&to.in, to.i, at);
}

RV_EXPORT void rv_move_of_point(::Point_process* point, double at) {
    const auto to = place_of(point);
    to.in.services->net_move(&to.in, to.i, at);
}

namespace {

/// The variables visible to scripts. NEURON also stores them first, but orders the others differently.
std::vector<int> visible_fields(const rv_mechanism& description) {
    std::vector<int> all;
    for (int k = 0; k < description.field_count; ++k) {
        if (description.fields[k].visible) all.push_back(k);
    }
    return all;
}

struct Variables {
    engine::MechanismType& type;
    std::uint32_t instance;

    const rv_mechanism& mechanism() const { return *type.description(); }
    double* of(int field, int element) const {
        return &type.table().at(static_cast<std::size_t>(type.first_column(field) + element), instance);
    }
    [[noreturn]] void refuse(int k) const {
        throw std::runtime_error("VERBATIM reads variable " + std::to_string(k) + " of a " + mechanism().name +
                                 ": only variables visible to scripts have a number; declare it RANGE");
    }
};

Variables variables_of(::Prop* prop) {
    const auto* whole = prop ? reinterpret_cast<const rv_point*>(prop->param) : nullptr;
    if (!whole) throw std::runtime_error("VERBATIM reads `param` of something that is not a point process");
    const auto id = instance_of(*whole);
    return {model().mechanism(id.mechanism), id.id};
}

}  // namespace

RV_EXPORT double* rv_param_at(::Prop* prop, int k) {
    const auto variables = variables_of(prop);
    int element = k;
    for (const int field : visible_fields(variables.mechanism())) {
        const int length = variables.mechanism().fields[field].length;
        if (element >= 0 && element < length) return variables.of(field, element);
        element -= length;
    }
    variables.refuse(k);
}

RV_EXPORT double* rv_field_at(::Prop* prop, int k, int element, ...) {
    const auto variables = variables_of(prop);
    const auto fields = visible_fields(variables.mechanism());
    if (k < 0 || static_cast<std::size_t>(k) >= fields.size()) variables.refuse(k);
    const int field = fields[static_cast<std::size_t>(k)];
    if (element < 0 || element >= variables.mechanism().fields[field].length) variables.refuse(k);
    return variables.of(field, element);
}

/// Never freed, because C code may hold the pointer after the instance was deleted.
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
    return VerbatimContext::current().base().model.structure_version();
}

/// Fills in the columns of a mechanism, and the row of each of its rv_points (to which POINTER `own` points).
RV_EXPORT void rv_find_places(const char* mechanism, int own, double** columns, int count) {
    auto& model = VerbatimContext::current().base().model;
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
        point->instance = type.table().id(row);
    }
}

namespace ranvier::hoc {

namespace {

/// The rv_point of an instance whose mechanism's VERBATIM follows links between instances.
rv_point* linked_point(engine::MechanismType& type, engine::InstanceId id, int own) {
    double*& slot = type.pointer_slots(own)[type.table().row(id.id)];
    if (!slot) slot = reinterpret_cast<double*>(rv_new_point(own));
    return reinterpret_cast<rv_point*>(slot);
}

/// The rv_point of any other instance: one per id, with the current values of its POINTERs.
rv_point* other_point(engine::MechanismType& type, engine::InstanceId id, int pointers) {
    static std::map<std::pair<engine::MechanismId, std::uint32_t>, rv_point*> known;
    rv_point*& point = known[{id.mechanism, id.id}];
    if (!point) point = rv_new_point(pointers);
    for (int k = 0; k < pointers; ++k) point->slots[2 + k].pval = type.pointer_slots(k)[type.table().row(id.id)];
    return point;
}

int visible_columns(const rv_mechanism& description) {
    int count = 0;
    for (const int field : visible_fields(description)) count += description.fields[field].length;
    return count;
}

}  // namespace

rv_point* point_of(const ObjectPtr& object) {
    auto* state = object.as<PointProcess>();
    if (!state || !state->is_located()) return nullptr;
    auto& type = model().mechanism(state->mechanism());
    const auto id = state->instance();
    const auto* description = type.description();
    const int pointers = description->pointer_count;
    const bool is_linked = pointers > 0 && std::string_view(description->pointers[pointers - 1]) == "rv_own";
    auto* point = is_linked ? linked_point(type, id, pointers - 1) : other_point(type, id, pointers);
    point->properties.type = static_cast<short>(type.id());
    point->properties.param_size = visible_columns(*description);
    point->instance = id.id;
    return point;
}

}  // namespace ranvier::hoc

RV_EXPORT ::Point_process* ob2pntproc_0(::Object* object) {
    auto* point = ranvier::hoc::point_of(VerbatimContext::object_of(object));
    if (!point) {
        throw std::runtime_error("VERBATIM cannot access " + std::string(hoc_object_name(object)) +
                                 ", which is not a located point process");
    }
    return &point->pnt;
}

RV_EXPORT ::Point_process* ob2pntproc(::Object* object) {
    return ob2pntproc_0(object);
}

namespace ranvier::hoc {
void keep_verbatim_points() {}
}  // namespace ranvier::hoc
