#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "exchange/mpi/table.h"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// The persistent requests of an MPI transport; each is a list of MPI requests.
class MpiPersistentRequests {
  public:
    PersistentRequest send_init(RanvierComm world, std::span<const int> targets, int tag,
                                std::span<const std::byte> data);
    PersistentRequest ssend_init(RanvierComm world, std::span<const int> targets, int tag,
                                 std::span<const std::byte> data);

    /// `from` and `tag` may be any_rank and any_tag.
    PersistentRequest recv_init(RanvierComm world, int from, int tag, std::span<std::byte> data);

    void start(PersistentRequest request);
    bool test(PersistentRequest request);
    bool test_all(std::span<const PersistentRequest> requests);
    void release(PersistentRequest& request);

  private:
    struct List {
        std::vector<RanvierRequest> requests;
        bool is_receive = false;
        bool is_active = false;
    };

    template <typename Init>
    PersistentRequest init_sends(Init init, const char* call, RanvierComm world, std::span<const int> targets, int tag,
                                 std::span<const std::byte> data);
    PersistentRequest add(List list);

    std::vector<List> lists_;  // by slot
    std::vector<std::int32_t> free_;
    std::vector<RanvierRequest> tested_;  // buffer of test_all
};

}  // namespace ranvier::exchange
