#pragma once

#include <memory>
#include <string_view>

#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/data/random/distribution.hpp"
#include "hoc_like/library/data/random/random_stream.hpp"

namespace ranvier::hoc {

/// hoc's Random: a stream and a distribution. A new object draws normal(0, 1) from Random123(seed, size).
class RandomObject final : public Native, public SavedGenerator {
  public:
    static constexpr std::string_view class_name = "Random";

    RandomObject(std::shared_ptr<RandomGlobals> globals, std::unique_ptr<RandomStream> stream)
        : SavedGenerator{std::move(globals)},
          stream_{std::move(stream)},
          distribution_{Distribution::Kind::normal, 0.0, 1.0} {}

    double pick() { return distribution_(*stream_); }
    RandomStream& stream() { return *stream_; }
    void set_stream(std::unique_ptr<RandomStream> stream) { stream_ = std::move(stream); }
    /// Links that end with this object; the simulation's classes add the links of Random.play.
    Native* companion() const { return companion_.get(); }
    void set_companion(std::unique_ptr<Native> companion) { companion_ = std::move(companion); }
    void set_distribution(Distribution distribution) { distribution_ = distribution; }

    std::string stream_name() const override { return stream_->name(); }
    std::vector<std::uint32_t> position() const override;
    void set_position(const std::vector<std::uint32_t>& position) override;

  private:
    std::unique_ptr<RandomStream> stream_;
    Distribution distribution_;
    std::unique_ptr<Native> companion_;
};

/// The class without play, which the caller adds before registering the class.
ClassDefinition random_class(std::shared_ptr<RandomGlobals> globals);

/// mcell_ran4, mcell_ran4_init, use_mcell_ran4.
void register_random_functions(Registry& registry, std::shared_ptr<RandomGlobals> globals);

}  // namespace ranvier::hoc
