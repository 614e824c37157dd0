# The hash of the generator's sources, as a C++ source.
#
#   include(generator_version.cmake)                             gives generator_sources and the rule for the file
#   cmake -DOUTPUT=FILE -P generator_version.cmake               writes it: what the rule runs
set(generator_folders nmodl/ast nmodl/codegen nmodl/driver nmodl/lexer nmodl/parser nmodl/passes nmodl/source runtime)
get_filename_component(mechanisms_folder ${CMAKE_CURRENT_LIST_DIR} DIRECTORY)
set(generator_patterns "")
foreach(folder IN LISTS generator_folders)
  list(APPEND generator_patterns ${mechanisms_folder}/${folder}/*.h ${mechanisms_folder}/${folder}/*.hpp
    ${mechanisms_folder}/${folder}/*.cpp)
endforeach()

if(NOT CMAKE_SCRIPT_MODE_FILE)
  # A new or removed file is noticed by the build, and so is a changed one: the rule depends on each.
  file(GLOB generator_sources CONFIGURE_DEPENDS ${generator_patterns})
  set(generator_version_source ${CMAKE_CURRENT_BINARY_DIR}/generator_version.cpp)
  add_custom_command(
    OUTPUT ${generator_version_source}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${generator_version_source} -P ${CMAKE_CURRENT_LIST_FILE}
    DEPENDS ${generator_sources} ${CMAKE_CURRENT_LIST_FILE}
    COMMENT "Hashing the generator's sources"
    VERBATIM)
  return()
endif()

file(GLOB generator_sources RELATIVE ${mechanisms_folder} ${generator_patterns})
list(SORT generator_sources)
set(hashes "")
foreach(source IN LISTS generator_sources)
  file(SHA256 ${mechanisms_folder}/${source} hash)
  string(APPEND hashes "${source} ${hash}\n")
endforeach()
string(SHA256 version "${hashes}")
string(SUBSTRING ${version} 0 32 version)
file(WRITE ${OUTPUT} "#include \"mechanisms/nmodl/codegen/generator_version.hpp\"

namespace ranvier::nmodl {

const char* const generator_version = \"${version}\";

}  // namespace ranvier::nmodl
")
