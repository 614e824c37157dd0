# How everything of ours is compiled. Targets link ranvier_compiler; nothing is set globally but the
# floating-point rules, which hold for every translation unit: contraction would change results with the
# instruction set (docs/architecture.md, "Floating point").
add_compile_options(-ffp-contract=off -fno-math-errno)

add_library(ranvier_compiler INTERFACE)
target_compile_options(ranvier_compiler INTERFACE
  -fno-semantic-interposition  # the Python module needs -fPIC; our functions are not replaced, so they may be inlined
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # g++ 12 warns of strings joined with + in its own headers (GCC bug 105651), of more when they are precompiled.
  target_compile_options(ranvier_compiler INTERFACE -Wno-restrict -Wno-stringop-overflow
    -Wno-array-bounds -Wno-maybe-uninitialized)
  # Warnings are errors with the compiler that the tests use: others warn of other things, and a user cannot mend them.
  if(CMAKE_CXX_COMPILER_VERSION MATCHES "^12\\.")
    target_compile_options(ranvier_compiler INTERFACE -Werror)
  endif()
  # Precompiled headers alone fill the memory at which g++ begins to collect garbage, which then takes a tenth of its time.
  target_compile_options(ranvier_compiler INTERFACE $<$<COMPILE_LANGUAGE:CXX>:--param=ggc-min-heapsize=400000>)
endif()

if(RANVIER_FUZZ)
  if(NOT CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    message(FATAL_ERROR "RANVIER_FUZZ needs clang: use the preset fuzz")
  endif()
  add_compile_options(-fsanitize=fuzzer-no-link)
endif()

if(RANVIER_SANITIZE)
  add_compile_options(-fsanitize=${RANVIER_SANITIZE} -fno-omit-frame-pointer)
  add_link_options(-fsanitize=${RANVIER_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL Clang)
    add_compile_options(-fno-sanitize=function)  # clang 14 cannot place what it checks in front of coroutines
  endif()
  if(RANVIER_SANITIZE MATCHES "address,undefined")
    # The address sanitizer reports an access through null, too; to check before each access takes a sixth of compiling.
    add_compile_options(-fno-sanitize=null)
  endif()
  if(RANVIER_FUZZ)
    # A failed check ends a fuzz target anyway. Code that need not continue after one is small enough to be inlined.
    add_compile_options(-fno-sanitize-recover=all)
  endif()
  # Instrumented and unoptimized, the arguments of Eigen's prefetches are no longer constants, and g++ 12 rejects them.
  add_compile_definitions(EIGEN_DONT_VECTORIZE)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # pch_defines and time_macros: else ccache leaves precompiled headers alone. With the base directory and without the
  # working one, a second checkout finds what the first compiled. ccache must not overlook the times of headers: if one is
  # edited while a file is compiled, the object would be kept under the wrong text.
  set(launcher ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros
      CCACHE_BASEDIR=${CMAKE_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE_PROGRAM})
  set(CMAKE_CXX_COMPILER_LAUNCHER ${launcher})
  set(CMAKE_C_COMPILER_LAUNCHER ${launcher})
  add_compile_options($<$<CXX_COMPILER_ID:GNU>:-fpch-preprocess>)
endif()
