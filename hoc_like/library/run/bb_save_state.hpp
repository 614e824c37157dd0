#pragma once

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// BBSaveState: saves the state of all cells with gids to files, to continue on any number of ranks.
void register_bb_save_state(Registry& registry, Session& session);

}  // namespace ranvier::hoc
