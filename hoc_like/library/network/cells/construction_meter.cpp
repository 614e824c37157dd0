#include "hoc_like/library/network/cells/construction_meter.hpp"

#include <fstream>
#include <string>
#include <string_view>
#include <utility>

namespace ranvier::hoc {

namespace {

/// A number of /proc/self/status, which is in kB.
double status(std::string_view name) {
    std::ifstream file("/proc/self/status");
    for (std::string word; file >> word;) {
        double kilobytes = 0;
        if (word == name && file >> kilobytes) return 1024 * kilobytes;
    }
    return 0;
}

}  // namespace

double resident_memory() {
    return status("VmRSS:");
}

double peak_memory() {
    return status("VmHWM:");
}

void ConstructionMeter::begin() {
    is_on_ = true;
    since_ = Clock::now();
    bytes_ = resident_memory();
}

ConstructionMeter::Part ConstructionMeter::enter(Part part) {
    if (!is_on_) return part;
    const double before = std::exchange(bytes_, resident_memory());
    const Clock::time_point since = std::exchange(since_, Clock::now());
    Cost& cost = costs_[static_cast<std::size_t>(now_)];
    cost.seconds += std::chrono::duration<double>(since_ - since).count();
    cost.bytes += bytes_ - before;
    return std::exchange(now_, part);
}

}  // namespace ranvier::hoc
