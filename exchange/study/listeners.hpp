#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "exchange/spike.hpp"
#include "exchange/study/artificial_net.hpp"

namespace ranvier::exchange {

/// The number of connections from each source to a rank's cells. This is all that is stored of a net's connections: 6
/// bytes per source with connections to this rank.
class Listeners {
  public:
    /// `owned` must be ascending.
    Listeners(const ArtificialNet& net, std::span<const Gid> owned);

    /// Sources on other ranks, ascending.
    std::span<const Gid> wanted() const { return wanted_; }

    std::int64_t on_this_rank(Gid source) const;

  private:
    struct Own {
        Gid gid;
        std::uint16_t count;
    };

    std::vector<Gid> wanted_;
    std::vector<std::uint16_t> counts_;  // for each of wanted_
    std::vector<Own> own_;               // sources on this rank
};

}  // namespace ranvier::exchange
