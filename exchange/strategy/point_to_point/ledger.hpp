#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "exchange/strategy/point_to_point/message.hpp"

namespace ranvier::exchange {

/// This rank's account of a sub-interval's messages, until the sub-interval is settled.
struct Account {
    std::int64_t sent = 0;      ///< messages sent by this rank, in both phases
    std::int64_t received = 0;  ///< messages received by this rank, in both phases
    std::vector<SpikeMessage> arrived;
    std::vector<SpikeMessage> waiting;  ///< arrived messages to be passed on in the next sub-interval
};

/// The accounts of the sub-intervals that may be open at the same time: the last, the current, and one that faster
/// ranks have already started.
class Ledger {
  public:
    Account& operator[](Serial serial) { return accounts_[serial % accounts_.size()]; }

    /// Empties the account of a settled sub-interval for a later one. Keeps the vectors' memory.
    void clear(Serial serial) {
        Account& account = (*this)[serial];
        account.sent = account.received = 0;
        account.arrived.clear();
        account.waiting.clear();
    }

  private:
    std::array<Account, 4> accounts_;
};

}  // namespace ranvier::exchange
