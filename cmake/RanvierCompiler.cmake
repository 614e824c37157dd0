# How everything of ours is compiled. Targets link ranvier_compiler; nothing is set globally but the
# floating-point rules, which hold for every translation unit: contraction would change results with the
# instruction set (docs/architecture.md, "Floating point").
add_compile_options(-ffp-contract=off -fno-math-errno)

add_library(ranvier_compiler INTERFACE)
target_compile_options(ranvier_compiler INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wno-sign-conversion -Wnon-virtual-dtor)
if(CMAKE_CXX_COMPILER_ID STREQUAL GNU)
  # g++ 12 warns of strings joined with + in its own headers (GCC bug 105651).
  target_compile_options(ranvier_compiler INTERFACE -Werror -Wno-restrict)
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
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
  set(CMAKE_C_COMPILER_LAUNCHER ${CCACHE_PROGRAM})
endif()
