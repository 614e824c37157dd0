#include "exchange/study/recorded_run.hpp"

#include <string_view>
#include <utility>
#include <vector>

#include "exchange/study/divided_run.hpp"

namespace ranvier::exchange {

RecordedResult simulate(const RecordedRun& run, const RecordedTerms& terms) {
    if (terms.exchange.starts_with("two_tier")) check_areas(run);
    const DividedRun divided(run, terms);
    std::vector<RankTraffic*> traffic;
    for (const auto& each : divided.traffic()) traffic.push_back(each.get());
    return {exchange::simulate(terms, divided.plan(), traffic),
            divided.placement(),
            divided.min_delay(),
            divided.end(),
            divided.plan().steps_per_interval,
            divided.shortest(),
            divided.largest_share(),
            divided.notice()};
}

}  // namespace ranvier::exchange
