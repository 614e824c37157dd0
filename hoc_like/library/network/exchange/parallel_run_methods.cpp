// ParallelContext: parallel runs and their timing.

#include <fmt/format.h>

#include <cstdio>
#include <memory>
#include <thread>

#include "engine/simulation/simulation.hpp"
#include "exchange/transport/transport.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/context/script_run.hpp"
#include "hoc_like/library/network/cells/construction_meter.hpp"
#include "hoc_like/library/network/parallel_context.hpp"

namespace ranvier::hoc {

namespace {

/// A method that returns one figure of the run.
template <class Read>
MethodDefinition figure(const char* name, const char* doc, Read read) {
    return {name, fmt::format("{}()", name), doc, [read](Call&) -> Result { return static_cast<double>(read()); }};
}

}  // namespace

std::vector<MethodDefinition> parallel_run_methods(const ParallelParts& parts) {
    return {
        {"set_maxstep", "set_maxstep(ms)",
         "Sets the exchange interval [ms] to the minimum delay between ranks, or to the argument if the argument is "
         "smaller; returns the interval.",
         [&parts](Call& call) -> Result {
             const MeteredPart part(parts.construction, ConstructionMeter::Part::tables);  // where delays are found
             return drive(parts.context.simulation.set_maxstep(call.number(0)));
         }},
        {"psolve", "psolve(tstop)", "Advances all ranks to tstop [ms].",
         [&parts](Call& call) -> Result {
             parts.run.advance_to(call.number(0));
             return 0.;
         }},
        {"thread_how_many_proc", "thread_how_many_proc()", "Number of hardware threads of this computer.",
         [](Call&) -> Result { return static_cast<double>(std::max(1U, std::thread::hardware_concurrency())); }},
        {"optimize_node_order", "optimize_node_order([kind])",
         "Accepted but ignored: cells of equal shape are always stored side by side. Returns the kind that was set "
         "last, initially 0.",
         [kind = std::make_shared<double>(0)](Call& call) -> Result {
             if (call.size()) *kind = static_cast<double>(call.integer(0, 0, 2));
             return *kind;
         }},
        {"mpiabort_on_error", "mpiabort_on_error(flag)",
         "Accepted but ignored: an error that a script catches never ends other ranks, and an error that ends one rank "
         "ends all ranks. Returns the flag's previous value, initially 1.",
         [flag = std::make_shared<double>(1)](Call& call) -> Result {
             const double former = *flag;
             if (call.size()) *flag = static_cast<double>(call.integer(0, 0, 1));
             return former;
         }},
        {"nrnbbcore_write", "nrnbbcore_write([folder])",
         "Writes nothing and prints a warning: files for CoreNEURON are not supported.",
         [&parts](Call&) -> Result {
             if (parts.context.transport.rank() == 0) {
                 std::fputs("nrnbbcore_write: files for CoreNEURON are not supported; Ranvier runs the model itself\n",
                            stderr);
             }
             return 0.;
         }},
        figure("step_time", "Seconds spent advancing cells and delivering events.",
               [&parts] {
                   const engine::PhaseTimes times = parts.context.simulation.meter().phase_times();
                   return times.deliver + times.update;
               }),
        figure("integ_time", "Seconds spent advancing cells.",
               [&parts] { return parts.context.simulation.meter().phase_times().update; }),
        figure("event_time", "Seconds spent delivering events.",
               [&parts] { return parts.context.simulation.meter().phase_times().deliver; }),
        figure("wait_time", "Seconds spent waiting for other ranks.",
               [&parts] { return parts.context.simulation.meter().phase_times().synchronize; }),
        figure("step_wait", "Seconds spent waiting for other ranks at exchanges.",
               [&parts] { return parts.context.simulation.meter().phase_times().synchronize; }),
        figure("vtransfer_time", "Always 0; in NEURON, seconds spent transferring voltages of gap junctions.",
               [] { return 0; }),
    };
}

}  // namespace ranvier::hoc
