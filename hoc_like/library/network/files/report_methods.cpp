// ParallelContext: reports, which write a variable of many segments to a file during a run.

#include <stdexcept>

#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/cable/sections/section_list.hpp"
#include "hoc_like/library/context/run_files.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/network/parallel_context.hpp"

namespace ranvier::hoc {

namespace {

ReportTargets targets_of(Call& call, int argument) {
    ReportTargets targets;
    if (auto* list = call.object(argument).as<SectionListObject>()) {
        for (const SectionPtr& section : list->living()) targets.sections.push_back(section_of(*section).id());
        if (targets.sections.empty()) fail(call, "the SectionList is empty");
        return targets;
    }
    for (const double gid : call.native<VectorObject>(argument).values()) {
        targets.gids.push_back(static_cast<engine::Gid>(gid));
    }
    if (targets.gids.empty()) fail(call, "the Vector of gids is empty");
    return targets;
}

Result report(Call& call, const ParallelParts& parts) {
    RunFiles& files = files_of(call, parts, "write reports");
    const std::string words = call.string(0);
    const auto targets = call.size() > 1 ? targets_of(call, 1) : ReportTargets{};
    try {
        files.open_report(words, targets);
    } catch (const std::exception& error) {
        fail(call, error.what());
    }
    return 0.;
}

}  // namespace

std::vector<MethodDefinition> report_methods(const ParallelParts& parts) {
    return {{"report", "report(\"file.h5:variable=v,...\"[, gids | sectionlist])",
             "Records a variable of many segments in a SONATA report, from the next finitialize on. See --report.",
             [&parts](Call& call) -> Result { return report(call, parts); }}};
}

}  // namespace ranvier::hoc
