#include "hoc_like/library/run/vector_record.hpp"

#include <fmt/format.h>

#include <memory>
#include <optional>
#include <vector>

#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/run/run_parts.hpp"
#include "hoc_like/library/run/vector_links.hpp"

namespace ranvier::hoc {

namespace {

engine::Samples samples(Call& call, int argument) {
    return call.native<VectorObject>(argument).data();
}

/// Skips the optional point process before the reference, from which NEURON finds the cell.
int first_after_point_process(Call& call) {
    return call.is_object(0) && call.object(0).as<PointProcess>() ? 1 : 0;
}

Result record(Call& call, const RunParts& parts) {
    const int first = first_after_point_process(call);
    const NumberRefPtr from = call.reference(first);
    std::optional<double> dt;
    engine::Samples at_times;
    if (call.is_object(first + 1)) {
        at_times = samples(call, first + 1);
    } else if (call.size() > first + 1) {
        dt = call.number(first + 1);
    }
    auto& to = call.self_as<VectorObject>();
    VectorLinks& links = parts.links;
    links.end_all(to.data());
    engine::Records& records = parts.context.simulation.records();
    const auto* place = dynamic_cast<const EngineRef*>(from.get());
    if (place) static_cast<void>(place->load());  // throws if the variable is gone
    const engine::RecordId id = place ? records.record(place->variable(), to.data(), dt, at_times)
                                      : records.record([from] { return from->load(); }, to.data(), dt, at_times);
    links.add_record(id, to, at_times ? &call.native<VectorObject>(first + 1) : nullptr);
    return call.self() ? Result{ObjectPtr{call.self()}} : Result{0.};
}

/// The arguments of play after the reference: dt | tvec[, continuous | indices of discontinuities]
engine::PlayedValues played_values(Call& call, const RunParts& parts, int first) {
    engine::PlayedValues played{call.self_as<VectorObject>().data()};
    if (call.is_object(first)) {
        played.times = samples(call, first);
    } else {
        played.dt = call.size() > first ? call.number(first) : parts.context.model.dt;
    }
    if (call.is_object(first + 1)) {
        played.continuous = true;
        played.discontinuities = samples(call, first + 1);
    } else {
        played.continuous = call.is_number(first + 1) && call.number(first + 1) != 0;
    }
    return played;
}

/// play(&x, ...), play("statement", ...) or play(index), which draws on a graph, and without a screen does nothing
Result play(Call& call, const RunParts& parts) {
    const int first = first_after_point_process(call);
    if (call.is_number(first)) return self_result(call);
    const engine::PlayedValues played = played_values(call, parts, first + 1);
    engine::Records& records = parts.context.simulation.records();
    const auto keep = [&](engine::PlayId id) {
        parts.links.add_play(id, call.self_as<VectorObject>(),
                             played.times ? &call.native<VectorObject>(first + 1) : nullptr);
    };
    if (call.is_string(first)) {  // a statement with $1
        const std::string statement = call.string(first);
        const auto run = [&interpreter = parts.context.interpreter, statement](double value) {
            std::string text = statement;
            const std::string number = fmt::format("{:.17g}", value);
            for (auto at = text.find("$1"); at != std::string::npos; at = text.find("$1", at + number.size())) {
                text.replace(at, 2, number);
            }
            interpreter.execute(text);
        };
        keep(records.play(run, played));
        return self_result(call);
    }
    const NumberRefPtr to = call.reference(first);
    const auto* place = dynamic_cast<const EngineRef*>(to.get());
    keep(place ? records.play(place->variable(), played)
               : records.play([to](double value) { to->store(value); }, played));
    return self_result(call);
}

}  // namespace

std::vector<MethodDefinition> vector_record_methods(const RunParts& parts) {
    return {
        {"record", "record(&x[, dt | tvec])", "Records x at each step, every dt [ms], or at the times in tvec [ms].",
         [&parts](Call& call) -> Result { return record(call, parts); }},
        {"play", "play(&x, dt | tvec[, continuous | indices])",
         "During the run, sets x to each value at its time [ms]; if continuous, interpolates linearly between the "
         "values. A Vector of indices also interpolates, and tells at which values x jumps.",
         [&parts](Call& call) -> Result { return play(call, parts); }},
        {"play_remove", "play_remove()", "Stops recording into, or playing, this Vector.",
         [&parts](Call& call) -> Result {
             parts.links.end_all(call.self_as<VectorObject>().data());
             return 1.;
         }},
    };
}

}  // namespace ranvier::hoc
