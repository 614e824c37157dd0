#include "hoc_like/library/network/rules/cell_synapses.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <stdexcept>
#include <utility>
#include <variant>
#include <vector>

#include "engine/cell/section.hpp"
#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/bridge.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/list.hpp"
#include "hoc_like/library/network/cells/cell_sections.hpp"
#include "hoc_like/library/network/cells/target_cell.hpp"
#include "hoc_like/library/network/rules/cell_places.hpp"
#include "hoc_like/library/python/python_object.hpp"

namespace ranvier::hoc {

namespace {

/// Finds the synapses of one cell after another.
class Finder {
  public:
    Finder(const Context& context, const std::string& member)
        : context_(context), bridge_(context.interpreter), member_(member) {}
    /// Valid until the next call.
    const std::vector<engine::InstanceId>& of(engine::Gid gid);

  private:
    [[noreturn]] void refuse(const std::string& why) const {
        throw std::invalid_argument(fmt::format("onto {}: {}", member_.text(), why));
    }
    void add_member(const ObjectPtr& cell);
    void add(const ObjectPtr& object);
    void add_python(const python::Handle& value);

    const Context& context_;
    Bridge bridge_;
    MemberName member_;
    engine::Gid gid_ = 0;
    std::vector<engine::InstanceId> found_;
};

const std::vector<engine::InstanceId>& Finder::of(engine::Gid gid) {
    gid_ = gid;
    found_.clear();
    const ObjectPtr of = target_cell(context_, gid);
    if (const python::Handle* python_cell = python_object_in(of)) {
        if (!python::has_attribute(*python_cell, member_.text())) {
            refuse(fmt::format("the cell of gid {} has no attribute {}", gid, member_.text()));
        }
        add_python(python::attribute(*python_cell, member_.text()));
    } else {
        add_member(of);
    }
    return found_;
}

void Finder::add_member(const ObjectPtr& cell) {
    const Bridge::Meaning meaning = bridge_.meaning(cell, member_.text());
    if (meaning.kind == Bridge::Kind::none) {
        refuse(fmt::format("{}, the cell of gid {}, has no public member of this name", cell->name(), gid_));
    }
    if (meaning.kind != Bridge::Kind::object || meaning.shape.size() > 1) {
        refuse(
            fmt::format("{}.{} is neither a synapse nor an array or List of synapses", cell->name(), member_.text()));
    }
    if (meaning.shape.empty()) return add(std::get<ObjectPtr>(bridge_.load(cell, member_)));
    for (double k = 0; k < meaning.shape[0]; ++k) {
        add(std::get<ObjectPtr>(bridge_.load(cell, member_.text(), {&k, 1})));
    }
}

void Finder::add(const ObjectPtr& object) {
    if (const auto* synapse = object.as<PointProcess>()) {
        if (!synapse->is_located()) refuse(fmt::format("{} of gid {} is in no section", object->name(), gid_));
        found_.push_back(synapse->instance());
    } else if (const auto* list = object.as<ListObject>()) {
        for (const ObjectPtr& each : list->objects()) add(each);
    } else if (const python::Handle* value = python_object_in(object)) {
        add_python(*value);
    } else {
        refuse(
            fmt::format("gid {} has {} there, which is not a synapse", gid_, object ? object->name() : "NULLobject"));
    }
}

void Finder::add_python(const python::Handle& value) {
    if (const std::optional<ObjectPtr> object = hoc_object_in(value)) return add(*object);
    if (!python::has_attribute(value, "__getitem__") || python::has_attribute(value, "keys") ||
        python::to_text(value)) {
        refuse(fmt::format("gid {} has {} there, which is not a synapse", gid_, python::describe(value)));
    }
    const double count = *python::to_number(python::call(python::attribute(value, "__len__"), {}));
    for (double k = 0; k < count; ++k) add_python(python::item(value, python::from_index(k)));
}

}  // namespace

engine::RuleTargets synapses_of_cells(const Context& context, const engine::GidSet& gids, const std::string& member,
                                      const std::vector<PlaceFunction>& functions) {
    Finder finder(context, member);
    CellSections sections(context);
    engine::RuleTargets targets;
    targets.values.resize(functions.size());
    for (const std::uint32_t position : positions_here(context.network, gids)) {
        const engine::Gid gid = gids[position];
        const std::span<const engine::InstanceId> found = finder.of(gid);
        targets.add(position, found);
        if (functions.empty()) continue;
        const CellPlaces places(context, sections, target_cell(context, gid), gid);
        for (const engine::InstanceId synapse : found) {
            const auto at = context.model.place(synapse);
            places.evaluate(functions, *at.section, at.x, targets.values);
        }
    }
    return targets;
}

}  // namespace ranvier::hoc
