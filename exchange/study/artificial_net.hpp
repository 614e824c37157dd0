#pragma once

#include <cstdint>
#include <vector>

#include "exchange/spike.hpp"

namespace ranvier::exchange {

/// The test network of Hines, Kumar & Schuermann 2011 (Front. Comput. Neurosci. 5:49, "Test model"): cells that fire by
/// themselves, each connected to many others with weight 0. The same cells, connections and firing times as
/// models/artificial_net, from the same random numbers (Philox by Random123; ids gid, 1 or 2, seed), but without
/// synapses: what a spike costs depends only on who listens.
struct ArtificialNet {
    int cells = 256;
    int connections = 100;       ///< connections onto a cell, on average
    int connections_range = 10;  ///< their number is uniform in connections +- half of this
    bool is_adjacent = false;    ///< connections come from the cells with the nearest gids, not from random ones
    double delay = 1;            ///< delay of all connections [ms]
    double shortest = 20;        ///< shortest interval between a cell's spikes [ms]
    double longest = 40;
    int groups = 0;  ///< groups of cells that burst one after the other; 0: none
    double burst_rate = 5;
    double burst_time = 50;  ///< duration of a group's burst [ms]
    std::uint32_t seed = 1;
};

/// Throws ExchangeError if a parameter is invalid.
void check(const ArtificialNet& net);

/// Appends the sources of a cell's connections; a source with several connections appears several times.
void append_sources(const ArtificialNet& net, Gid gid, std::vector<Gid>& sources);

/// The times at which a cell fires, one after the other.
class FiringTimes {
  public:
    FiringTimes(const ArtificialNet& net, Gid gid);

    /// Time of the next spike [ms].
    double next() const { return next_; }
    void advance(const ArtificialNet& net);

  private:
    double draw_interval(const ArtificialNet& net);

    double next_ = 0;
    double burst_begin_ = 0, burst_end_ = 0;  // [ms]
    Gid gid_;
    std::uint32_t drawn_ = 0;
};

}  // namespace ranvier::exchange
