#pragma once

#include <memory>

#include "exchange/routing/directory.hpp"
#include "exchange/spike_exchange.hpp"
#include "exchange/strategy/point_to_point/post_office.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// How ranks come to know that every message of a sub-interval has arrived. Collective, one operation after the other.
class Conservation {
  public:
    virtual ~Conservation() = default;

    /// A spike of the current sub-interval leaves for these ranks, by whatever way.
    virtual void count(const Route& route) = 0;

    /// The current sub-interval ends: no more spikes fire in it.
    virtual void close() = 0;

    /// Returns once every message of a sub-interval that is closed has arrived where it belongs, on all ranks' account
    /// or at least on this one's. Once more: at once, and no harm.
    virtual Task<void> settle(Serial serial) = 0;

    /// Whether no collective is under way.
    virtual bool is_idle() { return true; }
};

/// Compares the messages sent and received, relays' included, summed over the ranks, until they are equal (Hines, Kumar
/// & Schuermann 2011, Methods, Multisend).
std::unique_ptr<Conservation> make_allreduce_conservation(Transport& transport, PostOffice& office,
                                                          ExchangeCounters& counters);

/// Tells each rank how many messages to wait for. The owner counts all final receivers, also those that a relay sends
/// to, so that no relay needs to be waited for (ibid., Discussion). The collective flows while the next sub-interval
/// is computed, if there are two.
std::unique_ptr<Conservation> make_reduce_scatter_conservation(Transport& transport, PostOffice& office,
                                                               ExchangeCounters& counters);

/// The nonblocking consensus of Hoefler, Siebert & Lumsdaine 2010 (PPoPP, Algorithm 2): a rank whose synchronous sends
/// have all been matched enters a nonblocking barrier; when that is over, everything has arrived. One barrier a phase.
std::unique_ptr<Conservation> make_nbx_conservation(Transport& transport, PostOffice& office, int phases,
                                                    ExchangeCounters& counters);

}  // namespace ranvier::exchange
