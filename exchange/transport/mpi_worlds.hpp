#pragma once

#include <mpi.h>

#include <span>

namespace ranvier::exchange {

/// Duplicates `of` into each of `copies`. Collective. Waits with naps: MPI_Comm_dup spins, which takes 20 times as long
/// when there are more ranks than cores.
void duplicate(MPI_Comm of, std::span<MPI_Comm> copies);

/// Frees a communicator unless MPI has been finalized, by mpi4py say.
void release(MPI_Comm& comm);

/// The same ranks in a separate communicator for each kind of operation. If ranks call different collectives, these do
/// not match each other: the ranks wait, and MpiWatch says where. In one communicator, MPI could give them each other's
/// data. Parts of the ranks, which only strategies use, have one communicator for all kinds: MPI has 2,048 or so.
struct MpiWorlds {
    MPI_Comm messages = MPI_COMM_NULL;
    MPI_Comm barrier = MPI_COMM_NULL;
    MPI_Comm reduce = MPI_COMM_NULL;
    MPI_Comm gather = MPI_COMM_NULL;
    MPI_Comm alltoall = MPI_COMM_NULL;
    MPI_Comm broadcast = MPI_COMM_NULL;
    MPI_Comm direct = MPI_COMM_NULL;  ///< for DirectCollectives

    /// Collective over `of`, which stays the caller's.
    static MpiWorlds for_each_kind(MPI_Comm of);
    /// Collective over `part`, which is taken over.
    static MpiWorlds for_all_kinds(MPI_Comm part);
    void free();
};

}  // namespace ranvier::exchange
