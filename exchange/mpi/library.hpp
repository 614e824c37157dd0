#pragma once

#include <string>

#include "exchange/mpi/table.h"

namespace ranvier::exchange {

/// The functions of the MPI library that this process uses; null until open_mpi.
extern const RanvierMpi* open_mpi_table;

/// Only after open_mpi. A call costs what an indirect one does.
inline const RanvierMpi& mpi() {
    return *open_mpi_table;
}

/// Opens the MPI library of this process, without initializing it. Nothing if one is open.
///
/// Which one: that of $RANVIER_MPI_LIBRARY; else the one that this process has initialized (mpi4py, say), else one of the
/// launcher's kind, first among those that are loaded; without a launcher the one that is loaded, or any that is found.
/// Libraries are searched for in the folders `lib` above Ranvier's own files, as in a virtual environment, and then where
/// the system's loader looks.
///
/// Throws ExchangeError that says what is missing.
void open_mpi();

/// Whether open_mpi has opened a library.
bool is_mpi_open();

/// "MPICH" or "Open MPI", as open_mpi would choose; empty if this build cannot call that kind, or there is no ground for
/// a choice: no library is loaded, and no launcher known.
std::string chosen_mpi_vendor();

/// The version that the open library states, and its file; for diagnosis.
std::string mpi_version_text();
std::string mpi_library_file();

}  // namespace ranvier::exchange
