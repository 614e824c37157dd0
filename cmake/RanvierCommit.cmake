# Writes a C++ file with the commit of the sources, as git describes it; null without git, or where the sources are only a
# folder of another checkout. Included by CMakeLists.txt, this defines a library that is made again when that text changes;
# run as a script (cmake -D SOURCE=... -D OUT=... -P), it writes the file.
if(NOT CMAKE_SCRIPT_MODE_FILE)
  set(ranvier_commit_file ${CMAKE_BINARY_DIR}/generated/commit.cpp)
  add_custom_target(ranvier_commit_text
    COMMAND ${CMAKE_COMMAND} -D SOURCE=${CMAKE_SOURCE_DIR} -D OUT=${ranvier_commit_file} -P ${CMAKE_CURRENT_LIST_FILE}
    BYPRODUCTS ${ranvier_commit_file} COMMENT "" VERBATIM)
  add_library(ranvier_commit STATIC ${ranvier_commit_file})
  add_dependencies(ranvier_commit ranvier_commit_text)
  return()
endif()

cmake_minimum_required(VERSION 3.25)
set(commit "")
execute_process(COMMAND git -C ${SOURCE} rev-parse --show-prefix
  RESULT_VARIABLE failed OUTPUT_VARIABLE folder OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(failed EQUAL 0 AND folder STREQUAL "")
  execute_process(COMMAND git --no-optional-locks -C ${SOURCE} describe --tags --always --dirty --abbrev=12
    OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
endif()
if(commit MATCHES "^[-+./A-Za-z0-9_]+$")
  set(commit "\"${commit}\"")
else()
  set(commit nullptr)
endif()
file(CONFIGURE OUTPUT ${OUT} CONTENT
  "namespace ranvier::program {\n\nextern const char* const commit_text;\nconst char* const commit_text = @commit@;\n\n}  // namespace ranvier::program\n" @ONLY)
