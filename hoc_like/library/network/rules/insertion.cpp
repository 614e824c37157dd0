#include "hoc_like/library/network/rules/insertion.hpp"

#include <stdexcept>

#include "engine/network/network.hpp"
#include "engine/network/rule_synapses.hpp"
#include "engine/run/agreement.hpp"
#include "engine/run/exchange_clock.hpp"
#include "engine/simulation/simulation.hpp"
#include "exchange/transport/transport.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/network/cells/named_arguments.hpp"
#include "hoc_like/library/network/gids/gid_range.hpp"
#include "hoc_like/library/network/parallel_context.hpp"
#include "hoc_like/library/network/rules/cell_regions.hpp"
#include "hoc_like/library/network/rules/making_words.hpp"
#include "hoc_like/library/network/rules/quantities.hpp"

namespace ranvier::hoc {

namespace {

/// As a rule for one synapse of each cell, whose connection is not made.
struct Insertion {
    engine::Rule rule;
    Region region;
    std::vector<PlaceFunction> functions;
};

Insertion read(Call& call, const Context& context) {
    Insertion made;
    made.rule.kind = engine::Rule::Kind::one_to_one;
    made.rule.sources = made.rule.targets = gids_argument(call, 0);
    NamedArguments given(call, 1);
    Quantities quantities(call, context.interpreter);
    MakingWords words(call, context, quantities);
    words.read_mechanism(given, made.rule, MakingWords::Of::all);
    given.for_each_word([&](const std::string& word) {
        if (word == "seed") {
            made.rule.seed = given.whole("seed", 0x1p53);
        } else if (word == "count") {
            made.rule.contacts.mean = given.number("count");
        } else if (word == "make" || !words.read(word, given, made.rule)) {
            std::vector<std::string> known = words.names(made.rule);
            known.insert(known.end(), {"seed", "count"});
            fail_unknown(call, "word", word, known);
        }
    });
    made.region = *words.finish(made.rule, false);
    made.functions = quantities.functions();
    for (const PlaceFunction& function : made.functions) made.rule.onto += " " + function.text();
    made.rule.check();
    return made;
}

}  // namespace

Result insert_point_processes(Call& call, const ParallelParts& parts) {
    const Context& context = parts.context;
    try {
        Insertion made = read(call, context);
        made.rule.number = context.network.rules().next_number();
        if (!context.rank.lacks_ranks) {
            drive(engine::agree_on_rule(context.network, made.rule, context.script_transport));
            context.simulation.meetings().expect_network();
        }
        engine::RuleTargets places = places_in_cells(context, made.rule, made.region, made.functions);
        const engine::Incoming one_each = engine::incoming(made.rule, places.positions);
        engine::SharedSynapses none;
        engine::make_synapses(context.model, made.rule, one_each, places, none);
        return static_cast<double>(places.instances.size());
    } catch (const std::invalid_argument& error) {
        fail(call, error.what());
    }
}

}  // namespace ranvier::hoc
