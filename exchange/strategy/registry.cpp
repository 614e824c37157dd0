#include "exchange/strategy/registry.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "exchange/error.hpp"
#include "exchange/strategy/allgather.hpp"
#include "exchange/strategy/options.hpp"

namespace ranvier::exchange {

namespace {

std::unique_ptr<SpikeExchange> allgather_from(StrategyOptions& given, Transport& transport) {
    AllgatherOptions options;
    options.compress = given.flag("compress", options.compress);
    options.fixed = static_cast<int>(given.integer("fixed", options.fixed, 0, 1'000'000));
    options.barrier = given.flag("barrier", options.barrier);
    given.finish();
    return make_allgather(transport, options);
}

struct Strategy {
    const char* name;
    const char* help;
    std::unique_ptr<SpikeExchange> (*make)(StrategyOptions&, Transport&);
};

/// A new strategy adds itself here, and is then in the contract tests.
constexpr Strategy table[] = {
    {"allgather",
     "every rank gets every spike (Migliore et al. 2006); compress=on|off: 2-byte spikes where possible; fixed=N: "
     "spikes in the first collective; barrier=on|off: tell waiting apart from communication",
     allgather_from},
};

}  // namespace

std::unique_ptr<SpikeExchange> make_exchange(std::string_view specification, Transport& transport) {
    if (specification.empty()) specification = table[0].name;
    const std::size_t colon = specification.find(':');
    const std::string_view name = specification.substr(0, colon);
    for (const Strategy& strategy : table) {
        if (name != strategy.name) continue;
        StrategyOptions options(name, colon == std::string_view::npos ? "" : specification.substr(colon + 1));
        return strategy.make(options, transport);
    }
    std::vector<std::string> names;
    for (const Strategy& strategy : table) names.emplace_back(strategy.name);
    const std::string meant = nearest(name, names);
    throw ExchangeError(fmt::format(
        "there is no exchange strategy '{}'; {}", name,
        meant.empty() ? fmt::format("there is {}", fmt::join(names, ", ")) : fmt::format("did you mean '{}'?", meant)));
}

std::vector<std::pair<std::string, std::string>> strategies() {
    std::vector<std::pair<std::string, std::string>> list;
    for (const Strategy& strategy : table) list.emplace_back(strategy.name, strategy.help);
    return list;
}

}  // namespace ranvier::exchange
