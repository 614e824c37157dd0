#pragma once

namespace ranvier::hoc {

class Registry;
class Session;

/// Functions about the accessed section and the tree of sections: area, ri, distance, topology, ismembrane, ...
void register_section_functions(Registry& registry, Session& session);
/// 3-D points: pt3dadd, n3d, x3d, ...
void register_point3d_functions(Registry& registry, Session& session);

}  // namespace ranvier::hoc
