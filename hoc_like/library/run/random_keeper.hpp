#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

#include "engine/state/snapshot.hpp"
#include "hoc_like/library/data/random/random_stream.hpp"

namespace ranvier::hoc {

/// Saves the positions of random streams that have advanced since the run began: streams created by scripts, and the
/// stream of the process. Ids identify Random123 streams on any rank.
class RandomKeeper final : public engine::StateKeeper {
  public:
    explicit RandomKeeper(std::shared_ptr<RandomGlobals> globals) : globals_(std::move(globals)) {}
    void begin() override;
    std::vector<engine::RankSnapshot::Part> save() override;
    void restore(const Find& find) override;

  private:
    using Words = std::vector<std::uint32_t>;
    std::map<std::uint64_t, std::string> names() const;
    Words process() const;
    void set_process(const Words& words);

    std::shared_ptr<RandomGlobals> globals_;
    std::map<std::uint64_t, Words> at_begin_;  // by generator number
    Words process_at_begin_;
};

}  // namespace ranvier::hoc
