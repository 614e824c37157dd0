#include "exchange/spike_exchange.hpp"

#include <algorithm>

namespace ranvier::exchange {

ExchangeCounters& ExchangeCounters::operator+=(const ExchangeCounters& more) {
    intervals += more.intervals;
    spikes_fired += more.spikes_fired;
    spikes_sent += more.spikes_sent;
    most_spikes_sent = std::max(most_spikes_sent, more.most_spikes_sent);
    most_spikes_of_a_rank = std::max(most_spikes_of_a_rank, more.most_spikes_of_a_rank);
    spikes_received += more.spikes_received;
    spikes_delivered += more.spikes_delivered;
    overflow_rounds += more.overflow_rounds;
    bytes_sent += more.bytes_sent;
    bytes_received += more.bytes_received;
    compressed_intervals += more.compressed_intervals;
    uncompressed_intervals += more.uncompressed_intervals;
    messages_sent += more.messages_sent;
    messages_received += more.messages_received;
    spikes_relayed += more.spikes_relayed;
    conservation_rounds += more.conservation_rounds;
    lists_recorded += more.lists_recorded;
    lists_replayed += more.lists_replayed;
    lists_evicted += more.lists_evicted;
    lists_sent_once += more.lists_sent_once;
    communicate_s += more.communicate_s;
    synchronize_s += more.synchronize_s;
    return *this;
}

}  // namespace ranvier::exchange
