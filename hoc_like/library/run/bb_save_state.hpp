#pragma once

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// BBSaveState: the state of all cells with gids in files, to go on from on any number of ranks.
void register_bb_save_state(Registry& registry, Session& session);

}  // namespace ranvier::hoc
