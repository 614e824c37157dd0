// ParallelContext: running in parallel, and where the time went.

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <memory>
#include <thread>

#include "hoc_like/library/data/vector.hpp"
#include "hoc_like/library/network/parallel_context.hpp"
#include "hoc_like/library/session.hpp"

namespace ranvier::hoc {

namespace {

/// spike_compress(nspike, gid_compress[, method]): NEURON's words for an exchange strategy.
Result spike_compress(Call& call, Session& session) {
    const auto fixed = call.integer(0, -1, 1 << 20);
    const bool compress = call.number_or(1, 1) != 0;
    if (call.number_or(2, 0) != 0 && session.transport().rank() == 0) {
        std::fputs(fmt::format("spike_compress: the exchange is Allgather, not method {:g}; spikes are the same\n",
                               call.number(2))
                       .c_str(),
                   stderr);
    }
    if (fixed >= 0) {
        session.select_exchange(
            fmt::format("allgather:compress={},fixed={}", compress && fixed > 0 ? "on" : "off", fixed));
    }
    return static_cast<double>(fixed);
}

/// exchange("name", "option", value, ...): the same as --exchange name:option=value,...
Result exchange(Call& call, Session& session) {
    if (call.size() == 0) return session.exchange_name();
    std::string name = call.string(0);
    for (int i = 1; i + 1 < call.size(); i += 2) {
        const std::string value = call.is_string(i + 1) ? call.string(i + 1) : fmt::format("{:g}", call.number(i + 1));
        name += fmt::format("{}{}={}", i == 1 ? ":" : ",", call.string(i), value);
    }
    session.select_exchange(name);
    return session.exchange_name();
}

/// spike_statistics(&sent, &received, &used): what this rank's spikes were to other ranks; the most sent at a time.
Result spike_statistics(Call& call, Session& session) {
    const exchange::ExchangeCounters& counters = session.simulation().exchange_counters();
    const std::int64_t figures[] = {counters.spikes_sent, counters.spikes_received, counters.spikes_delivered};
    for (int i = 0; i < std::min(3, call.size()); ++i) call.reference(i)->store(static_cast<double>(figures[i]));
    return static_cast<double>(counters.most_spikes_sent);
}

/// A method that reads one figure of the run.
template <class Read>
MethodDefinition figure(const char* name, const char* doc, Read read) {
    return {name, fmt::format("{}()", name), doc, [read](Call&) -> Result { return static_cast<double>(read()); }};
}

}  // namespace

std::vector<MethodDefinition> parallel_run_methods(Session& session) {
    return {
        {"set_maxstep", "set_maxstep(ms)",
         "The exchange interval: the least delay between ranks, at most this [ms]. Returns it.",
         [&session](Call& call) -> Result { return session.drive(session.simulation().set_maxstep(call.number(0))); }},
        {"psolve", "psolve(tstop)", "Advances all ranks to tstop [ms].",
         [&session](Call& call) -> Result {
             session.drive(session.simulation().advance_to(call.number(0)));
             return 0.;
         }},
        {"nthread", "nthread([n[, parallel]])", "Number of threads of this rank; with an argument sets it.",
         [&session](Call& call) -> Result {
             if (call.size()) {
                 const int n = static_cast<int>(call.integer(0, 1, 1024));
                 session.simulation().set_threads(call.number_or(1, 1) != 0 ? n : 1);
             }
             return static_cast<double>(session.simulation().threads());
         }},
        {"thread_how_many_proc", "thread_how_many_proc()",
         "Number of threads that this computer runs at the same time.",
         [](Call&) -> Result { return static_cast<double>(std::max(1U, std::thread::hardware_concurrency())); }},
        {"optimize_node_order", "optimize_node_order([kind])",
         "Accepted: cells always lie side by side in blocks of equal shape. Returns the last kind given, at first 0.",
         [kind = std::make_shared<double>(0)](Call& call) -> Result {
             if (call.size()) *kind = static_cast<double>(call.integer(0, 0, 2));
             return *kind;
         }},
        {"spike_compress", "spike_compress(nspike, gid_compress[, method])",
         "Allgather with nspike spikes in the fixed part, compressed or not.",
         [&session](Call& call) -> Result { return spike_compress(call, session); }},
        {"exchange", "exchange([\"name\"[, \"option\", value, ...]])",
         "Chooses how spikes travel between ranks; the present choice.",
         [&session](Call& call) -> Result { return exchange(call, session); }},
        {"nrnbbcore_write", "nrnbbcore_write([folder])",
         "Writes nothing, and says so: there are no files for CoreNEURON.",
         [&session](Call&) -> Result {
             if (session.transport().rank() == 0) {
                 std::fputs("nrnbbcore_write: no files for CoreNEURON are written; Ranvier runs the model itself\n",
                            stderr);
             }
             return 0.;
         }},
        {"spike_statistics", "spike_statistics([&sent[, &received[, &used]]])",
         "Most spikes that this rank sent in one exchange; how many it sent and received in all, and used of these.",
         [&session](Call& call) -> Result { return spike_statistics(call, session); }},
        {"max_histogram", "max_histogram([vector])",
         "Accepted: NEURON counts in it how many spikes ranks exchange at a time; here it stays as it is.",
         [](Call& call) -> Result {
             if (call.size() > 0 && call.object(0)) call.native<VectorObject>(0);
             return 0.;
         }},
        figure("step_time", "Seconds spent advancing cells and delivering events.",
               [&session] {
                   const auto& times = session.simulation().phase_times();
                   return times.deliver + times.update;
               }),
        figure("integ_time", "Seconds spent advancing cells.",
               [&session] { return session.simulation().phase_times().update; }),
        figure("event_time", "Seconds spent delivering events.",
               [&session] { return session.simulation().phase_times().deliver; }),
        figure("wait_time", "Seconds spent waiting for other ranks.",
               [&session] { return session.simulation().phase_times().synchronise; }),
        figure("step_wait", "Seconds spent waiting for other ranks at exchanges.",
               [&session] { return session.simulation().phase_times().synchronise; }),
        figure("send_time", "Seconds spent putting spikes together for the exchange and exchanging them.",
               [&session] {
                   const auto& times = session.simulation().phase_times();
                   return times.collocate + times.communicate;
               }),
        figure("vtransfer_time", "Seconds spent transferring voltages: 0, as there are no gap junctions.",
               [] { return 0; }),
    };
}

}  // namespace ranvier::hoc
