#include "hoc_like/library/network/rules/connection_columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "engine/cell/mechanism_type.hpp"
#include "engine/cell/section.hpp"
#include "engine/network/cell_connections.hpp"
#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/list.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/network/cells/mechanism_columns.hpp"
#include "hoc_like/library/network/gids/netcon.hpp"

namespace ranvier::hoc {

namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// The connections onto a cell, as columns.
class ConnectionColumns final : public Native {
  public:
    static constexpr std::string_view class_name = "ConnectionColumns";
    explicit ConnectionColumns(std::vector<engine::CellConnection> rows) : rows_(std::move(rows)) {}
    const std::vector<engine::CellConnection>& rows() const { return rows_; }

  private:
    std::vector<engine::CellConnection> rows_;
};

using Row = engine::CellConnection;

const std::vector<Row>& rows(Call& call) {
    return call.self_as<ConnectionColumns>().rows();
}

ObjectPtr column(Call& call, const Context& context, const std::function<double(const Row&)>& value) {
    std::vector<double> values;
    for (const Row& row : rows(call)) values.push_back(value(row));
    return make_vector(context.interpreter, std::move(values));
}

const Row& row(Call& call) {
    return rows(call)[static_cast<std::size_t>(call.integer(0, 0, static_cast<long long>(rows(call).size()) - 1))];
}

/// "dend[3]" of Pyramid[0].dend[3]: the name that it has in the cell.
std::string name_in_cell(const engine::Model& model, const Row& row) {
    const engine::Section* section = model.place(row.target).section;
    if (!section) return "";
    const std::string name = section->name();
    return name.substr(name.rfind('.') + 1);
}

ObjectPtr parameter(Call& call, const Context& context) {
    const std::string name = call.string(0);
    bool is_any = rows(call).empty();
    ObjectPtr values = column(call, context, [&](const Row& row) {
        const MechanismColumns columns(*context.model.mechanism(row.target.mechanism).description());
        const std::optional<int> at = columns.of(name);
        is_any |= at.has_value();
        return at ? context.model.load(context.model.reference(row.target, *at)) : not_a_number;
    });
    if (!is_any) fail(call, fmt::format("none of the synapses has a variable {}", name));
    return values;
}

}  // namespace

ObjectPtr make_connection_columns(const Context& context, engine::Gid gid) {
    return context.interpreter.make(
        ConnectionColumns::class_name,
        std::make_unique<ConnectionColumns>(engine::connections_onto(context.network, context.model, gid)));
}

ObjectPtr synapses_onto(const Context& context, engine::Gid gid) {
    std::set<std::pair<engine::MechanismId, std::uint32_t>> known;
    std::vector<ObjectPtr> synapses;
    for (const Row& row : engine::connections_onto(context.network, context.model, gid)) {
        const bool is_new = known.insert({row.target.mechanism, row.target.id}).second;
        if (is_new) synapses.push_back(object_referring_to(context, row.target));
    }
    return make_list(context.interpreter, std::move(synapses));
}

ObjectPtr netcons_onto(const Context& context, engine::Gid gid) {
    std::map<engine::NetConId, ObjectPtr> known;
    for (const ObjectPtr& each : context.interpreter.instances(NetConObject::class_name)) {
        known.emplace(each.as<NetConObject>()->id(), each);
    }
    ClassInfo& netcons = context.interpreter.built_in_class(NetConObject::class_name);
    std::vector<ObjectPtr> found;
    for (const Row& row : engine::connections_onto(context.network, context.model, gid)) {
        const engine::NetConId id{row.number};
        if (const auto at = known.find(id); at != known.end()) {
            found.push_back(at->second);
            continue;
        }
        ObjectPtr made = context.interpreter.make_pooled(netcons);
        static_cast<NetConObject&>(*made).refer_to(id);
        found.push_back(std::move(made));
    }
    return make_list(context.interpreter, std::move(found));
}

void register_connection_columns(Registry& registry, const Context& context) {
    ClassDefinition definition;
    definition.name = ConnectionColumns::class_name;
    definition.signature = "ConnectionColumns";
    definition.doc =
        "The connections onto a cell, as pc.connections returns them, in the order of their creation. Later changes of "
        "the network do not change it.";
    definition.construct = [](Call& call) -> std::unique_ptr<Native> {
        fail(call, "connections are listed by pc.connections(gid)");
    };
    definition.methods = {
        {"size", "size()", "The number of connections.",
         [](Call& call) -> Result { return static_cast<double>(rows(call).size()); }},
        {"source", "source()", "A Vector of the gids of the sources; -1 where a source has none.",
         [&context](Call& call) -> Result {
             return column(call, context, [](const Row& row) { return static_cast<double>(row.source); });
         }},
        {"delay", "delay()", "A Vector of the delays [ms].",
         [&context](Call& call) -> Result { return column(call, context, [](const Row& row) { return row.delay; }); }},
        {"weights", "weights()", "The largest number of weights that one of the connections has.",
         [](Call& call) -> Result {
             std::size_t most = 0;
             for (const Row& row : rows(call)) most = std::max(most, row.weights.size());
             return static_cast<double>(most);
         }},
        {"weight", "weight([k])", "A Vector of the weights of number k, by default 0; NaN where there is none.",
         [&context](Call& call) -> Result {
             const auto k = static_cast<std::size_t>(call.size() ? call.integer(0, 0, 1000) : 0);
             return column(call, context,
                           [k](const Row& row) { return k < row.weights.size() ? row.weights[k] : not_a_number; });
         }},
        {"active", "active()", "A Vector that has 1 for each active connection, else 0.",
         [&context](Call& call) -> Result {
             return column(call, context, [](const Row& row) { return row.is_active; });
         }},
        {"x", "x()", "A Vector of the places of the synapses in their sections, 0 to 1; NaN for an artificial cell.",
         [&context](Call& call) -> Result {
             return column(call, context, [&](const Row& row) {
                 const auto place = context.model.place(row.target);
                 return place.section ? place.x : not_a_number;
             });
         }},
        {"number", "number()",
         "A Vector of the numbers of the synapses, counted from 0 in the order in which they occur here: connections with "
         "the same number share their synapse.",
         [&context](Call& call) -> Result {
             std::map<std::pair<engine::MechanismId, std::uint32_t>, double> numbers;
             return column(call, context, [&](const Row& row) {
                 const auto next = static_cast<double>(numbers.size());
                 return numbers.try_emplace({row.target.mechanism, row.target.id}, next).first->second;
             });
         }},
        {"parameter", "parameter(\"name\")",
         "A Vector of a variable of the synapses, such as \"tau\"; NaN where a synapse has no such variable.",
         [&context](Call& call) -> Result { return parameter(call, context); }},
        {"synapse", "synapse(i)", "The object of the synapse of connection i; NULLobject if no script has it.",
         [&context](Call& call) -> Result { return script_object(context, row(call).target); }},
        {"mechanism", "mechanism(i)", "The mechanism of the synapse of connection i, as a string.",
         [&context](Call& call) -> Result { return context.model.mechanism(row(call).target.mechanism).name(); }},
        {"section", "section(i)",
         "The name of the section of this synapse within its cell, such as \"dend[3]\", as a string; empty for an "
         "artificial cell.",
         [&context](Call& call) -> Result { return name_in_cell(context.model, row(call)); }},
    };
    registry.add(std::move(definition));
}

}  // namespace ranvier::hoc
