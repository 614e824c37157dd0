#include "hoc_like/library/network/rules/gap_junctions.hpp"

#include <utility>

#include "engine/cell/mechanism_type.hpp"
#include "engine/event/transfer.hpp"
#include "engine/network/gap_junctions.hpp"
#include "engine/network/network.hpp"
#include "engine/network/rule_synapses.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/list.hpp"
#include "hoc_like/library/network/cells/mechanism_columns.hpp"
#include "hoc_like/library/network/parallel_context.hpp"
#include "hoc_like/library/network/rules/cell_regions.hpp"
#include "hoc_like/library/network/rules/rule_arguments.hpp"

namespace ranvier::hoc {

namespace {

/// Tells halves about each other, so that their voltages are transferred.
class Joiner {
  public:
    Joiner(const Context& context, const engine::HalfJunctions& halves)
        : model_(context.model),
          transfers_(context.simulation.transfers()),
          halves_(halves),
          columns_(*context.model.mechanism(halves.rule.making->mechanism).description()),
          v_(*context.model.range_variable("v")),
          first_(transfers_.reserve(2 * halves.junctions) / 2) {}
    /// Half k of the table, onto the cell of this gid.
    void add(engine::Gid gid, std::uint64_t k, engine::InstanceId half) {
        const engine::Gid partner = halves_.rule.table->sources[k];
        const std::uint64_t number = first_ + halves_.numbers[k];
        const auto id = [number](bool is_greater) { return engine::Transfers::reserved_id(2 * number + is_greater); };
        const auto at = model_.place(half);
        transfers_.add_source(model_.reference(*at.section, v_, 0, at.x), id(gid > partner));
        transfers_.add_target(variable(half, "v_other"), id(partner > gid));
        model_.store(variable(half, "partner"), partner);
        model_.store(variable(half, "number"), static_cast<double>(number));
    }

  private:
    engine::VariableRef variable(engine::InstanceId half, const char* name) const {
        return model_.reference(half, *columns_.of(name));
    }

    engine::Model& model_;
    engine::Transfers& transfers_;
    const engine::HalfJunctions& halves_;
    const MechanismColumns columns_;
    const engine::RangeVariable v_;
    const std::uint64_t first_;  // the number of this rule's first junction
};

}  // namespace

std::uint64_t connect_by_gap_junctions(const ParallelParts& parts, const RuleCall& given) {
    const Context& context = parts.context;
    const auto on_threads = [&context](std::size_t n, const auto& act) {
        context.simulation.threads().for_each_task(n, act);
    };
    const engine::HalfJunctions halves = engine::halves_here(given.rule, context.network, on_threads);
    engine::RuleTargets places = places_in_cells(context, halves.rule, *given.region, {});
    engine::SharedSynapses none;
    const engine::Incoming onto = engine::incoming(halves.rule, places.positions);
    engine::make_synapses(context.model, halves.rule, onto, places, none);
    Joiner joiner(context, halves);
    for (std::size_t cell = 0; cell < places.size(); ++cell) {
        const engine::Gid gid = halves.rule.targets[places.positions[cell]];
        std::uint64_t k = halves.rule.table->first[places.positions[cell]];
        for (const engine::InstanceId half : places.of(cell)) {
            joiner.add(gid, k++, half);
            parts.gap_junctions[gid].push_back(half);
        }
    }
    drive(context.simulation.set_up_transfers(context.rank.lacks_ranks));
    return places.instances.size();
}

ObjectPtr gap_junctions_of(const ParallelParts& parts, engine::Gid gid) {
    std::vector<ObjectPtr> objects;
    const auto found = parts.gap_junctions.find(gid);
    if (found != parts.gap_junctions.end()) {
        for (const engine::InstanceId half : found->second) {
            if (parts.context.model.exists(half)) objects.push_back(object_referring_to(parts.context, half));
        }
    }
    return make_list(parts.context.interpreter, std::move(objects));
}

}  // namespace ranvier::hoc
