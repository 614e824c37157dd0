#pragma once

#include "engine/variable/event_run.hpp"
#include "engine/variable/variable_run.hpp"
#include "run/parts.hpp"

namespace ranvier::engine {

/// The parts of a run by variable steps, on top of those of a rank.
struct StepParts {
    explicit StepParts(Parts& its_parts) : parts(its_parts) {
        parts.variable.active = true;
        parts.variable.absolute_tolerance = 1e-5;
    }

    Parts& parts;
    Integrators integrators{parts.tables, parts.hooks, parts.variable};
    BetweenSteps between{parts.tables, parts.intervals, parts.hooks, integrators};
    GlobalSteps global{parts.tables, integrators, between};
    LocalSteps local{parts.tables, parts.intervals, integrators, between};
    VariableRun steps{integrators, between, global, local};
    EventRun events{parts.tables, between};
};

/// All of that on one rank.
struct VariableParts : PartsOfOneRank, StepParts {
    VariableParts() : StepParts(static_cast<Parts&>(*this)) {}

    /// Time 0, with these voltages.
    void begin_steps(double v_mV = -65) {
        begin_now(v_mV);
        steps.restart();
        tables.player().init_record(tables.blocks(), 0);
    }
    void advance_to(double t) { run_to_completion(steps.advance(t)); }
    /// Sends an event of such a weight, by hand.
    void send(InstanceId to, double t, double weight) {
        const NetConId netcon = network.connect(SourceId::none, to, 1, weight);
        tables.prepare();
        tables.delivery().add_netcon_event(network.at(netcon), t);
    }
    double v(Section& section) { return model.load(v_of(section)); }
};

}  // namespace ranvier::engine
