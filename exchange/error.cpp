#include "exchange/error.hpp"

#include <fmt/format.h>

namespace ranvier::exchange {

DuplicateOwner::DuplicateOwner(Gid shared_gid, int first, int second)
    : ExchangeError(first == second
                        ? fmt::format("gid {} is set twice on rank {}", shared_gid, first)
                        : fmt::format("gid {} has two owners: rank {} and rank {}", shared_gid, first, second)),
      gid(shared_gid),
      first_rank(first),
      second_rank(second) {}

UnownedGid::UnownedGid(Gid missing_gid, int rank)
    : ExchangeError(fmt::format("rank {} has a connection from gid {}, which exists on no rank", rank, missing_gid)),
      gid(missing_gid),
      wanting_rank(rank) {}

}  // namespace ranvier::exchange
