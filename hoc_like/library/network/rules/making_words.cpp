#include "hoc_like/library/network/rules/making_words.hpp"

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

const std::array<MakingWords::Word, 8> MakingWords::words{{{"on", &MakingWords::read_members},
                                                           {"distance", &MakingWords::read_distance},
                                                           {"by", &MakingWords::read_by},
                                                           {"share", &MakingWords::read_share},
                                                           {"numbered", &MakingWords::read_numbered},
                                                           {"section", &MakingWords::read_sections},
                                                           {"x", &MakingWords::read_x},
                                                           {"segment", &MakingWords::read_segments}}};

/// A parameter of the mechanism hides a word of the same name, as does `x` of some.
bool MakingWords::read(const std::string& word, NamedArguments& given, engine::Rule& rule) {
    if (word == "make" || word == "gap") {
        if (rule.making) fail(call_, "make, gap: a rule makes either synapses or gap junctions, of one kind");
        word == "make" ? read_mechanism(given, rule, Of::synapses) : read_gap(rule);
        return true;
    }
    if (read_parameter(word, given, rule)) return true;
    if (word == "call" && rule.making) {
        read_call(given, rule);
        return true;
    }
    const auto* const found =
        std::find_if(words.begin(), words.end(), [&](const Word& each) { return word == each.name; });
    if (found == words.end()) return false;
    if (first_word_.empty()) first_word_ = word;
    (this->*found->read)(given);
    return true;
}

void MakingWords::read_mechanism(NamedArguments& given, engine::Rule& rule, Of of) {
    const std::string name = given.word("the name of a mechanism");
    const auto found = context_.cables.find_mechanism(name);
    std::vector<std::string> known;
    for (const auto& type : context_.model.mechanisms()) {
        const bool is_one = type->is_point_process() && (of == Of::all || type->description()->net_receive);
        if (is_one) known.push_back(type->name());
    }
    if (!found || std::find(known.begin(), known.end(), name) == known.end()) {
        fail_unknown(call_, of == Of::all ? "point process" : "mechanism of synapses", name, known);
    }
    if (context_.model.mechanism(*found).description()->construct) {
        fail(call_,
             fmt::format("{} has a CONSTRUCTOR, which may read arguments of `new`; make its instances one by one",
                         name));
    }
    rule.making.emplace().mechanism = *found;
    rule.pick.kind = engine::Pick::Kind::own;
}

void MakingWords::read_gap(engine::Rule& rule) {
    is_gap_ = true;
    const engine::MechanismId mechanism = context_.cables.find_mechanism("GapJunction").value();
    const MechanismColumns columns(*context_.model.mechanism(mechanism).description());
    for (const char* name : {"conductance", "v_other", "partner", "number"}) {
        if (!columns.of(name)) fail(call_, "gap: a mechanism of yours has the name GapJunction; give it another");
    }
    rule.making.emplace().mechanism = mechanism;
    rule.pick.kind = engine::Pick::Kind::own;
}

/// One or several names, separated by blanks.
void MakingWords::read_members(NamedArguments& given) {
    std::istringstream names(given.word("the names of sections"));
    for (std::string name; names >> name;) region_.members.push_back(name);
    if (region_.members.empty()) fail(call_, "on: the name of the sections is empty");
}

void MakingWords::read_distance(NamedArguments& given) {
    chooses_ = true;
    region_.nearest = given.number("distance");
    region_.farthest = given.number("distance");
    if (!(region_.nearest <= region_.farthest)) {
        fail(call_, fmt::format("distance: {:g} to {:g} um is not a range", region_.nearest, region_.farthest));
    }
}

void MakingWords::read_by(NamedArguments& given) {
    chooses_ = true;
    if (quantities_.is_function(given)) {
        region_.by = Region::By::function;
        region_.function = quantities_.read_function(given);
    } else {
        region_.by =
            find_name(call_, "kind of probability", given.word("length, area, segment or an expression"), by_names).by;
    }
}

/// One position in each section, or the positions of a table's connections.
void MakingWords::read_x(NamedArguments& given) {
    if (!given.is_number()) {
        given_.x = given.vector("x");
        return;
    }
    chooses_ = true;
    region_.x = given.number("x");
    if (!(*region_.x >= 0 && *region_.x <= 1)) fail(call_, fmt::format("x: {:g} is not between 0 and 1", *region_.x));
}

/// "call", "setRNG", "gid", "index", 0: numbers, and words that stand for numbers.
void MakingWords::read_call(NamedArguments& given, engine::Rule& rule) {
    using Kind = engine::Making::Call::Argument::Kind;
    const rv_mechanism& mechanism = *context_.model.mechanism(rule.making->mechanism).description();
    const std::string name = given.word("the name of a function");
    std::vector<std::string> known;
    for (int k = 0; k < mechanism.function_count; ++k) known.emplace_back(mechanism.functions[k].name);
    const auto found = std::find(known.begin(), known.end(), name);
    if (found == known.end()) fail_unknown(call_, "function of the mechanism", name, known);
    engine::Making::Call call{static_cast<int>(found - known.begin()), {}};
    calls_ += " call " + name;
    for (;;) {
        if (given.is_number()) {
            call.arguments.push_back({Kind::number, given.number(name)});
            calls_ += fmt::format(" {}", call.arguments.back().number);
            continue;
        }
        const std::string word = given.is_word() ? call_.string(given.position()) : "";
        if (word != "gid" && word != "index") break;
        given.skip(1);
        call.arguments.push_back({word == "gid" ? Kind::gid : Kind::index, 0});
        calls_ += " " + word;
    }
    const int wanted = mechanism.functions[call.function].argument_count;
    if (static_cast<int>(call.arguments.size()) != wanted) {
        fail(call_, fmt::format("call: {} takes {} arguments, not {}", name, wanted, call.arguments.size()));
    }
    rule.making->calls.push_back(std::move(call));
}

void MakingWords::read_share(NamedArguments& given) {
    const std::string what = given.word("what connections share");
    if (what != "segment") fail(call_, fmt::format("share: \"segment\", not \"{}\"", what));
    shares_ = true;
}

void MakingWords::read_numbered(NamedArguments& given) {
    if (!region_.members.empty()) fail(call_, "on, numbered: a table numbers the sections of one of them");
    is_numbered_ = true;
    read_members(given);
}

bool MakingWords::read_parameter(const std::string& word, NamedArguments& given, engine::Rule& rule) {
    if (!rule.making || !is_parameter(word)) return false;
    const MechanismColumns columns(*context_.model.mechanism(rule.making->mechanism).description());
    const auto column = columns.of(word);
    if (!column) return false;
    if (rule.making->parameters.size() == engine::Making::most_parameters) fail(call_, "there are too many parameters");
    rule.making->parameters.push_back({word, static_cast<std::uint16_t>(*column), quantities_.read(word, given)});
    return true;
}

std::vector<std::string> MakingWords::names(const engine::Rule& rule) const {
    std::vector<std::string> names;
    if (rule.making) {
        names = MechanismColumns(*context_.model.mechanism(rule.making->mechanism).description()).names();
        std::erase_if(names, [this](const std::string& name) { return !is_parameter(name); });
    }
    names.emplace_back("make");
    names.emplace_back("gap");
    if (rule.making) names.emplace_back("call");
    for (const Word& word : words) names.emplace_back(word.name);
    return names;
}

std::optional<Region> MakingWords::finish(engine::Rule& rule, bool is_file) const {
    if (!rule.making) {
        if (!first_word_.empty()) fail(call_, fmt::format("{}: say which synapses, by \"make\"", first_word_));
        return std::nullopt;
    }
    Region region = region_;
    const bool has_vectors = !given_.sections.empty() || !given_.x.empty() || !given_.segments.empty();
    if (has_vectors && is_file) fail(call_, "section, x, segment: the file has the places of its connections");
    const bool are_in_file = is_file && !chooses_ && (region.members.empty() || is_numbered_);
    rule.making->draws_places = !has_vectors && !are_in_file;
    rule.making->is_shared = shares_;
    if (rule.making->draws_places) {
        if (region.members.empty()) {
            fail(call_, fmt::format("{}: say where, as in \"on\", \"dend\"", is_gap_ ? "gap" : "make"));
        }
    } else {
        if (has_vectors) check_given(rule);
        region.given = given_;
    }
    if (is_gap_) check_gap(rule);
    if (shares_) check_sharing(rule);
    if (!rule.onto.empty()) fail(call_, "make, onto: a rule either makes synapses or connects to those that there are");
    rule.onto = region.text() + " make " + context_.model.mechanism(rule.making->mechanism).name() + calls_;
    return region;
}

void MakingWords::check_given(const engine::Rule& rule) const {
    if (rule.kind != engine::Rule::Kind::table) {
        fail(call_, "section, x, segment: only the connections of a table have given places");
    }
    if (chooses_) fail(call_, "distance, by: the places of the synapses are given; nothing is drawn");
    const bool are_segments = !given_.segments.empty();
    if (are_segments ? !given_.sections.empty() || !given_.x.empty() : given_.sections.empty() || given_.x.empty()) {
        fail(call_, "give the places as \"section\" and \"x\", or as \"segment\"");
    }
}

void MakingWords::check_gap(const engine::Rule& rule) const {
    if (rule.making->parameters.empty()) {
        fail(call_, "gap: say how well it conducts, as in \"conductance\", 0.001 [uS]");
    }
    if (rule.making->parameters.size() > 1) fail(call_, "gap: there are several conductances");
    if (!rule.making->draws_places) fail(call_, "gap: the places of gap junctions are drawn; they cannot be given");
    const engine::Distribution& conductance = rule.making->parameters[0].values;
    if (conductance.kind == engine::Distribution::Kind::of_place) {
        fail(call_, "gap: a conductance cannot depend on a place, as a junction has two");
    }
    const double least = conductance.least();
    if (least >= 0) return;
    fail(call_, std::isinf(least) ? "gap: conductances below 0 can be drawn; add bounds, as in \"redraw\", 0"
                                  : fmt::format("gap: a conductance of {:g} uS is below 0", least));
}

void MakingWords::check_sharing(const engine::Rule& rule) const {
    const engine::MechanismType& type = context_.model.mechanism(rule.making->mechanism);
    if (type.description()->flags & RV_ADDS_EVENTS) return;
    fail(call_,
         fmt::format("share: {} is not linear, so that one instance cannot stand for several; NET_RECEIVE has to add "
                     "to states that begin at 0, and equations and currents have to be linear in these",
                     type.name()));
}

}  // namespace ranvier::hoc
