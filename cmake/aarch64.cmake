# Builds for 64-bit ARM on another machine, with Debian's cross compiler and the arm64 packages that scripts/aarch64-root unpacks
# into AARCH64_ROOT. Programs that the build runs, and those built, run under qemu.
set(AARCH64_ROOT "${CMAKE_CURRENT_LIST_DIR}/../build/aarch64-root" CACHE PATH "Folder of Debian's arm64 packages")
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES AARCH64_ROOT)
get_filename_component(root ${AARCH64_ROOT} ABSOLUTE)
set(libraries ${root}/usr/lib/aarch64-linux-gnu)

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CXX_COMPILER aarch64-linux-gnu-g++)
set(CMAKE_SYSROOT ${root})
set(CMAKE_FIND_ROOT_PATH ${root})
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
set(CMAKE_FIND_ROOT_PATH_MODE_LIBRARY ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_INCLUDE ONLY)
set(CMAKE_FIND_ROOT_PATH_MODE_PACKAGE ONLY)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64-static -L ${root})

# CMake asks the compiler wrapper of HDF5, which is this machine's.
set(HDF5_C_LIBRARIES ${libraries}/hdf5/serial/libhdf5.so)
set(HDF5_LIBRARIES ${HDF5_C_LIBRARIES})
set(HDF5_INCLUDE_DIR ${root}/usr/include/hdf5/serial)
set(HDF5_INCLUDE_DIRS ${HDF5_INCLUDE_DIR})
foreach(kind EXE MODULE SHARED)
  set(CMAKE_${kind}_LINKER_FLAGS_INIT -L${libraries}/hdf5/serial)
endforeach()
