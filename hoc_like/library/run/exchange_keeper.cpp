#include "hoc_like/library/run/exchange_keeper.hpp"

#include <string>

namespace ranvier::hoc {

namespace {

constexpr const char* part_of_choice = "the exchange strategy that was chosen";

}  // namespace

std::vector<engine::RankSnapshot::Part> ExchangeKeeper::save() {
    const exchange::AutomaticExchange* automatic = automatic_();
    if (!automatic || automatic->trials().chosen.empty()) return {};
    const std::string& chosen = automatic->trials().chosen;
    engine::ByteWriter out;
    out.list(std::vector<std::uint8_t>(chosen.begin(), chosen.end()));
    return {{part_of_choice, true, std::move(out.bytes)}};
}

void ExchangeKeeper::restore(const Find& find) {
    exchange::AutomaticExchange* automatic = automatic_();
    const engine::Bytes* state = find(part_of_choice, true);
    if (!automatic || !state) return;
    const std::vector<std::uint8_t> chosen = engine::ByteReader(*state).list<std::uint8_t>();
    automatic->choose(std::string(chosen.begin(), chosen.end()));
}

}  // namespace ranvier::hoc
