#include "exchange/spike_exchange.hpp"

#include <algorithm>

namespace ranvier::exchange {

namespace {

using Counters = ExchangeCounters;

constexpr std::int64_t Counters::* counts[] = {
    &Counters::intervals,       &Counters::spikes_fired,           &Counters::spikes_sent,
    &Counters::spikes_received, &Counters::spikes_delivered,       &Counters::overflow_rounds,
    &Counters::bytes_sent,      &Counters::bytes_received,         &Counters::compressed_intervals,
    &Counters::messages_sent,   &Counters::uncompressed_intervals, &Counters::messages_received,
    &Counters::spikes_relayed,  &Counters::conservation_rounds,    &Counters::lists_recorded,
    &Counters::lists_replayed,  &Counters::lists_evicted,          &Counters::lists_sent_once};
constexpr double Counters::* times[] = {&Counters::communicate_s, &Counters::synchronize_s};

}  // namespace

ExchangeCounters& ExchangeCounters::operator+=(const ExchangeCounters& more) {
    for (const auto count : counts) this->*count += more.*count;
    for (const auto time : times) this->*time += more.*time;
    most_spikes_sent = std::max(most_spikes_sent, more.most_spikes_sent);
    most_spikes_of_a_rank = std::max(most_spikes_of_a_rank, more.most_spikes_of_a_rank);
    return *this;
}

ExchangeCounters& ExchangeCounters::operator-=(const ExchangeCounters& earlier) {
    for (const auto count : counts) this->*count -= earlier.*count;
    for (const auto time : times) this->*time -= earlier.*time;
    return *this;
}

}  // namespace ranvier::exchange
