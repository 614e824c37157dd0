#pragma once

#include "hoc_like/library/verbatim/context.hpp"

/// For functions that VERBATIM calls by name: the program exports them to the libraries it loads.
#define RV_EXPORT extern "C" __attribute__((visibility("default"), used))

namespace ranvier::hoc {

/// Makes the linker keep the files that define the functions; nothing else refers to them.
void keep_verbatim_arguments();
void keep_verbatim_scripts();
void keep_verbatim_vectors();
void keep_verbatim_randoms();
void keep_verbatim_formulas();
void keep_verbatim_sections();
void keep_verbatim_points();

/// C code's handle to a point process or artificial cell; null if it is not located.
rv_point* point_of(const ObjectPtr& object);

}  // namespace ranvier::hoc
