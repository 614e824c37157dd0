#include "exchange/transport/mpi_worlds.hpp"

#include <array>
#include <chrono>
#include <set>
#include <thread>

#include "exchange/transport/mpi_calls.hpp"

namespace ranvier::exchange {

void duplicate(RanvierComm of, std::span<RanvierComm> copies) {
    const auto rest = [] { std::this_thread::sleep_for(std::chrono::microseconds(20)); };
    check(mpi().comm_duplicate(of, as_count(copies.size()), copies.data(), rest), "MPI_Comm_idup");
    for (const RanvierComm copy : copies) mpi().comm_return_errors(copy);
}

void release(RanvierComm& comm) {
    int is_finalized = 0;
    mpi().is_finalized(&is_finalized);
    if (!is_finalized) mpi().comm_free(&comm);
}

MpiWorlds MpiWorlds::for_each_kind(RanvierComm of) {
    std::array<RanvierComm, 7> all;
    duplicate(of, all);
    return {all[0], all[1], all[2], all[3], all[4], all[5], all[6]};
}

MpiWorlds MpiWorlds::for_all_kinds(RanvierComm part) {
    mpi().comm_return_errors(part);
    RanvierComm direct = nullptr;
    duplicate(part, std::span(&direct, 1));
    return {part, part, part, part, part, part, direct};
}

void MpiWorlds::free() {
    std::set<RanvierComm> distinct{messages, barrier, reduce, gather, alltoall, broadcast, direct};
    for (RanvierComm each : distinct) release(each);
}

}  // namespace ranvier::exchange
