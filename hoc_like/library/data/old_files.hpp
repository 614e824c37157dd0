#pragma once

namespace ranvier::hoc {

class Registry;

/// hoc's file functions that predate the class File: ropen, wopen, fscan, ...
void register_old_files(Registry& registry);

}  // namespace ranvier::hoc
