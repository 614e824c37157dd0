#include "hoc_like/library/run/ap_count.hpp"

#include <map>
#include <memory>

#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/vector/vector.hpp"

namespace ranvier::hoc {

namespace {

std::optional<int> column_of(const engine::MechanismType& type, std::string_view field) {
    const rv_mechanism& description = *type.description();
    for (int k = 0; k < description.field_count; ++k) {
        if (field == description.fields[k].name) return type.first_column(k);
    }
    return std::nullopt;
}

}  // namespace

std::optional<MethodDefinition> ap_count_record(const Context& context, const engine::MechanismType& type) {
    if (type.name() != "APCount") return std::nullopt;
    const auto n = column_of(type, "n"), time = column_of(type, "time");
    if (!n || !time) return std::nullopt;
    const auto records = std::make_shared<std::map<std::uint32_t, engine::RecordId>>();  // by instance
    return MethodDefinition{
        "record", "record([tvec])", "Records the times of the crossings [ms]; without an argument, stops recording.",
        [&context, n = *n, time = *time, records](Call& call) -> Result {
            const engine::InstanceId instance = call.self_as<PointProcess>().instance();
            engine::Records& all = context.simulation.records();
            if (const auto old = records->find(instance.id); old != records->end()) {
                all.remove_record(old->second);
                records->erase(old);
            }
            if (call.size() == 0) return 1.;
            engine::Model& model = context.model;
            (*records)[instance.id] = all.record_count(model.reference(instance, n), model.reference(instance, time),
                                                       call.native<VectorObject>(0).data());
            return 1.;
        }};
}

}  // namespace ranvier::hoc
