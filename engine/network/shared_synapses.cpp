#include "engine/network/shared_synapses.hpp"

#include <algorithm>

#include "engine/cell/section.hpp"

namespace ranvier::engine {

SharedSynapses::Kind SharedSynapses::kind(MechanismId mechanism, const Parameters& parameters) {
    const std::pair wanted(mechanism, parameters);
    const auto found = std::find(kinds_.begin(), kinds_.end(), wanted);
    if (found != kinds_.end()) return static_cast<Kind>(found - kinds_.begin());
    kinds_.push_back(wanted);
    return static_cast<Kind>(kinds_.size() - 1);
}

InstanceId& SharedSynapses::at(Kind kind, const Section& section, double x) {
    const int segment = x <= 0 ? -1 : x >= 1 ? section.nseg() : section.segment_at(x);
    const auto both = static_cast<std::uint32_t>(segment + 1) << 15 | static_cast<std::uint32_t>(section.nseg());
    return synapses_[{kind, section.id(), both}];
}

std::size_t SharedSynapses::Hash::operator()(const Place& place) const {
    std::uint64_t bits = std::uint64_t{place.section} << 32 | place.segment;
    bits = (bits ^ place.kind * std::uint64_t{0x9e3779b97f4a7c15}) * 0xbf58476d1ce4e5b9;
    return bits ^ bits >> 31;
}

}  // namespace ranvier::engine
