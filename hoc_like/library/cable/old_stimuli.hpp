#pragma once

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// The stimulus functions from before there were point processes: fstim, fsyn, fclamp and what reads them.
void register_old_stimuli(Registry& registry, Session& session);

}  // namespace ranvier::hoc
