#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/rule/rule.hpp"
#include "hoc_like/library/network/cells/cell_regions.hpp"

namespace ranvier::hoc {

class Call;
class NamedArguments;
struct Context;

/// The words of pc.connect about synapses that the rule makes: "make", "Exp2Syn", "on", "dend", "distance", 50, 200,
/// "by", "area", and after `make` the parameters of the synapses.
class MakingWords {
  public:
    MakingWords(Call& call, const Context& context) : call_(call), context_(context) {}
    /// Reads the values of a word. Returns false if it is another word.
    bool read(const std::string& word, NamedArguments& given, engine::Rule& rule);
    /// Those that could be read now.
    std::vector<std::string> names(const engine::Rule& rule) const;
    /// The region, if the rule makes synapses. To be called when all words have been read: fails if some do not fit.
    std::optional<Region> finish(engine::Rule& rule) const;

  private:
    void read_mechanism(NamedArguments& given, engine::Rule& rule);
    void read_members(NamedArguments& given);
    void read_distance(NamedArguments& given);
    void read_by(NamedArguments& given);
    bool read_parameter(const std::string& word, NamedArguments& given, engine::Rule& rule);

    Call& call_;
    const Context& context_;
    Region region_;
    std::string first_word_;  // that needs `make`
};

}  // namespace ranvier::hoc
