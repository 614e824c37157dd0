#include "hoc_like/library/network/gids/pattern_stim.hpp"

#include "engine/simulation/simulation.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/network/files/raster_argument.hpp"
#include "hoc_like/library/network/parallel_context.hpp"

namespace ranvier::hoc {

void PatternStim::play(std::shared_ptr<exchange::SpikeSource> spikes) {
    stop();
    pattern_ = patterns_.play(std::move(spikes));
    patterns_.set_owned_too(*pattern_, fake_output_);
}

void PatternStim::stop() {
    if (pattern_) patterns_.remove(*pattern_);
    pattern_.reset();
}

void PatternStim::set_fake_output(bool on) {
    fake_output_ = on;
    if (pattern_) patterns_.set_owned_too(*pattern_, on);
}

void register_pattern_stim(Registry& registry, const ParallelParts& parts) {
    ClassDefinition definition;
    definition.name = PatternStim::class_name;
    definition.signature = "PatternStim()";
    definition.doc =
        "Plays the spikes of a raster into the connections made by pc.gid_connect, as if other ranks had sent the "
        "spikes.";
    definition.construct = [&parts](Call&) {
        return std::make_unique<PatternStim>(parts.context.simulation.patterns());
    };
    definition.properties = {
        {"fake_output", "", "1: also plays spikes of gids on this rank.", 0,
         [](Native& self, auto) { return static_cast<PatternStim&>(self).fake_output() ? 1. : 0.; },
         [](Native& self, auto, double on) { static_cast<PatternStim&>(self).set_fake_output(on != 0); }, nullptr}};
    definition.methods = {{"play", "play([tvec, gidvec]) or play(\"raster\")",
                           "From the next finitialize on, plays spikes with the given times [ms] and gids, which are "
                           "copied, or the spikes in a SONATA or text file; without arguments, stops playing.",
                           [&parts](Call& call) -> Result {
                               auto& self = call.self_as<PatternStim>();
                               if (call.size() == 0) {
                                   self.stop();
                               } else {
                                   int next = 0;
                                   self.play(raster_argument(call, parts, next));
                               }
                               return 1.;
                           }}};
    registry.add(std::move(definition));
}

}  // namespace ranvier::hoc
