#include <fmt/format.h>

#include <memory>

#include "engine/cell/mechanism_type.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "exchange/transport/launch.hpp"
#include "exchange/transport/transport.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/context/script_run.hpp"
#include "hoc_like/library/run/run_parts.hpp"

namespace ranvier::hoc {

namespace {

VariableDefinition scalar(engine::Model& model, const char* name, const char* units, const char* doc,
                          double engine::Model::* member, std::function<void(double)> check) {
    VariableDefinition variable;
    variable.name = name;
    variable.units = units;
    variable.doc = doc;
    variable.load = [&model, member] { return model.*member; };
    variable.store = [&model, member, check = std::move(check)](double value) {
        if (check) check(value);
        model.*member = value;
    };
    return variable;
}

}  // namespace

/// finitialize, fadvance, fcurrent, ... and the run's variables t, dt, celsius, secondorder, stoprun.
void register_run_functions(Registry& registry, const RunParts& parts) {
    const Context& context = parts.context;
    engine::Model& model = context.model;
    VariableDefinition t = scalar(model, "t", "ms", "The simulation time.", &engine::Model::t, nullptr);
    t.reference = [&model]() -> NumberRefPtr {
        return std::make_shared<EngineRef>(model, engine::VariableRef{}, "t", nullptr);
    };
    registry.add(std::move(t));
    // Like NEURON, accepts any number; a fixed step then needs one above 0.
    registry.add(scalar(model, "dt", "ms", "The time step.", &engine::Model::dt, nullptr));
    registry.add(scalar(model, "celsius", "degC", "Temperature.", &engine::Model::celsius, [&model](double) {
        for (const auto& mechanism : model.mechanisms()) mechanism->touch();
    }));

    VariableDefinition secondorder;
    secondorder.name = "secondorder";
    secondorder.doc = "0: implicit Euler; 1 and 2: Crank-Nicolson (with 2, ion currents are also of second order).";
    secondorder.load = [&model] { return static_cast<double>(model.secondorder); };
    secondorder.store = [&model](double value) {
        if (value != 0 && value != 1 && value != 2) throw std::runtime_error("secondorder must be 0, 1 or 2");
        model.secondorder = static_cast<int>(value);
    };
    registry.add(std::move(secondorder));

    VariableDefinition stoprun;
    stoprun.name = "stoprun";
    stoprun.doc = "1: the run ends at the next step.";
    const auto stop = std::make_shared<double>(0);
    stoprun.load = [stop] { return *stop; };
    stoprun.store = [stop, &context](double value) {
        *stop = value;
        if (value != 0) context.simulation.hooks().request_stop();
    };
    registry.add(std::move(stoprun));

    VariableDefinition diam_changed;
    diam_changed.name = "diam_changed";
    diam_changed.doc = "Accepted, without effect: areas and resistances always follow the shape.";
    const auto changed = std::make_shared<double>(1);
    diam_changed.load = [changed] { return *changed; };
    diam_changed.store = [changed](double value) { *changed = value; };
    registry.add(std::move(diam_changed));

    registry.add(FunctionDefinition{"initnrn", "initnrn()",
                                    "Resets t, dt, celsius and secondorder to their initial values.",
                                    [&model](Call&) -> Result {
                                        const engine::Model fresh;
                                        model.t = fresh.t;
                                        model.dt = fresh.dt;
                                        model.celsius = fresh.celsius;
                                        model.secondorder = fresh.secondorder;
                                        for (const auto& mechanism : model.mechanisms()) mechanism->touch();
                                        return 1.;
                                    }});
    registry.add(
        FunctionDefinition{"nrnmpi_init", "nrnmpi_init()",
                           "Prints the number of ranks, once. MPI is already initialized if mpiexec started the "
                           "program.",
                           [&context](Call& call) -> Result {
                               call.interpreter().print(exchange::announcement(context.transport));
                               return 0.;
                           }});
    registry.add(FunctionDefinition{"finitialize", "finitialize([v])",
                                    "Sets t to 0, the voltage to v [mV] everywhere, and all states to their initial "
                                    "values.",
                                    [&parts](Call& call) -> Result {
                                        std::optional<double> v;
                                        if (call.size()) v = call.number(0);
                                        parts.run.initialize(v);
                                        return 1.;
                                    }});
    registry.add(FunctionDefinition{"fadvance", "fadvance()", "Advances by one step.", [&parts](Call&) -> Result {
                                        parts.run.advance();
                                        return 1.;
                                    }});
    registry.add(FunctionDefinition{"frecord_init", "frecord_init()",
                                    "Clears the recording Vectors and restarts recording at t.",
                                    [&context](Call&) -> Result {
                                        context.simulation.restart_records();
                                        return 1.;
                                    }});
    registry.add(FunctionDefinition{"fcurrent", "fcurrent()",
                                    "Recomputes currents and conductances from the present state.",
                                    [&context](Call&) -> Result {
                                        context.simulation.compute_currents();
                                        return 1.;
                                    }});
}

}  // namespace ranvier::hoc
