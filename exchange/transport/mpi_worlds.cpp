#include "exchange/transport/mpi_worlds.hpp"

#include <array>
#include <chrono>
#include <set>
#include <thread>
#include <vector>

#include "exchange/transport/mpi_calls.hpp"

namespace ranvier::exchange {

void duplicate(MPI_Comm of, std::span<MPI_Comm> copies) {
    std::vector<MPI_Request> pending(copies.size());
    for (std::size_t i = 0; i < copies.size(); ++i) check(MPI_Comm_idup(of, &copies[i], &pending[i]), "MPI_Comm_idup");
    for (int done = 0;;) {
        check(MPI_Testall(as_count(pending.size()), pending.data(), &done, MPI_STATUSES_IGNORE), "MPI_Comm_idup");
        if (done) break;
        std::this_thread::sleep_for(std::chrono::microseconds(20));
    }
    for (const MPI_Comm copy : copies) MPI_Comm_set_errhandler(copy, MPI_ERRORS_RETURN);
}

void release(MPI_Comm& comm) {
    int is_finalized = 0;
    MPI_Finalized(&is_finalized);
    if (!is_finalized) MPI_Comm_free(&comm);
}

MpiWorlds MpiWorlds::for_each_kind(MPI_Comm of) {
    std::array<MPI_Comm, 7> all;
    duplicate(of, all);
    return {all[0], all[1], all[2], all[3], all[4], all[5], all[6]};
}

MpiWorlds MpiWorlds::for_all_kinds(MPI_Comm part) {
    MPI_Comm_set_errhandler(part, MPI_ERRORS_RETURN);
    MPI_Comm direct = MPI_COMM_NULL;
    duplicate(part, std::span(&direct, 1));
    return {part, part, part, part, part, part, direct};
}

void MpiWorlds::free() {
    std::set<MPI_Comm> distinct{messages, barrier, reduce, gather, alltoall, broadcast, direct};
    for (MPI_Comm each : distinct) release(each);
}

}  // namespace ranvier::exchange
