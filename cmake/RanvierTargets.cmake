# ranvier_library(NAME FOLDER path SOURCES ... [LINK ...] [PRIVATE_LINK ...])
#
# A library of ours. Its headers are included by their path from the root ("engine/cell/section.hpp"), but only
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

# Parsing the headers of other libraries is most of what compiling our files costs: those that many include are
# precompiled once for libraries and once for programs (position-independent code differs), and read by every target.
option(RANVIER_PRECOMPILE "Precompile the headers of other libraries" ON)
set(ranvier_common_headers
  <algorithm> <array> <atomic> <charconv> <chrono> <cmath> <complex> <cstddef> <cstdint> <cstdio> <cstdlib> <cstring>
  <deque> <filesystem> <fstream> <functional> <limits> <map> <memory> <mutex> <numeric> <optional> <random> <set> <span>
  <sstream> <stdexcept> <string> <string_view> <thread> <tuple> <unordered_map> <unordered_set> <utility> <variant>
  <vector> <boost/container/deque.hpp> <boost/container/small_vector.hpp> <fmt/format.h>)

function(ranvier_precompile_for kind)
  if(kind STREQUAL library)
    add_library(ranvier_precompiled_library STATIC ${CMAKE_SOURCE_DIR}/cmake/precompiled.cpp)
  else()
    add_executable(ranvier_precompiled_program ${CMAKE_SOURCE_DIR}/cmake/precompiled.cpp)
  endif()
  target_link_libraries(ranvier_precompiled_${kind} PRIVATE ranvier_compiler Boost::headers fmt::fmt)
  target_precompile_headers(ranvier_precompiled_${kind} PRIVATE ${ranvier_common_headers} ${ARGN})
endfunction()
if(RANVIER_PRECOMPILE)
  ranvier_precompile_for(library)
  if(RANVIER_TESTS)
    ranvier_precompile_for(program <gtest/gtest.h>)
    target_link_libraries(ranvier_precompiled_program PRIVATE GTest::gtest)
  endif()
endif()

function(ranvier_reuse_precompiled name kind)
  if(TARGET ranvier_precompiled_${kind})
    target_link_libraries(${name} PRIVATE Boost::headers fmt::fmt)
    target_precompile_headers(${name} REUSE_FROM ranvier_precompiled_${kind})
  endif()
endfunction()

# What precompiled headers leave, our own headers and the templates that each file instantiates again, is shared by
# compiling the files of a folder together. A name in an anonymous namespace then means one thing in its folder.
option(RANVIER_UNITY "Compile the sources of a folder in units of up to a dozen" OFF)
set(ranvier_most_files_in_a_unit 12)

# The files of each folder, in their order, in units of about the same size; the linker sees no difference.
function(ranvier_compile_together target)
  if(NOT RANVIER_UNITY)
    return()
  endif()
  set(folders "")
  list(FILTER ARGN INCLUDE REGEX "\\.cpp$")
  foreach(source IN LISTS ARGN)
    get_filename_component(folder ${source} DIRECTORY)
    string(MAKE_C_IDENTIFIER "in_${folder}" id)
    list(APPEND folders ${id})
    list(APPEND ${id} ${source})
  endforeach()
  list(REMOVE_DUPLICATES folders)
  foreach(id IN LISTS folders)
    list(LENGTH ${id} files)
    math(EXPR units "(${files} + ${ranvier_most_files_in_a_unit} - 1) / ${ranvier_most_files_in_a_unit}")
    math(EXPR files_in_unit "(${files} + ${units} - 1) / ${units}")
    set(i 0)
    foreach(source IN LISTS ${id})
      math(EXPR unit "${i} / ${files_in_unit}")
      set_source_files_properties(${source} PROPERTIES UNITY_GROUP ${id}_${unit})
      math(EXPR i "${i} + 1")
    endforeach()
  endforeach()
  set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_MODE GROUP)
  # Said of types of anonymous namespaces that aren't in the file compiled, as if that were a header.
  target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-subobject-linkage>)
endfunction()

# For files that stay by themselves: they take long enough alone, or say one name for two things on purpose.
function(ranvier_compile_alone)
  set_source_files_properties(${ARGN} PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)
endfunction()

function(ranvier_library name)
  cmake_parse_arguments(arg "" "FOLDER" "SOURCES;LINK;PRIVATE_LINK" ${ARGN})
  add_library(${name} STATIC ${arg_SOURCES})
  ranvier_reuse_precompiled(${name} library)
  ranvier_compile_together(${name} ${arg_SOURCES})
  ranvier_header_view(${name} ${arg_FOLDER} PUBLIC)
  target_link_libraries(${name} PUBLIC ${arg_LINK} PRIVATE ranvier_compiler ${arg_PRIVATE_LINK})
endfunction()

# For what runs once or seldom, as tests, the command line or snapshots: to optimize it costs more than it saves.
function(ranvier_compile_quickly target)
  if(CMAKE_BUILD_TYPE STREQUAL Release)
    target_compile_options(${target} PRIVATE -O1)
  endif()
endfunction()

# add_unit_test(NAME SOURCES ... LINK ...): a GoogleTest program, one ctest entry.
function(add_unit_test name)
  cmake_parse_arguments(arg "" "" "SOURCES;LINK" ${ARGN})
  add_executable(${name} ${arg_SOURCES})
  ranvier_reuse_precompiled(${name} program)
  ranvier_compile_together(${name} ${arg_SOURCES})
  ranvier_compile_quickly(${name})
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
  ranvier_reuse_precompiled(${name} program)
  ranvier_compile_together(${name} ${arg_SOURCES})
  ranvier_compile_quickly(${name})
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
