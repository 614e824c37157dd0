#pragma once

#include <stdexcept>
#include <string>

#include "exchange/spike.hpp"

namespace ranvier::exchange {

/// A user error found by the exchange: an unknown strategy, a network that cannot be routed, a program that does not
/// match the MPI library.
class ExchangeError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// Two ranks own the same source. Thrown on every rank.
class DuplicateOwner : public ExchangeError {
  public:
    DuplicateOwner(Gid shared_gid, int first, int second);

    Gid gid;
    int first_rank;
    int second_rank;  ///< equal to first_rank when one rank lists the gid twice
};

/// A rank listens for a source that no rank owns. Thrown on every rank; names the smallest such gid.
class UnownedGid : public ExchangeError {
  public:
    UnownedGid(Gid missing_gid, int rank);

    Gid gid;
    int wanting_rank;  ///< the lowest rank that listens for it
};

/// The communication library failed; the message is the library's.
class TransportError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

}  // namespace ranvier::exchange
