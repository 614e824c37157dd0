# Everything Ranvier takes from others, found once. Debian 12 has all of it; scripts/install-dependencies installs it.
if(RANVIER_MPI)
  # By MPICH's own names: Debian's libsundials-dev brings Open MPI, which then owns mpicc and mpiexec.
  find_program(MPI_C_COMPILER NAMES mpicc.mpich mpicc)
  find_program(MPIEXEC_EXECUTABLE NAMES mpiexec.mpich mpiexec.hydra mpiexec)
  find_package(MPI 3.1 REQUIRED COMPONENTS C)
  if(NOT DEFINED RANVIER_MPI_CHECKED)
    # Names prove nothing: start two ranks and read how many there are.
    try_compile(mpi_builds ${CMAKE_BINARY_DIR}/mpi_check
                SOURCES ${CMAKE_CURRENT_LIST_DIR}/mpi_check.c
                LINK_LIBRARIES MPI::MPI_C
                COPY_FILE ${CMAKE_BINARY_DIR}/mpi_check_exe)
    if(NOT mpi_builds)
      message(FATAL_ERROR "A program with MPI library ${MPI_C_LIBRARIES} does not build. Install libmpich-dev, or configure with -DRANVIER_MPI=OFF.")
    endif()
    execute_process(COMMAND ${MPIEXEC_EXECUTABLE} -n 2 ${CMAKE_BINARY_DIR}/mpi_check_exe
                    OUTPUT_VARIABLE mpi_says ERROR_VARIABLE mpi_errs TIMEOUT 30)
    if(NOT mpi_says MATCHES "^size=2$")
      message(FATAL_ERROR "MPI library ${MPI_C_LIBRARIES} and launcher ${MPIEXEC_EXECUTABLE} do not fit: 2 ranks were asked for, '${mpi_says}' came. Set -DMPI_C_COMPILER and -DMPIEXEC_EXECUTABLE to those of one MPI.")
    endif()
    set(RANVIER_MPI_CHECKED ON CACHE INTERNAL "library and launcher fit")
  endif()
endif()

find_package(Threads REQUIRED)
if(NOT RANVIER_FUZZ)  # its package file asks for OpenMP, which clang lacks on Debian 12; no fuzz target needs it
  find_package(SUNDIALS 6.4 CONFIG REQUIRED COMPONENTS cvode nvecserial)
endif()
find_package(HDF5 REQUIRED COMPONENTS C)
find_package(Boost 1.74 REQUIRED)
find_package(Eigen3 REQUIRED)
find_package(fmt REQUIRED)
find_package(CLI11 REQUIRED)
find_path(RANDOM123_INCLUDE_DIR Random123/philox.h REQUIRED)
find_path(LIBEDIT_INCLUDE_DIR editline/readline.h REQUIRED)
find_library(LIBEDIT_LIBRARY edit REQUIRED)
add_library(libedit INTERFACE)
target_include_directories(libedit SYSTEM INTERFACE ${LIBEDIT_INCLUDE_DIR})
target_link_libraries(libedit INTERFACE ${LIBEDIT_LIBRARY})
add_library(random123 INTERFACE)
target_include_directories(random123 SYSTEM INTERFACE ${RANDOM123_INCLUDE_DIR})
if(RANVIER_TESTS)
  find_package(GTest REQUIRED)
endif()
if(RANVIER_BENCHMARKS)
  find_package(benchmark REQUIRED)
endif()
