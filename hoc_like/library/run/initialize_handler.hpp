#pragma once

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// hoc's FInitializeHandler: a statement that finitialize runs.
void register_initialize_handler(Registry& registry, Session& session);

}  // namespace ranvier::hoc
