#pragma once

namespace ranvier::hoc {

class Registry;

/// The functions of hoc from before the class File: ropen, wopen, fscan, ...
void register_old_files(Registry& registry);

}  // namespace ranvier::hoc
