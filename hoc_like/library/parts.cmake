# write_parts(NAME PARAMETER PART[=TYPE]...)
#
# Writes NAME_parts.hpp: declares register_PART of each part, and a function register_NAME_parts, which calls them in the
# given order. A part takes the registry and, after `=TYPE`, `const TYPE&`, to which the parameter converts. A new class
# therefore needs only its source, which defines register_PART, and one line in a list.
function(write_parts name parameter)
  set(types "")
  set(declarations "")
  set(calls "")
  foreach(entry IN LISTS ARGN)
    if(entry MATCHES "^(.*)=(.*)$")
      set(part ${CMAKE_MATCH_1})
      set(type ${CMAKE_MATCH_2})
      list(APPEND types "struct ${type}")
      string(APPEND declarations "void register_${part}(Registry& registry, const ${type}& reached);\n")
      string(APPEND calls "    register_${part}(registry, reached);\n")
    else()
      string(APPEND declarations "void register_${entry}(Registry& registry);\n")
      string(APPEND calls "    register_${entry}(registry);\n")
    endif()
  endforeach()
  list(APPEND types "struct ${parameter}")
  list(REMOVE_DUPLICATES types)
  list(JOIN types ";\n" types)
  file(CONFIGURE OUTPUT ${name}_parts.hpp @ONLY CONTENT [=[
// Written by hoc_like/library/parts.cmake.
#pragma once

namespace ranvier::hoc {

class Registry;
@types@;

@declarations@
inline void register_@name@_parts(Registry& registry, [[maybe_unused]] const @parameter@& reached) {
@calls@}

}  // namespace ranvier::hoc
]=])
endfunction()
