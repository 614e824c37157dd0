#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "engine/rule/rule.hpp"
#include "hoc_like/library/network/rules/cell_regions.hpp"
#include "hoc_like/library/network/rules/quantities.hpp"

namespace ranvier::hoc {

class Call;
class NamedArguments;
struct Context;

/// The words of pc.connect about synapses that the rule makes: "make", "Exp2Syn", "on", "dend", "distance", 50, 200,
/// "by", "area", "share", "segment", or "gap", "conductance", 0.001, or in a table "section", sections, "x", positions; and after `make` the parameters of
/// the synapses.
class MakingWords {
  public:
    MakingWords(Call& call, const Context& context, Quantities& quantities)
        : call_(call), context_(context), quantities_(quantities) {}
    /// Which point processes may be made.
    enum class Of : std::uint8_t { synapses, all };
    void read_mechanism(NamedArguments& given, engine::Rule& rule, Of of);
    /// Whether gap junctions are made in place of synapses.
    bool makes_gap_junctions() const { return is_gap_; }
    /// Reads the values of a word. Returns false if it is another word.
    bool read(const std::string& word, NamedArguments& given, engine::Rule& rule);
    /// Those that could be read now.
    std::vector<std::string> names(const engine::Rule& rule) const;
    /// The region, if the rule makes synapses. To be called when all words have been read: fails if some do not fit.
    /// `is_file`: the rule is a table in a file, which also has the places if no word says where to draw them.
    std::optional<Region> finish(engine::Rule& rule, bool is_file) const;

  private:
    void read_gap(engine::Rule& rule);
    bool is_parameter(const std::string& word) const { return !is_gap_ || word == "conductance"; }
    void read_members(NamedArguments& given);
    void read_distance(NamedArguments& given);
    void read_by(NamedArguments& given);
    void read_share(NamedArguments& given);
    void read_numbered(NamedArguments& given);
    void read_sections(NamedArguments& given) { given_.sections = given.vector("section"); }
    void read_x(NamedArguments& given);
    void read_call(NamedArguments& given, engine::Rule& rule);
    void read_segments(NamedArguments& given) { given_.segments = given.vector("segment"); }
    struct Word {
        const char* name;
        void (MakingWords::*read)(NamedArguments& given);
    };
    static const std::array<Word, 8> words;
    void check_given(const engine::Rule& rule) const;
    void check_sharing(const engine::Rule& rule) const;
    void check_gap(const engine::Rule& rule) const;
    bool read_parameter(const std::string& word, NamedArguments& given, engine::Rule& rule);

    Call& call_;
    const Context& context_;
    Quantities& quantities_;
    Region region_;
    GivenPlaces given_;
    bool is_gap_ = false, shares_ = false, is_numbered_ = false;
    bool chooses_ = false;    // whether a word says which places are drawn
    std::string calls_;       // what ranks have to agree on
    std::string first_word_;  // that needs `make`
};

}  // namespace ranvier::hoc
