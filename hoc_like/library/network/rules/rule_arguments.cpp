#include "hoc_like/library/network/rules/rule_arguments.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string_view>

#include "engine/network/network.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/context/run_files.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/network/cells/named_arguments.hpp"
#include "hoc_like/library/network/gids/gid_range.hpp"
#include "hoc_like/library/network/parallel_context.hpp"
#include "hoc_like/library/network/rules/making_words.hpp"
#include "hoc_like/library/network/rules/quantities.hpp"
#include "hoc_like/library/network/rules/space_words.hpp"

namespace ranvier::hoc {

namespace {

using engine::Distribution;
using engine::Rule;

struct RuleName {
    const char* name;
    Rule::Kind kind;
    const char* count;  // what its number counts; null: it has none
    bool draws_pairs;
};

constexpr std::array rules{
    RuleName{"one_to_one", Rule::Kind::one_to_one, nullptr, false},
    RuleName{"all_to_all", Rule::Kind::all_to_all, nullptr, false},
    RuleName{"fixed_indegree", Rule::Kind::fixed_indegree, "sources of each target", true},
    RuleName{"fixed_outdegree", Rule::Kind::fixed_outdegree, "targets of each source", true},
    RuleName{"fixed_total_number", Rule::Kind::fixed_total_number, "connections", true},
    RuleName{"pairwise_bernoulli", Rule::Kind::pairwise_bernoulli, "a probability", false},
    RuleName{"adjacent", Rule::Kind::adjacent, "targets of each source", false},
    RuleName{"table", Rule::Kind::table, nullptr, false},
};

/// 1 of "weight1"; nothing of other words.
std::optional<std::size_t> number_of_weight(std::string_view word) {
    constexpr std::string_view begin = "weight";
    std::size_t number = 0;
    if (!word.starts_with(begin) || word.size() == begin.size() || word.size() > begin.size() + 3) return std::nullopt;
    const auto [end, error] = std::from_chars(word.data() + begin.size(), word.data() + word.size(), number);
    if (error != std::errc() || end != word.data() + word.size()) return std::nullopt;
    return number;
}

/// Reads the arguments of a rule.
class Reader {
  public:
    Reader(Call& call, const ParallelParts& parts)
        : call_(call),
          parts_(parts),
          context_(parts.context),
          given_(call, 0),
          quantities_(call, parts.context.interpreter),
          making_(call, parts.context, quantities_),
          space_(call) {}
    RuleCall read();

  private:
    struct Word {
        const char* name;
        void (Reader::*read)(Rule&);
    };
    static const std::array<Word, 14> words;

    Rule read_cells_and_kind();
    void read_file(Rule& rule, std::optional<GivenPlaces>* places);
    std::vector<std::string> wanted_columns(const Rule& rule, bool wants_places) const;
    std::shared_ptr<const std::vector<double>> column(const edges::EdgeTable& table, const std::string& name) const;
    void take_columns(Rule& rule, const edges::EdgeTable& table) const;
    void read_count(Rule& rule);
    [[noreturn]] void fail_unknown_word(const std::string& name, const Rule& rule) const;
    Distribution read_distribution(const char* name);
    Distribution read_quantity(const char* name);
    Distribution of_connections(Distribution of, const char* name) const;
    void read_weight(Rule& rule) {
        rule.weight = read_quantity("weight");
        has_weight_ = true;
    }
    void read_more_weight(Rule& rule, std::size_t w);
    void read_onto(Rule& rule);
    void read_pick(Rule& rule);
    void read_name(Rule&) { script_name_ = given_.word("the name of the rule"); }
    void read_contacts(Rule& rule);
    void read_poisson(Rule& rule) { rule.contacts = {true, given_.number("poisson")}; }
    void read_delay(Rule& rule) {
        rule.delay = read_distribution("delay");
        has_delay_ = true;
    }
    void read_seed(Rule& rule) { rule.seed = given_.whole("seed", 0x1p53); }
    void read_autapses(Rule& rule);
    void read_multapses(Rule& rule);
    void read_resolution(Rule&) { resolution_ = given_.number("delay_resolution"); }
    void read_population(Rule&) { file_reading().population = given_.word("the name of a population"); }
    void read_first_source(Rule&) { file_reading().first_source = first_gid("first_source"); }
    void read_first_target(Rule&) { file_reading().first_target = first_gid("first_target"); }
    engine::Gid first_gid(const char* what) { return static_cast<engine::Gid>(given_.whole(what, 0x7ffffffe)); }
    edges::EdgeReading& file_reading();
    std::shared_ptr<const std::vector<double>> sorted(const std::vector<double>& list) const;
    struct Quantity {
        const char *name, *column;  // in a call, and in SONATA files
        bool is_in_file, is_given;
    };
    void take_values(Distribution& of, const std::vector<double>& in_file, const Quantity& quantity) const;
    void sort_places(GivenPlaces& given) const;
    void finish(Rule& rule) const;
    void finish_gap(Rule& rule) const;

    Call& call_;
    const ParallelParts& parts_;
    const Context& context_;
    NamedArguments given_;
    Quantities quantities_;
    MakingWords making_;
    SpaceWords space_;
    std::string script_name_;
    std::string file_;  // of the table
    std::vector<std::string> given_words_;
    edges::EdgeReading reading_;
    bool has_weight_ = false, has_delay_ = false, is_pick_given_ = false;
    const RuleName* name_ = nullptr;
    std::vector<std::uint32_t> order_;  // of a table's connections
    double resolution_ = 0;             // ms
};

const std::array<Reader::Word, 14> Reader::words{{{"weight", &Reader::read_weight},
                                                  {"delay", &Reader::read_delay},
                                                  {"seed", &Reader::read_seed},
                                                  {"autapses", &Reader::read_autapses},
                                                  {"multapses", &Reader::read_multapses},
                                                  {"delay_resolution", &Reader::read_resolution},
                                                  {"onto", &Reader::read_onto},
                                                  {"pick", &Reader::read_pick},
                                                  {"name", &Reader::read_name},
                                                  {"contacts", &Reader::read_contacts},
                                                  {"poisson", &Reader::read_poisson},
                                                  {"population", &Reader::read_population},
                                                  {"first_source", &Reader::read_first_source},
                                                  {"first_target", &Reader::read_first_target}}};

/// The rule's name follows the cells, or the file of a table; what the cells mean depends on it.
Rule Reader::read_cells_and_kind() {
    const bool is_file = given_.is_word();
    if (is_file) file_ = given_.word("a file");
    given_.skip(is_file ? 0 : 2);
    name_ = &find_name(call_, "rule", given_.word("the name of a rule"), rules);
    Rule rule;
    if (is_file && name_->kind != Rule::Kind::table) fail(call_, "a file needs the rule \"table\"");
    if (is_file) {
        rule.kind = Rule::Kind::table;
        return rule;
    }
    if (name_->kind == Rule::Kind::table) {
        const auto sources = gid_list_argument(call_, 0), targets = gid_list_argument(call_, 1);
        if (sources.size() != targets.size()) {
            fail(call_, fmt::format("there are {} sources but {} targets", sources.size(), targets.size()));
        }
        return engine::rule_of_list(sources, targets, order_);
    }
    rule.kind = name_->kind;
    rule.sources = gids_argument(call_, 0);
    rule.targets = gids_argument(call_, 1);
    return rule;
}

void Reader::read_count(Rule& rule) {
    if (!name_->count) return;
    const std::string what = fmt::format("{} ({})", name_->name, name_->count);
    if (rule.kind == Rule::Kind::pairwise_bernoulli) {
        rule.probability = given_.number(what);
        return;
    }
    rule.count = given_.whole(what, 0x1p49);
    if (rule.kind == Rule::Kind::adjacent && given_.is_number()) {
        const double offset = given_.number("the offset of the first target");
        if (std::fabs(offset) > 0x1p31 || offset != std::floor(offset))
            fail(call_, "the offset must be a whole number");
        rule.offset = static_cast<std::int64_t>(offset);
    }
}

void Reader::fail_unknown_word(const std::string& name, const Rule& rule) const {
    std::vector<std::string> known = making_.names(rule);
    for (const Word& word : words) known.emplace_back(word.name);
    for (const std::string& word : SpaceWords::names()) known.push_back(word);
    fail_unknown(call_, "word", name, known);
}

Distribution Reader::read_distribution(const char* name) {
    return of_connections(given_.distribution(name), name);
}

Distribution Reader::read_quantity(const char* name) {
    return of_connections(quantities_.read(name, given_), name);
}

/// With the values of a list in the order of the table.
Distribution Reader::of_connections(Distribution of, const char* name) const {
    if (of.kind != Distribution::Kind::values || Quantities::is_column(of) || name_->kind != Rule::Kind::table)
        return of;
    if (!file_.empty()) fail(call_, fmt::format("{}: a Vector cannot belong to the connections of a file", name));
    if (of.values->size() != order_.size()) {
        fail(call_, fmt::format("{}: the Vector has {} elements, but there are {} connections", name, of.values->size(),
                                order_.size()));
    }
    of.values = sorted(*of.values);
    return of;
}

/// The values of a list, in the order of the table.
std::shared_ptr<const std::vector<double>> Reader::sorted(const std::vector<double>& list) const {
    auto sorted = std::make_shared<std::vector<double>>();
    for (const std::uint32_t i : order_) sorted->push_back(list[i]);
    return sorted;
}

edges::EdgeReading& Reader::file_reading() {
    if (file_.empty()) fail(call_, "population, first_source and first_target are only for a table in a file");
    return reading_;
}

/// The further weights that the call does not give, the places, and what the call names.
std::vector<std::string> Reader::wanted_columns(const Rule& rule, bool wants_places) const {
    std::vector<std::string> wanted = quantities_.columns();
    for (auto w = static_cast<std::uint32_t>(rule.more_weights.size() + 1); w < 10; ++w) {
        wanted.push_back(edges::weight_column(w));
    }
    if (wants_places) wanted.insert(wanted.end(), {edges::section_column, edges::position_column});
    return wanted;
}

/// In the order of the table.
std::shared_ptr<const std::vector<double>> Reader::column(const edges::EdgeTable& table,
                                                          const std::string& name) const {
    const auto found = table.columns.find(name);
    if (found != table.columns.end()) return sorted(found->second);
    const std::string in_csv = edges::csv_name(name);
    fail(call_, in_csv == name ? fmt::format("{} has no column {}", file_, name)
                               : fmt::format("{} has no column {} (CSV) or {} (SONATA)", file_, in_csv, name));
}

void Reader::take_columns(Rule& rule, const edges::EdgeTable& table) const {
    std::vector<Distribution*> given{&rule.weight};
    for (Distribution& each : rule.more_weights) given.push_back(&each);
    for (std::size_t p = 0; rule.making && p < rule.making->parameters.size(); ++p) {
        given.push_back(&rule.making->parameters[p].values);
    }
    for (Distribution* each : given) {
        if (!Quantities::is_column(*each)) continue;
        each->values = column(table, quantities_.columns()[static_cast<std::size_t>(each->a)]);
    }
    // Where a file has connections onto several mechanisms, those of one may lack a weight.
    for (auto w = static_cast<std::uint32_t>(rule.more_weights.size() + 1); w < 10; ++w) {
        const auto found = table.columns.find(edges::weight_column(w));
        if (found == table.columns.end()) continue;
        if (std::all_of(found->second.begin(), found->second.end(), [](double x) { return x == 0; })) continue;
        rule.more_weights.resize(w);
        rule.more_weights[w - 1].kind = Distribution::Kind::values;
        for (Distribution& each : rule.more_weights) {
            if (Quantities::is_column(each)) each.values = sorted(found->second);
        }
    }
}

void Reader::read_file(Rule& rule, std::optional<GivenPlaces>* places) {
    const bool wants_places = places && *places;
    reading_.columns = wanted_columns(rule, wants_places);
    RunFiles& files = files_of(call_, parts_, "read files of connections; pass arrays instead");
    engine::Network& network = context_.network;
    reading_.keeps_target = [&network, is_target = network.rules().target_test()](engine::Gid gid) {
        return network.gids().exists(gid) != 0 && is_target(gid);
    };
    edges::EdgeTable table;
    try {
        table = files.read_connections(file_, reading_);
    } catch (const std::runtime_error& error) {
        fail(call_, error.what());
    }
    Rule made = engine::rule_of_list(table.sources, table.targets, order_);
    if (!network.rules().are_limited()) rule.list_size = table.in_file;
    rule.sources = std::move(made.sources);
    rule.targets = std::move(made.targets);
    rule.table = std::move(made.table);
    take_values(rule.weight, table.weights, {"weight", "syn_weight", table.has_weights, has_weight_});
    take_values(rule.delay, table.delays, {"delay", "delay", table.has_delays, has_delay_});
    take_columns(rule, table);
    if (wants_places) {
        (*places)->sections = *column(table, edges::section_column);
        (*places)->x = *column(table, edges::position_column);
    }
}

/// A quantity stands either in the file or in the call: with a usual value, a misspelt column would go unnoticed.
void Reader::take_values(Distribution& of, const std::vector<double>& in_file, const Quantity& quantity) const {
    const auto& [name, column, is_in_file, is_given] = quantity;
    if (is_in_file && is_given) fail(call_, fmt::format("{}: {} has its own", name, file_));
    if (is_given) return;
    if (!is_in_file) {
        fail(call_,
             fmt::format("{} has no column {} (CSV) or {} (SONATA); add it, or give all connections one: \"{}\", 1",
                         file_, name, column, name));
    }
    of.kind = Distribution::Kind::values;
    of.values = sorted(in_file);
}

/// weight1 and so on: weights that are not given are 0.
void Reader::read_more_weight(Rule& rule, std::size_t w) {
    if (w == 0 || w >= Rule::most_weights) {
        fail(call_, fmt::format("weight{}: the weights are weight, weight1, weight2, ... up to weight{}", w,
                                Rule::most_weights - 1));
    }
    if (rule.more_weights.size() < w) rule.more_weights.resize(w);
    rule.more_weights[w - 1] = read_quantity(fmt::format("weight{}", w).c_str());
}

void Reader::read_onto(Rule& rule) {
    rule.onto = given_.word("the name of the synapses");
    if (rule.onto.empty()) fail(call_, "onto: the name of the synapses is empty");
}

void Reader::read_pick(Rule& rule) {
    is_pick_given_ = true;
    if (given_.is_word()) {
        const std::string how = given_.word("which synapse");
        if (how != "uniform") fail(call_, fmt::format("pick: a number, a Vector or \"uniform\", not \"{}\"", how));
        rule.pick.kind = engine::Pick::Kind::uniform;
        return;
    }
    rule.pick.number = read_distribution("pick");
}

void Reader::read_contacts(Rule& rule) {
    if (rule.kind == Rule::Kind::table) fail(call_, "contacts: a table lists its connections; repeat its pairs");
    if (!given_.is_word()) {
        rule.contacts = {false, given_.number("contacts")};
        return;
    }
    const std::string how = given_.word("how contacts are drawn");
    if (how != "poisson") fail(call_, fmt::format("contacts: a number or \"poisson\", not \"{}\"", how));
    read_poisson(rule);
}

void Reader::read_autapses(Rule& rule) {
    if (rule.kind == Rule::Kind::table) fail(call_, "autapses: a table lists its connections; leave them out there");
    rule.autapses = given_.number("autapses") != 0;
}

void Reader::read_multapses(Rule& rule) {
    if (!name_->draws_pairs) fail(call_, fmt::format("multapses: {} does not draw pairs", name_->name));
    rule.multapses = given_.number("multapses") != 0;
}

/// In the order of the table.
void Reader::sort_places(GivenPlaces& given) const {
    for (std::vector<double>* each : {&given.sections, &given.x, &given.segments}) {
        if (each->empty()) continue;
        if (each->size() != order_.size()) {
            fail(call_, fmt::format("{} places are given for {} connections", each->size(), order_.size()));
        }
        *each = *sorted(*each);
    }
}

/// Delays must be at least dt.
void Reader::finish(Rule& rule) const {
    const double dt = context_.model.dt;
    if (rule.making && (rule.pick.kind != engine::Pick::Kind::own || is_pick_given_)) {
        fail(call_, "make, pick: each connection has the synapse that is made for it");
    }
    if (rule.onto.empty() && !quantities_.functions().empty()) {
        fail(call_, "the targets are artificial cells, which have no places for an expression");
    }
    if (rule.onto.empty() && !rule.pick.is_first()) fail(call_, "pick: say of which synapses, by \"onto\"");
    Distribution& delay = rule.delay;
    delay.resolution = resolution_;
    if (delay.is_drawn() && delay.low < dt && std::isinf(delay.low)) delay.low = dt;
    try {
        rule.check();
    } catch (const std::invalid_argument& error) {
        fail(call_, error.what());
    }
    const double least = delay.least();
    if (delay.kind == Distribution::Kind::values && delay.values->empty()) return;
    if (!(least >= dt * (1 - 1e-9))) {
        fail(call_, fmt::format("delays of {:g} ms can occur; they must be at least dt, {:g} ms", least, dt));
    }
}

/// No spike takes the way of a gap junction, and no cell is joined to itself.
void Reader::finish_gap(Rule& rule) const {
    for (const char* name : {"weight", "delay", "delay_resolution", "velocity", "share", "call", "name", "autapses"}) {
        if (std::find(given_words_.begin(), given_words_.end(), name) == given_words_.end()) continue;
        fail(call_, fmt::format("gap: {} is only for connections that carry spikes", name));
    }
    if (!rule.more_weights.empty()) fail(call_, "gap: a junction has no weights");
    if (!file_.empty()) fail(call_, "gap: pass the pairs of cells as Vectors, not as a file");
    rule.autapses = false;
}

RuleCall Reader::read() {
    Rule rule = read_cells_and_kind();
    read_count(rule);
    rule.delay.a = 1;
    given_.for_each_word([&](const std::string& name) {
        given_words_.push_back(name);
        if (const auto w = number_of_weight(name)) return read_more_weight(rule, *w);
        const auto is_word = [&](const Word& word) { return name == word.name; };
        const auto* const found = std::find_if(words.begin(), words.end(), is_word);
        if (found != words.end()) return (this->*found->read)(rule);
        if (!making_.read(name, given_, rule) && !space_.read(name, given_, rule)) fail_unknown_word(name, rule);
    });
    std::string onto = rule.onto;
    std::optional<Region> region = making_.finish(rule, !file_.empty());
    for (std::size_t p = 0; rule.making && p < rule.making->parameters.size(); ++p) {
        engine::Making::Parameter& parameter = rule.making->parameters[p];
        parameter.values = of_connections(std::move(parameter.values), parameter.name.c_str());
    }
    if (file_.empty()) {
        if (!quantities_.columns().empty()) fail(call_, "column: only a file has columns");
        if (region && region->given) sort_places(*region->given);
    } else {
        read_file(rule, region ? &region->given : nullptr);
    }
    if (making_.makes_gap_junctions()) finish_gap(rule);
    space_.finish(context_.network, rule);
    finish(rule);
    for (const PlaceFunction& function : quantities_.functions()) rule.onto += " " + function.text();
    return {std::move(rule),        script_name_, std::move(onto), std::move(region), making_.makes_gap_junctions(),
            quantities_.functions()};
}

}  // namespace

RuleCall rule_arguments(Call& call, const ParallelParts& parts) {
    return Reader(call, parts).read();
}

}  // namespace ranvier::hoc
