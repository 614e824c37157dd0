#pragma once

namespace ranvier::hoc {

class ClassInfo;
struct Context;

/// Whether the init of a template uses nothing beyond the cell that it makes, so that its cells are equal, except for numbers that
/// are an argument, and so that no one misses an init that does not run.
bool init_makes_equal_cells(const Context& context, const ClassInfo& of_template);

}  // namespace ranvier::hoc
