# Which functions of the C library are replaced by those of mechanisms/runtime/elementary: on ARM those whose bits differ from
# x86-64's. The linker does it, in programs, in the Python module and in compiled mechanisms, so it holds for VERBATIM and templates
# of other libraries, too. What comes from shared libraries, such as SUNDIALS, calls the C library.
set(RANVIER_ELEMENTARY_FUNCTIONS "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  set(RANVIER_ELEMENTARY_FUNCTIONS exp pow sinh cosh erf erfc)
endif()

set(RANVIER_WRAP "")  # the linker's option for compiled mechanisms
if(RANVIER_ELEMENTARY_FUNCTIONS)
  list(TRANSFORM RANVIER_ELEMENTARY_FUNCTIONS PREPEND -Wl,--wrap= OUTPUT_VARIABLE wraps)
  # Programs and the Python module have all of them, for mechanisms.
  list(TRANSFORM RANVIER_ELEMENTARY_FUNCTIONS PREPEND -Wl,-u,__wrap_ OUTPUT_VARIABLE RANVIER_KEEP_WRAPPED)
  add_link_options(${wraps} "$<$<STREQUAL:$<TARGET_PROPERTY:TYPE>,EXECUTABLE>:-rdynamic;${RANVIER_KEEP_WRAPPED}>")
  target_link_libraries(ranvier_compiler INTERFACE ranvier_elementary)
  list(JOIN RANVIER_ELEMENTARY_FUNCTIONS ",--wrap=" RANVIER_WRAP)
  set(RANVIER_WRAP -Wl,--wrap=${RANVIER_WRAP})
endif()
