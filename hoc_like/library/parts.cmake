# write_parts(NAME FOLDER/PART...)
#
# Writes NAME_parts.hpp: a function register_NAME_parts that calls register_PART for each part, in the given order. A
# new class therefore needs only its files FOLDER/PART.hpp and .cpp and one line in a list.
function(write_parts name)
  set(includes "")
  set(calls "")
  foreach(path IN LISTS ARGN)
    get_filename_component(part ${path} NAME)
    string(APPEND includes "#include \"hoc_like/library/${path}.hpp\"\n")
    string(APPEND calls "    register_${part}(context...);\n")
  endforeach()
  file(CONFIGURE OUTPUT ${name}_parts.hpp @ONLY CONTENT [[
// Written by hoc_like/library/parts.cmake.
#pragma once

@includes@
namespace ranvier::hoc {

template <class... Context>
void register_@name@_parts(Context&... context) {
@calls@}

}  // namespace ranvier::hoc
]])
endfunction()
