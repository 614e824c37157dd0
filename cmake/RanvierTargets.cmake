# The headers of a folder of ours are included by their path from the root ("engine/cell/section.hpp"), but only
# through a view of the tree that holds this folder alone, passed on to targets that link it. So an include that
# goes against the arrows of docs/architecture.md does not compile.
function(ranvier_header_view target folder scope)
  string(MAKE_C_IDENTIFIER ${folder} id)
  set(view ${CMAKE_BINARY_DIR}/headers/${id})
  get_filename_component(parent ${folder} DIRECTORY)
  file(MAKE_DIRECTORY ${view}/${parent})
  if(NOT EXISTS ${view}/${folder})
    file(CREATE_LINK ${CMAKE_SOURCE_DIR}/${folder} ${view}/${folder} SYMBOLIC)
  endif()
  target_include_directories(${target} ${scope} ${view})
endfunction()

# Parsing the headers of other libraries is a third of what compiling our files costs: those that many include are
# precompiled, and read by every target.
option(RANVIER_PRECOMPILE "Precompile the headers of other libraries" ON)
set(ranvier_common_headers
  <algorithm> <array> <atomic> <charconv> <chrono> <cmath> <complex> <cstddef> <cstdint> <cstdio> <cstdlib> <cstring>
  <deque> <filesystem> <fstream> <functional> <limits> <map> <memory> <mutex> <numeric> <optional> <random> <set> <span>
  <sstream> <stdexcept> <string> <string_view> <thread> <tuple> <unordered_map> <unordered_set> <utility> <variant>
  <vector> <boost/container/deque.hpp> <boost/container/small_vector.hpp> <fmt/format.h>)

# ranvier_add_kind(KIND [PROGRAM] [OPTIMIZE level] [FOLDER path] [HEADERS ...] [LINK ...])
#
# A kind of code: how far a release build optimizes it, and which headers are precompiled for it: the common ones and the
# given ones, such as <hoc_like/library/session/session.hpp> of a folder of ours. The two go together, because g++ 12 compiles a file
# with the optimization of its precompiled header, whatever options the file gets. Code for programs differs from
# position-independent code.
set(ranvier_cmake_folder ${CMAKE_CURRENT_LIST_DIR})
function(ranvier_add_kind kind)
  cmake_parse_arguments(arg "PROGRAM" "FOLDER;OPTIMIZE" "HEADERS;LINK" ${ARGN})
  if(CMAKE_BUILD_TYPE STREQUAL Release)
    set_property(GLOBAL PROPERTY ranvier_optimization_of_${kind} ${arg_OPTIMIZE})
  endif()
  if(NOT RANVIER_PRECOMPILE)
    return()
  endif()
  set(target ranvier_precompiled_${kind})
  if(arg_PROGRAM)
    add_executable(${target} ${CMAKE_SOURCE_DIR}/cmake/precompiled.cpp)
  else()
    add_library(${target} STATIC ${CMAKE_SOURCE_DIR}/cmake/precompiled.cpp)
  endif()
  target_link_libraries(${target} PRIVATE ranvier_compiler Boost::headers fmt::fmt ${arg_LINK})
  target_precompile_headers(${target} PRIVATE ${ranvier_common_headers} ${arg_HEADERS})
  set_target_properties(${target} PROPERTIES
    CXX_COMPILER_LAUNCHER "sh;${ranvier_cmake_folder}/precompile.sh;${CMAKE_CXX_COMPILER_LAUNCHER}")
  if(arg_FOLDER)
    ranvier_header_view(${target} ${arg_FOLDER} PRIVATE)
  endif()
  ranvier_optimize(${target} ${kind})
endfunction()

function(ranvier_optimize target kind)
  get_property(level GLOBAL PROPERTY ranvier_optimization_of_${kind})
  target_compile_options(${target} PRIVATE ${level})
endfunction()

function(ranvier_use_kind target kind)
  if(kind STREQUAL quick AND NOT CMAKE_BUILD_TYPE STREQUAL Release)
    set(kind library)
  endif()
  ranvier_optimize(${target} ${kind})
  if(TARGET ranvier_precompiled_${kind})
    target_link_libraries(${target} PRIVATE Boost::headers fmt::fmt)
    target_precompile_headers(${target} REUSE_FROM ranvier_precompiled_${kind})
  endif()
endfunction()

ranvier_add_kind(library)
# What runs once or seldom: to optimize it costs more than it saves. It compiles in a third of the time.
if(CMAKE_BUILD_TYPE STREQUAL Release)
  ranvier_add_kind(quick OPTIMIZE -Og)
endif()
if(RANVIER_TESTS)
  ranvier_add_kind(test PROGRAM OPTIMIZE -Og HEADERS <gtest/gtest.h> LINK GTest::gtest)
endif()

# What precompiled headers leave, our own headers and the templates that each file instantiates again, is shared by
# compiling the files of a folder together. A name in an anonymous namespace must then mean one thing in its folder.
option(RANVIER_UNITY "Compile the sources of a folder in units of up to a dozen" OFF)
set(ranvier_most_files_in_a_unit 12)

# Replaces the files of each folder, in their order, by units of about the same size; the linker sees no difference. A unit
# includes its files by their path relative to its own, unlike one of CMake's UNITY_BUILD: so the units of two checkouts are
# equal, and ccache compiles them once.
function(ranvier_compile_together target)
  if(NOT RANVIER_UNITY)
    return()
  endif()
  set(folders "")
  foreach(source IN LISTS ARGN)
    get_filename_component(path ${source} ABSOLUTE)
    ranvier_find_alone(is_alone ${source} ${path})
    if(is_alone)
      continue()
    endif()
    get_filename_component(folder ${path} DIRECTORY)
    file(RELATIVE_PATH folder ${CMAKE_CURRENT_SOURCE_DIR} ${folder})
    string(MAKE_C_IDENTIFIER "in_${folder}" id)
    list(APPEND folders ${id})
    list(APPEND ${id} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(id IN LISTS folders)
    ranvier_write_units(${target} ${id} ${${id}})
  endforeach()
  # GCC takes the files that a unit includes for headers, whose types in anonymous namespaces would be a mistake.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

# Whether a file stays by itself: one of ranvier_compile_alone, one with separate definitions, a generated one.
function(ranvier_find_alone result source path)
  get_source_file_property(is_alone ${source} SKIP_UNITY_BUILD_INCLUSION)
  get_source_file_property(definitions ${source} COMPILE_DEFINITIONS)
  string(FIND ${path} ${CMAKE_BINARY_DIR}/ generated)
  if(is_alone STREQUAL "ON" OR definitions OR generated EQUAL 0 OR NOT source MATCHES "\\.cpp$")
    set(${result} ON PARENT_SCOPE)
  else()
    set(${result} OFF PARENT_SCOPE)
  endif()
endfunction()

# Replaces the given sources of the target by as few units as can hold them.
function(ranvier_write_units target id)
  list(LENGTH ARGN files)
  if(files EQUAL 1)
    return()
  endif()
  math(EXPR units "(${files} + ${ranvier_most_files_in_a_unit} - 1) / ${ranvier_most_files_in_a_unit}")
  math(EXPR files_in_unit "(${files} + ${units} - 1) / ${units}")
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/${target}_units)
  get_target_property(sources ${target} SOURCES)
  list(REMOVE_ITEM sources ${ARGN})
  set(unit 0)
  while(ARGN)
    list(SUBLIST ARGN 0 ${files_in_unit} together)
    list(REMOVE_ITEM ARGN ${together})
    set(includes "")
    foreach(source IN LISTS together)
      get_filename_component(path ${source} ABSOLUTE)
      file(RELATIVE_PATH path ${folder} ${path})
      string(APPEND includes "#include \"${path}\"\n")
    endforeach()
    file(CONFIGURE OUTPUT ${folder}/${id}_${unit}.cpp CONTENT "${includes}" @ONLY)  # keeps the time of an equal file
    list(APPEND sources ${folder}/${id}_${unit}.cpp)
    math(EXPR unit "${unit} + 1")
  endwhile()
  set_target_properties(${target} PROPERTIES SOURCES "${sources}")
endfunction()

# For files that take long enough alone, or in which a name means another thing than in the files beside them.
function(ranvier_compile_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

# ranvier_library(NAME FOLDER path SOURCES ... [KIND kind] [LINK ...] [PRIVATE_LINK ...])
#
# A library of ours, whose headers others see through ranvier_header_view.
function(ranvier_library name)
  cmake_parse_arguments(arg "" "FOLDER;KIND" "SOURCES;LINK;PRIVATE_LINK" ${ARGN})
  if(NOT arg_KIND)
    set(arg_KIND library)
  endif()
  add_library(${name} STATIC ${arg_SOURCES})
  ranvier_use_kind(${name} ${arg_KIND})
  ranvier_compile_together(${name} ${arg_SOURCES})
  ranvier_header_view(${name} ${arg_FOLDER} PUBLIC)
  target_link_libraries(${name} PUBLIC ${arg_LINK} PRIVATE ranvier_compiler ${arg_PRIVATE_LINK})
endfunction()

# add_unit_test(NAME SOURCES ... LINK ...): a GoogleTest program, one ctest entry.
function(add_unit_test name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  ranvier_use_kind(${name} test)
  ranvier_compile_together(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LINK} ranvier_compiler GTest::gtest GTest::gtest_main)
  # Sanitizers cost a factor of some fifty; the contracts on many simulated ranks then take minutes.
  if(RANVIER_SANITIZE)
    add_test(NAME ${name} COMMAND ${name}
             --gtest_filter=-*simulated_7*:*simulated_64*:*simulated_1000*:*unruly*:*timed_7*:*ManyRanks*)
  else()
    add_test(NAME ${name} COMMAND ${name})
  endif()
  if(name IN_LIST RANVIER_SANITIZER_TESTS)
    set_tests_properties(${name} PROPERTIES LABELS sanitizer)
  endif()
  if(name IN_LIST RANVIER_THREADED_TESTS)
    set_tests_properties(${name} PROPERTIES LABELS threads)
  endif()
endfunction()

# The few unit tests that `make test` runs under sanitizers too: what reads text, orders events or carries spikes.
set(RANVIER_SANITIZER_TESTS exchange_test event_queue_test raster_test hoc_language_test nmodl_test)

# What runs on several threads, which `make tsan-test` runs under the thread sanitizer: blocks, spikes between them,
# tables and rules, and a strategy's thread that calls MPI.
set(RANVIER_THREADED_TESTS connection_test rule_test engine_solve_test event_parts_test run_parts_test exchange_contract)

# The targets `sanitizer_tests` and `threaded_tests` build them; `ctest -L sanitizer` and `ctest -L threads` run them.
function(add_sanitizer_tests_target)
  add_custom_target(threaded_tests)
  foreach(name IN LISTS RANVIER_THREADED_TESTS)
    if(TARGET ${name})
      add_dependencies(threaded_tests ${name})
    endif()
  endforeach()
  add_custom_target(sanitizer_tests)
  foreach(name IN LISTS RANVIER_SANITIZER_TESTS)
    if(TARGET ${name})
      add_dependencies(sanitizer_tests ${name})
    endif()
  endforeach()
  if(TARGET fuzz_targets)
    add_dependencies(sanitizer_tests fuzz_targets)
  endif()
endfunction()

# add_mpi_test(NAME SOURCES ... LINK ... RANKS 1 2 4 OPEN_MPI_RANKS 2 OPEN_MPI_FILTER tests): the same program (with its own
# main) once for each number of ranks; where Open MPI is installed, under its mpiexec, too, the tests of the filter.
function(add_mpi_test name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK;RANKS;OPEN_MPI_RANKS;OPEN_MPI_FILTER" ${ARGN})
  if(NOT RANVIER_MPI)
    return()
  endif()
  add_executable(${name} ${arg_SOURCES})
  ranvier_use_kind(${name} test)
  ranvier_compile_together(${name} ${arg_SOURCES})
  target_link_libraries(${name} PRIVATE ${arg_LINK} ranvier_compiler GTest::gtest)
  foreach(ranks IN LISTS arg_RANKS)
    add_test(NAME ${name}_${ranks}_ranks COMMAND ${MPIEXEC_EXECUTABLE} -n ${ranks} $<TARGET_FILE:${name}>)
    set_tests_properties(${name}_${ranks}_ranks PROPERTIES PROCESSORS ${ranks} TIMEOUT 300)
  endforeach()
  if(RANVIER_OPEN_MPIEXEC AND openmpi IN_LIST RANVIER_MPI_KINDS AND NOT RANVIER_SANITIZE)
    foreach(ranks IN LISTS arg_OPEN_MPI_RANKS)
      set(test ${name}_${ranks}_ranks_of_open_mpi)
      add_test(NAME ${test} COMMAND ${RANVIER_OPEN_MPIEXEC} --oversubscribe -n ${ranks} $<TARGET_FILE:${name}>
        --gtest_filter=${arg_OPEN_MPI_FILTER})
      set_tests_properties(${test} PROPERTIES PROCESSORS ${ranks} TIMEOUT 300
        ENVIRONMENT "OMPI_ALLOW_RUN_AS_ROOT=1;OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1")
    endforeach()
  endif()
  if(RANVIER_SANITIZE AND name IN_LIST RANVIER_THREADED_TESTS AND 2 IN_LIST arg_RANKS)
    set_tests_properties(${name}_2_ranks PROPERTIES LABELS threads TIMEOUT 600)
  endif()
endfunction()
