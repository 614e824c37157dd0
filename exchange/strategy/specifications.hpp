#pragma once

#include <string>
#include <vector>

#include "exchange/strategy/registry.hpp"

namespace ranvier::exchange {

/// Every combination of a strategy's options that the strategy accepts, as `make_exchange` reads them. Each option
/// takes the values that its description lists, or its trial values. The first specification has the first value of
/// each.
std::vector<std::string> every_specification(const StrategyDescription& strategy);

/// Few of these, in which any `together` values of different options that may be combined are combined once: with 1
/// each value occurs, with 2 each pair of values. Chosen greedily, always in the same way.
std::vector<std::string> covering_specifications(const StrategyDescription& strategy, int together);

/// The specifications of all registered strategies, in the registry's order; `together` of 0 means every combination.
std::vector<std::string> specifications_of_all(int together);

}  // namespace ranvier::exchange
