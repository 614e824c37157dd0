#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "engine/replay/patterns.hpp"
#include "hoc_like/language/interface/object.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_list.hpp"

namespace ranvier::hoc {

class Registry;
struct ParallelParts;

/// hoc's PatternStim: plays a raster into the connections of pc.gid_connect as long as the object exists.
class PatternStim final : public Native {
  public:
    static constexpr std::string_view class_name = pattern_stim_name;
    explicit PatternStim(engine::Patterns& patterns) : patterns_{patterns} {}
    ~PatternStim() override { stop(); }

    void play(std::shared_ptr<exchange::SpikeSource> spikes);
    void stop();
    bool fake_output() const { return fake_output_; }
    void set_fake_output(bool on);

  private:
    engine::Patterns& patterns_;
    std::optional<engine::Patterns::Id> pattern_;
    bool fake_output_ = false;
};

void register_pattern_stim(Registry& registry, const ParallelParts& parts);

}  // namespace ranvier::hoc
