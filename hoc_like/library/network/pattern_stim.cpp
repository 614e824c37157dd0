#include "hoc_like/library/network/pattern_stim.hpp"

#include <fmt/format.h>

#include "hoc_like/library/data/vector.hpp"
#include "hoc_like/library/session.hpp"

namespace ranvier::hoc {

void PatternStim::play(std::vector<exchange::Spike> spikes) {
    stop();
    pattern_ = simulation_.play_pattern(std::move(spikes));
    simulation_.set_pattern_owned_too(*pattern_, fake_output_);
}

void PatternStim::stop() {
    if (pattern_) simulation_.remove_pattern(*pattern_);
    pattern_.reset();
}

void PatternStim::set_fake_output(bool on) {
    fake_output_ = on;
    if (pattern_) simulation_.set_pattern_owned_too(*pattern_, on);
}

namespace {

std::vector<exchange::Spike> spikes(Call& call) {
    const auto& times = call.native<VectorObject>(0).values();
    const auto& gids = call.native<VectorObject>(1).values();
    if (times.size() != gids.size()) {
        call.fail(fmt::format("PatternStim.play: {} times, but {} gids", times.size(), gids.size()));
    }
    std::vector<exchange::Spike> all;
    all.reserve(times.size());
    for (std::size_t k = 0; k < times.size(); ++k) {
        all.push_back({times[k], static_cast<exchange::Gid>(gids[k])});
    }
    return all;
}

}  // namespace

void register_pattern_stim(Registry& registry, Session& session) {
    ClassDefinition definition;
    definition.name = PatternStim::class_name;
    definition.signature = "PatternStim()";
    definition.doc = "Plays a raster to the connections that pc.gid_connect made, as if other ranks had sent it.";
    definition.construct = [&session](Call&) { return std::make_unique<PatternStim>(session.simulation()); };
    definition.properties = {
        {"fake_output", "", "1: also spikes of gids that this rank owns.", 0,
         [](Native& self, auto) { return static_cast<PatternStim&>(self).fake_output() ? 1. : 0.; },
         [](Native& self, auto, double on) { static_cast<PatternStim&>(self).set_fake_output(on != 0); }, nullptr}};
    definition.methods = {{"play", "play([tvec, gidvec])",
                           "From the next finitialize on plays copies of times [ms] and gids; without arguments stops.",
                           [](Call& call) -> Result {
                               auto& self = call.self_as<PatternStim>();
                               if (call.size() == 0) {
                                   self.stop();
                               } else {
                                   self.play(spikes(call));
                               }
                               return 0.;
                           }}};
    registry.add(std::move(definition));
}

}  // namespace ranvier::hoc
