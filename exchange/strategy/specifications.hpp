#pragma once

#include <string>
#include <vector>

#include "exchange/strategy/registry.hpp"

namespace ranvier::exchange {

/// Every combination of a strategy's options that the strategy accepts, in the form that `make_exchange` reads. Each
/// option takes the values that its description lists, or its trial values. The first specification has the first
/// value of each option.
std::vector<std::string> every_specification(const StrategyDescription& strategy);

/// A small subset of every_specification that contains each accepted combination of `together` values of different
/// options at least once: with 1 each value, with 2 each pair of values. Chosen greedily and deterministically.
std::vector<std::string> covering_specifications(const StrategyDescription& strategy, int together);

/// The specifications of all registered strategies, in the registry's order; `together` of 0 means every combination.
std::vector<std::string> specifications_of_all(int together);

}  // namespace ranvier::exchange
