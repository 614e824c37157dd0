// ranvier exchange: what is known about exchange strategies.

#include <cstdio>

#include "exchange/strategy/registry.hpp"
#include "hoc_like/program/commands.hpp"

namespace ranvier::program {

int list_exchanges_command() {
    for (const exchange::StrategyDescription& strategy : exchange::strategies()) {
        std::printf("%s: %s\n", strategy.name.c_str(), strategy.summary.c_str());
        for (const exchange::OptionDescription& option : strategy.options) {
            const std::string given = option.name + "=" + option.values;
            std::printf("    %-24s %s\n", given.c_str(), option.meaning.c_str());
        }
    }
    return 0;
}

}  // namespace ranvier::program
