#pragma once

namespace ranvier::hoc {

class Registry;
class Session;

/// batch_save and batch_run: a run that writes variables to a file.
void register_batch(Registry& registry, Session& session);

}  // namespace ranvier::hoc
