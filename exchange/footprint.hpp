#pragma once

namespace ranvier::exchange {

/// One rank's share of a network, where all ranks are alike: for each source of another rank that a rank listens for, some
/// rank listens for one of its sources.
struct Share {
    double ranks = 1;
    double owned = 0;      ///< sources on this rank
    double outputs = 0;    ///< those that other ranks listen for
    double listeners = 0;  ///< pairs of such a source and a rank that listens for it
    double wanted = 0;     ///< sources of other ranks that this rank listens for
    double neighbors = 0;  ///< ranks to which, and from which, spikes travel
};

/// The share of a rank with these numbers of sources. If all ranks are alike, their lists together have a pair for each
/// source that a rank wants, so the list of each has `wanted` pairs; and each has P - 1 possible partners.
Share share_of(double ranks, double owned, double wanted);

/// What an exchange takes on a rank [bytes]; estimates.
struct Footprint {
    double lists = 0;       ///< who sends which sources to whom; kept
    double buffers = 0;     ///< of the size of the number of ranks, or of that of neighbors; kept
    double connecting = 0;  ///< only while the ranks tell each other their sources

    Footprint& operator+=(const Footprint& other) {
        lists += other.lists;
        buffers += other.buffers;
        connecting += other.connecting;
        return *this;
    }
};

}  // namespace ranvier::exchange
