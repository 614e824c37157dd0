// ParallelContext: connections by rule.

#include <stdexcept>

#include "engine/run/agreement.hpp"
#include "engine/run/exchange_clock.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/sandbox.hpp"
#include "hoc_like/library/network/parallel_context.hpp"
#include "hoc_like/library/network/rule_arguments.hpp"
#include "hoc_like/library/session.hpp"

namespace ranvier::hoc {

namespace {

Result connect(Call& call, Session& session) {
    const MeteredPart part(session.construction(), ConstructionMeter::Part::connections);
    engine::Network& network = session.network();
    try {
        engine::Rule rule = rule_arguments(call, session);
        rule.number = network.rules().next_number();
        if (!session.lacks_ranks()) {
            session.drive(engine::agree_on_rule(network, rule, session.script_transport()));
            session.simulation().meetings().expect_network();
        }
        const auto on_threads = [&session](std::size_t n, const auto& act) {
            session.simulation().threads().for_each_task(n, act);
        };
        return static_cast<double>(network.connect(std::make_shared<const engine::Rule>(std::move(rule)), on_threads));
    } catch (const std::invalid_argument& error) {
        fail(call, error.what());
    }
}

Result write_connections(Call& call, Session& session) {
    if (!session.connection_files().write) fail(call, "this program cannot write connections");
    const std::string file = call.string(0);
    try {
        sandbox::check_write(file);
        session.connection_files().write(file);
    } catch (const std::runtime_error& error) {
        fail(call, error.what());
    }
    return 0.;
}

}  // namespace

std::vector<MethodDefinition> connect_methods(Session& session) {
    return {
        {"connect", "connect(sources, targets, \"rule\"[, count][, \"word\", value, ...])",
         "Connects artificial cells by rule, on all ranks; returns the number of connections onto cells of this rank. "
         "sources and targets are each a GidRange, a Vector of gids or a single gid. Rules: one_to_one, all_to_all, "
         "fixed_indegree n, fixed_outdegree n, fixed_total_number n, pairwise_bernoulli p, adjacent n[, offset], "
         "table. Words: weight, delay [ms], seed, autapses, multapses, delay_resolution [ms]. The value of weight or "
         "delay is a number, a Vector or a distribution. Distributions: uniform low, high; normal mean, deviation; "
         "lognormal mean, deviation (of the logarithm); exponential mean. A distribution may be followed by clip or "
         "redraw and its bounds, low[, high]. A table can be read from a file: connect(\"edges.h5\", \"table\").",
         [&session](Call& call) -> Result { return connect(call, session); }},
        {"write_connections", "write_connections(\"file\")",
         "Writes the connections from gids onto artificial cells on all ranks to a single file: SONATA edges (.h5) or "
         "CSV (.csv). Every rank must call write_connections.",
         [&session](Call& call) -> Result { return write_connections(call, session); }},
    };
}

}  // namespace ranvier::hoc
