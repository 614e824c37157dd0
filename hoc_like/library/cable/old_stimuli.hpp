#pragma once

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// The stimulus functions that predate point processes: fstim, fsyn, fclamp and the functions that read them.
void register_old_stimuli(Registry& registry, Session& session);

}  // namespace ranvier::hoc
