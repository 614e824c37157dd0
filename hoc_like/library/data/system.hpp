#pragma once

namespace ranvier::hoc {

class Registry;

/// system, chdir, getcwd, startsw, nrnversion, ...
void register_system(Registry& registry);

}  // namespace ranvier::hoc
