#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/rule/rule.hpp"

namespace ranvier::engine {
class Network;
}

namespace ranvier::hoc {

class Call;
class NamedArguments;

/// The words of pc.connect about the distance of cells: "falloff", "gaussian", 100, "cutoff", 300, "velocity", 250,
/// "axes", "xz", "periodic", 1000, 0, 1000.
class SpaceWords {
  public:
    explicit SpaceWords(Call& call) : call_(call) {}
    /// Reads the values of a word. Returns false if it is another word.
    bool read(const std::string& word, NamedArguments& given, engine::Rule& rule);
    static std::vector<std::string> names() { return {"falloff", "cutoff", "velocity", "axes", "periodic"}; }
    /// Looks up where the rule's cells are. To be called when all words, and the rule's cells, are known: fails if a cell
    /// has no position.
    void finish(const engine::Network& network, engine::Rule& rule) const;

  private:
    void read_falloff(NamedArguments& given);
    void read_axes(NamedArguments& given);
    void read_period(NamedArguments& given);
    std::vector<engine::Point> points(const engine::Network& network, const engine::GidSet& gids) const;

    Call& call_;
    engine::Metric metric_;
    engine::DistanceProfile profile_;
    std::string metric_word_;  // that needs another one
};

}  // namespace ranvier::hoc
