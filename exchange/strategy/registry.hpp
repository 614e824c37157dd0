#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "exchange/spike_exchange.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// Makes the exchange that `specification` names: a strategy, optionally a colon and options, as in
/// `allgather:compress=on,fixed=8`. Empty: the default, `allgather`. The transport outlives the exchange.
/// Throws ExchangeError for an unknown strategy, option or value, suggesting the nearest.
std::unique_ptr<SpikeExchange> make_exchange(std::string_view specification, Transport& transport);

/// Name and one line about each strategy, options included; for help texts.
std::vector<std::pair<std::string, std::string>> strategies();

}  // namespace ranvier::exchange
