#include "exchange/transport/mpi_persistent.hpp"

#include <stdexcept>
#include <utility>

#include "exchange/transport/mpi_calls.hpp"

namespace ranvier::exchange {

template <typename Init>
PersistentRequest MpiPersistentRequests::init_sends(Init init, const char* call, RanvierComm world,
                                                    std::span<const int> targets, int tag,
                                                    std::span<const std::byte> data) {
    List list{std::vector<RanvierRequest>(targets.size()), false, false};
    for (std::size_t i = 0; i < targets.size(); ++i) {
        check(init(data.data(), as_count(data.size()), targets[i], tag, world, &list.requests[i]), call);
    }
    return add(std::move(list));
}

PersistentRequest MpiPersistentRequests::send_init(RanvierComm world, std::span<const int> targets, int tag,
                                                   std::span<const std::byte> data) {
    return init_sends(mpi().send_init, "MPI_Send_init", world, targets, tag, data);
}

PersistentRequest MpiPersistentRequests::ssend_init(RanvierComm world, std::span<const int> targets, int tag,
                                                    std::span<const std::byte> data) {
    return init_sends(mpi().ssend_init, "MPI_Ssend_init", world, targets, tag, data);
}

PersistentRequest MpiPersistentRequests::recv_init(RanvierComm world, int from, int tag, std::span<std::byte> data) {
    List list{std::vector<RanvierRequest>(1), true, false};
    check(mpi().recv_init(data.data(), as_count(data.size()), from, tag, world, list.requests.data()), "MPI_Recv_init");
    return add(std::move(list));
}

void MpiPersistentRequests::start(PersistentRequest request) {
    List& list = lists_[static_cast<std::size_t>(request.slot)];
    check(mpi().start_all(as_count(list.requests.size()), list.requests.data()), "MPI_Startall");
    list.is_active = true;
}

bool MpiPersistentRequests::test(PersistentRequest request) {
    List& list = lists_[static_cast<std::size_t>(request.slot)];
    if (!list.is_active) return true;
    int done = 0;
    check(mpi().test_all(as_count(list.requests.size()), list.requests.data(), &done), "MPI_Testall");
    list.is_active = done == 0;
    return done != 0;
}

bool MpiPersistentRequests::test_all(std::span<const PersistentRequest> requests) {
    tested_.clear();
    for (const PersistentRequest request : requests) {
        const List& list = lists_[static_cast<std::size_t>(request.slot)];
        if (list.is_active) tested_.insert(tested_.end(), list.requests.begin(), list.requests.end());
    }
    int done = 0;
    check(mpi().test_all(as_count(tested_.size()), tested_.data(), &done), "MPI_Testall");
    if (done == 0) return false;
    for (const PersistentRequest request : requests) lists_[static_cast<std::size_t>(request.slot)].is_active = false;
    return true;
}

void MpiPersistentRequests::release(PersistentRequest& request) {
    if (request.slot < 0) return;
    List& list = lists_[static_cast<std::size_t>(request.slot)];
    if (list.is_active && !list.is_receive) {
        throw std::logic_error("a persistent send was released while active");
    }
    for (RanvierRequest& each : list.requests) {
        if (list.is_active) {
            mpi().cancel(&each);
            mpi().wait(&each);
        }
        mpi().request_free(&each);
    }
    list = {};
    free_.push_back(std::exchange(request.slot, -1));
}

PersistentRequest MpiPersistentRequests::add(List list) {
    if (free_.empty()) {
        lists_.push_back(std::move(list));
        return {static_cast<std::int32_t>(lists_.size() - 1)};
    }
    const PersistentRequest request{free_.back()};
    free_.pop_back();
    lists_[static_cast<std::size_t>(request.slot)] = std::move(list);
    return request;
}

}  // namespace ranvier::exchange
