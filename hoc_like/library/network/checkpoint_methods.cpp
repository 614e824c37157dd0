// ParallelContext: checkpoints, which a script requests from itself.

#include <fmt/format.h>

#include <exception>

#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/network/parallel_context.hpp"
#include "hoc_like/library/session.hpp"

namespace ranvier::hoc {

namespace {

Result checkpoint(Call& call, Session& session) {
    Session::CheckpointRequest request;
    request.file = call.string(0);
    if (request.file.empty()) fail(call, "the name of the file is empty");
    if (call.size() > 1) request.every = call.is_number(1) ? fmt::format("{}", call.number(1)) : call.string(1);
    request.resume = call.number_or(2, 0) != 0;
    request.force = call.number_or(2, 0) == 2;
    if (!session.checkpoint_opener()) fail(call, "this program cannot write checkpoints");
    try {
        session.checkpoint_opener()(request);
    } catch (const std::exception& error) {
        fail(call, error.what());
    }
    return 0.;
}

}  // namespace

std::vector<MethodDefinition> checkpoint_methods(Session& session) {
    return {
        {"checkpoint", "checkpoint(\"file\"[, \"every\"[, resume]])",
         "Saves the state of the following runs at SIGTERM, SIGUSR1 and each interval of the model's time (10, "
         "\"10ms\") or of the clock (\"30min\"); resume = 1: the run continues from there; 2: also if its scripts or parameters differ. See --checkpoint.",
         [&session](Call& call) -> Result { return checkpoint(call, session); }}};
}

}  // namespace ranvier::hoc
