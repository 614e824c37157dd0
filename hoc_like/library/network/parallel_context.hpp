#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/rule/gid_set.hpp"
#include "hoc_like/language/interface/object.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/network/cells/cell_loads.hpp"
#include "hoc_like/library/network/rules/gap_junctions.hpp"
#include "hoc_like/library/network/rules/named_rules.hpp"

namespace ranvier::hoc {

struct Context;

class BulletinBoardJobs;
class ConstructionMeter;
class ExchangeChoice;
class RunFiles;
class ScriptRun;
class ThreadChoice;

/// Cells to which a script gave a name (docs: "ParallelContext.cells", population, and "ParallelContext.population").
struct Population {
    std::string name;
    engine::GidSet gids;
};

/// What ParallelContext, and other classes about networks, reach.
struct ParallelParts {
    const Context& context;
    ScriptRun& run;
    ExchangeChoice& exchange;
    ThreadChoice& threads;
    BulletinBoardJobs& board;
    ConstructionMeter& construction;       ///< what it took to make the network; the program begins to count
    std::vector<Population>& populations;  ///< in the order in which they were made; the same on all ranks
    NamedRules& named_rules;
    GapJunctions& gap_junctions;
    CellLoads& loads;
    RunFiles* files;  ///< null if the program has none
};

/// The files; `what` says what a script wants of them. Fails if the program has none.
RunFiles& files_of(const Call& call, const ParallelParts& parts, std::string_view what);

/// hoc's ParallelContext. Its state is kept in the parts.
class ParallelContextObject final : public Native {
  public:
    static constexpr std::string_view class_name = "ParallelContext";
};

void register_parallel_context(Registry& registry, const ParallelParts& parts);

// The methods by subject, each group in its own file.
std::vector<MethodDefinition> collective_methods(const Context& context);
std::vector<MethodDefinition> gid_methods(const Context& context);
std::vector<MethodDefinition> cell_methods(const ParallelParts& parts);
std::vector<MethodDefinition> connect_methods(const ParallelParts& parts);
std::vector<MethodDefinition> parallel_run_methods(const ParallelParts& parts);
std::vector<MethodDefinition> exchange_methods(const ParallelParts& parts);
std::vector<MethodDefinition> partition_methods(const ParallelParts& parts);
std::vector<MethodDefinition> placement_methods(const Context& context);
std::vector<MethodDefinition> transfer_methods(const Context& context);
std::vector<MethodDefinition> bulletin_board_methods(const ParallelParts& parts);
std::vector<MethodDefinition> replay_methods(const ParallelParts& parts);
std::vector<MethodDefinition> report_methods(const ParallelParts& parts);
std::vector<MethodDefinition> raster_methods(const ParallelParts& parts);
std::vector<MethodDefinition> checkpoint_methods(const ParallelParts& parts);

}  // namespace ranvier::hoc
