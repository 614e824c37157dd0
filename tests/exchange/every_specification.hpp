#pragma once

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "exchange/error.hpp"
#include "exchange/strategy/registry.hpp"
#include "exchange/transport/local_transport.hpp"

namespace ranvier::exchange::testing {

/// The values of an option to be tried: those that the registry lists, or of a number its extremes.
inline std::vector<std::string> values_of(const OptionDescription& option) {
    static const std::map<std::string, std::vector<std::string>> others{
        {"fixed", {"0", "1", "8"}},
        {"requests", {"65536", "3"}},
        {"inner", {"allgather", "alltoall:collective=neighbour+fixed=0", "isend:subintervals=2", "pairwise"}},
        {"outer", {"allgather:adaptive=on", "alltoall", "persistent:phases=2+end=nbx", "pairwise"}},
        {"D", {"0", "1"}},
    };
    const auto found = others.find(option.name);
    if (found != others.end()) return found->second;
    std::vector<std::string> values;
    for (std::size_t begin = 0; begin <= option.values.size();) {
        const std::size_t end = std::min(option.values.find('|', begin), option.values.size());
        values.push_back(option.values.substr(begin, end - begin));
        begin = end + 1;
    }
    return values;
}

/// All combinations of a strategy's options, but those that it refuses.
inline std::vector<std::string> every_specification(const StrategyDescription& strategy) {
    std::vector<std::string> all{strategy.name};
    for (const OptionDescription& option : strategy.options) {
        std::vector<std::string> more;
        for (const std::string& one : all) {
            for (const std::string& value : values_of(option)) {
                more.push_back(one + (one == strategy.name ? ":" : ",") + option.name + "=" + value);
            }
        }
        all = std::move(more);
    }
    const auto transport = make_local_transport();
    std::erase_if(all, [&](const std::string& one) {
        try {
            make_exchange(one, *transport);
            return false;
        } catch (const ExchangeError&) {
            return true;
        }
    });
    return all;
}

}  // namespace ranvier::exchange::testing
