// ParallelContext: checkpoints, which a script requests from itself.

#include <fmt/format.h>

#include <exception>

#include "hoc_like/library/context/run_files.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/network/parallel_context.hpp"

namespace ranvier::hoc {

namespace {

Result checkpoint(Call& call, const ParallelParts& parts) {
    CheckpointRequest request;
    request.file = call.string(0);
    if (request.file.empty()) fail(call, "the name of the file is empty");
    if (call.size() > 1) request.every = call.is_number(1) ? fmt::format("{}", call.number(1)) : call.string(1);
    request.resume = call.number_or(2, 0) != 0;
    request.force = call.number_or(2, 0) == 2;
    RunFiles& files = files_of(call, parts, "write checkpoints");
    try {
        files.open_checkpoint(request);
    } catch (const std::exception& error) {
        fail(call, error.what());
    }
    return 0.;
}

}  // namespace

std::vector<MethodDefinition> checkpoint_methods(const ParallelParts& parts) {
    return {
        {"checkpoint", "checkpoint(\"file\"[, \"every\"[, resume]])",
         "Saves the state of subsequent runs when SIGTERM or SIGUSR1 arrives, and at intervals of model time (10, "
         "\"10ms\") or wall-clock time (\"30min\"). With resume = 1, the run continues from the last checkpoint; with "
         "resume = 2, even if its scripts or parameters have changed. See --checkpoint.",
         [&parts](Call& call) -> Result { return checkpoint(call, parts); }}};
}

}  // namespace ranvier::hoc
