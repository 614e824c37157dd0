#pragma once

#include <memory>

#include "exchange/routing/directory.hpp"
#include "exchange/spike_exchange.hpp"
#include "exchange/strategy/point_to_point/post_office.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// Termination detection: finds out when every message of a sub-interval has arrived. Collective; operations run one
/// after the other.
class Conservation {
  public:
    virtual ~Conservation() = default;

    /// Counts a spike of the current sub-interval that is sent to the route's targets, directly or through relays.
    virtual void count(const Route& route) = 0;

    /// The current sub-interval ends: no more spikes fire in it.
    virtual void close() = 0;

    /// Returns once every message of a closed sub-interval has arrived, on all ranks or at least on this one. Further
    /// calls return at once.
    virtual Task<void> settle(Serial serial) = 0;

    /// Whether no collective is under way.
    virtual bool is_idle() { return true; }
};

/// Compares the numbers of messages sent and received, including those of relays, summed over the ranks, until they are
/// equal (Hines, Kumar & Schuermann 2011, Methods, Multisend).
std::unique_ptr<Conservation> make_allreduce_conservation(Transport& transport, PostOffice& office,
                                                          ExchangeCounters& counters);

/// A reduce-scatter gives each rank the number of messages to wait for. The owner counts all final receivers, including
/// those that a relay sends to, so no rank has to wait for relays (ibid., Discussion). With two sub-intervals, the
/// collective overlaps the computation of the next one.
std::unique_ptr<Conservation> make_reduce_scatter_conservation(Transport& transport, PostOffice& office,
                                                               ExchangeCounters& counters);

/// The nonblocking consensus of Hoefler, Siebert & Lumsdaine 2010 (PPoPP, Algorithm 2): a rank whose synchronous sends
/// have all been matched enters a nonblocking barrier; once it completes, every message has arrived. Each phase has its
/// own barrier.
std::unique_ptr<Conservation> make_nbx_conservation(Transport& transport, PostOffice& office, int phases,
                                                    ExchangeCounters& counters);

}  // namespace ranvier::exchange
