#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "exchange/spike_exchange.hpp"
#include "exchange/transport/transport.hpp"

namespace ranvier::exchange {

/// Makes the exchange that `specification` names: a strategy, optionally followed by a colon and options, for instance
/// `allgather:compress=on,fixed=8`. Empty: the default, `allgather`. The transport must outlive the exchange. Throws
/// ExchangeError for an unknown strategy, option or value; the message suggests the nearest name.
std::unique_ptr<SpikeExchange> make_exchange(std::string_view specification, Transport& transport);

struct OptionDescription {
    std::string name;
    std::string values;                    ///< for instance `on|off`, the default first
    std::string meaning;                   ///< one line
    std::vector<std::string> trials = {};  ///< values that tests try, if `values` does not list all
};

struct StrategyDescription {
    std::string name;
    std::string summary;  ///< one line, with the source
    std::vector<OptionDescription> options;
};

/// All strategies with their options; for help texts.
std::vector<StrategyDescription> strategies();

}  // namespace ranvier::exchange
