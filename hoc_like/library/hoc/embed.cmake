# Puts the scripts of this folder into the program: writes a table of name and text as a C++ source when one changes.
# Included by the CMakeLists.txt of library/.
file(GLOB RANVIER_HOC_SCRIPTS CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/*.hoc)
set(RANVIER_HOC_SCRIPTS_SOURCES ${CMAKE_CURRENT_BINARY_DIR}/library_text.cpp)
add_custom_command(
  OUTPUT ${RANVIER_HOC_SCRIPTS_SOURCES}
  COMMAND ${CMAKE_COMMAND} "-DSCRIPTS=${RANVIER_HOC_SCRIPTS}" -DOUTPUT=${RANVIER_HOC_SCRIPTS_SOURCES}
          -P ${CMAKE_CURRENT_LIST_DIR}/write_table.cmake
  DEPENDS ${RANVIER_HOC_SCRIPTS} ${CMAKE_CURRENT_LIST_DIR}/write_table.cmake
  VERBATIM)
