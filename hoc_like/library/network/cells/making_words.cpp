#include "hoc_like/library/network/cells/making_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/network/cells/mechanism_columns.hpp"
#include "hoc_like/library/network/cells/named_arguments.hpp"

namespace ranvier::hoc {

namespace {

struct ByName {
    const char* name;
    Region::By by;
};

constexpr std::array by_names{ByName{"length", Region::By::length}, ByName{"area", Region::By::area},
                              ByName{"segment", Region::By::segment}};

}  // namespace

bool MakingWords::read(const std::string& word, NamedArguments& given, engine::Rule& rule) {
    if (word == "make") {
        read_mechanism(given, rule);
        return true;
    }
    if (word != "on" && word != "distance" && word != "by") return read_parameter(word, given, rule);
    if (first_word_.empty()) first_word_ = word;
    if (word == "on") read_members(given);
    if (word == "distance") read_distance(given);
    if (word == "by") read_by(given);
    return true;
}

void MakingWords::read_mechanism(NamedArguments& given, engine::Rule& rule) {
    const std::string name = given.word("the mechanism of synapses");
    const auto found = context_.cables.find_mechanism(name);
    std::vector<std::string> known;
    for (const auto& type : context_.model.mechanisms()) {
        if (type->is_point_process() && type->description()->net_receive) known.push_back(type->name());
    }
    if (!found || std::find(known.begin(), known.end(), name) == known.end()) {
        fail_unknown(call_, "mechanism of synapses", name, known);
    }
    if (context_.model.mechanism(*found).description()->construct) {
        fail(call_,
             fmt::format("{} has a CONSTRUCTOR, which may read arguments of `new`; make such synapses one by one",
                         name));
    }
    rule.making.emplace().mechanism = *found;
    rule.pick.kind = engine::Pick::Kind::own;
}

/// One or several names, separated by blanks.
void MakingWords::read_members(NamedArguments& given) {
    std::istringstream names(given.word("the names of sections"));
    for (std::string name; names >> name;) region_.members.push_back(name);
    if (region_.members.empty()) fail(call_, "on: the name of the sections is empty");
}

void MakingWords::read_distance(NamedArguments& given) {
    region_.nearest = given.number("distance");
    region_.farthest = given.number("distance");
    if (!(region_.nearest <= region_.farthest)) {
        fail(call_, fmt::format("distance: {:g} to {:g} um is not a range", region_.nearest, region_.farthest));
    }
}

void MakingWords::read_by(NamedArguments& given) {
    region_.by = find_name(call_, "kind of probability", given.word("length, area or segment"), by_names).by;
}

bool MakingWords::read_parameter(const std::string& word, NamedArguments& given, engine::Rule& rule) {
    if (!rule.making) return false;
    const MechanismColumns columns(*context_.model.mechanism(rule.making->mechanism).description());
    const auto column = columns.of(word);
    if (!column) return false;
    if (rule.making->parameters.size() == engine::Making::most_parameters) fail(call_, "there are too many parameters");
    rule.making->parameters.push_back({word, static_cast<std::uint16_t>(*column), given.distribution(word)});
    return true;
}

std::vector<std::string> MakingWords::names(const engine::Rule& rule) const {
    std::vector<std::string> names;
    if (rule.making) {
        names = MechanismColumns(*context_.model.mechanism(rule.making->mechanism).description()).names();
    }
    for (const char* word : {"make", "on", "distance", "by"}) names.emplace_back(word);
    return names;
}

std::optional<Region> MakingWords::finish(engine::Rule& rule) const {
    if (!rule.making) {
        if (!first_word_.empty()) fail(call_, fmt::format("{}: say which synapses, by \"make\"", first_word_));
        return std::nullopt;
    }
    if (region_.members.empty()) fail(call_, "make: say where, as in \"on\", \"dend\"");
    if (!rule.onto.empty()) fail(call_, "make, onto: a rule either makes synapses or connects to those that there are");
    rule.onto = region_.text() + " make " + context_.model.mechanism(rule.making->mechanism).name();
    return region_;
}

}  // namespace ranvier::hoc
