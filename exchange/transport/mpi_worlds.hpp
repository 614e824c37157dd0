#pragma once

#include <span>

#include "exchange/mpi/table.h"

namespace ranvier::exchange {

/// Duplicates `of` into each of `copies`. Collective. Waits with naps: MPI_Comm_dup spins, which takes 20 times as long
/// when there are more ranks than cores.
void duplicate(RanvierComm of, std::span<RanvierComm> copies);

/// Frees a communicator unless MPI has been finalized, by mpi4py say.
void release(RanvierComm& comm);

/// The same ranks in a separate communicator for each kind of operation. If ranks call different collectives, these do
/// not match each other: the ranks wait, and MpiWatch says where. In one communicator, MPI could give them each other's
/// data. Parts of the ranks, which only strategies use, have one communicator for all kinds: MPI has 2,048 or so.
struct MpiWorlds {
    RanvierComm messages = nullptr;
    RanvierComm barrier = nullptr;
    RanvierComm reduce = nullptr;
    RanvierComm gather = nullptr;
    RanvierComm alltoall = nullptr;
    RanvierComm broadcast = nullptr;
    RanvierComm direct = nullptr;  ///< for DirectCollectives

    /// Collective over `of`, which stays the caller's.
    static MpiWorlds for_each_kind(RanvierComm of);
    /// Collective over `part`, which is taken over.
    static MpiWorlds for_all_kinds(RanvierComm part);
    void free();
};

}  // namespace ranvier::exchange
