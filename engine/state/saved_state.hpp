#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "engine/event/pending_events.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

class MechanismType;

/// The variables of a model that a run has changed, for continuing from this state later: t, voltages, the STATEs of
/// mechanisms, ions (reversal potentials and concentrations), every variable of mechanisms that receive events,
/// weights, pending events, values from gap junctions, and the positions of played Vectors and rasters. Not included:
/// parameters, ASSIGNED variables of other mechanisms, RANDOM streams (as in NEURON; docs: "SaveState").
struct SavedState {
    /// Columns of one table for the given ids, column after column.
    struct Part {
        std::uint16_t table;
        std::vector<std::uint16_t> columns;
        std::vector<std::uint32_t> ids;
        std::vector<double> values;
    };
    /// The value that the target of a gap junction got from its source, perhaps from another rank.
    struct Transferred {
        VariableRef target;
        double value;
    };
    struct ScriptEvent {
        double t;
        std::function<void()> call;
    };

    double t = 0;  ///< [ms]
    std::vector<Part> parts;
    std::vector<Transferred> transferred;
    std::vector<double> weights;
    PendingEvents events;
    std::vector<std::pair<std::size_t, std::size_t>> plays;
    std::vector<double> patterns;  ///< time up to which the spikes of each played raster are among the events [ms]
    std::vector<ScriptEvent> script_events;
};

/// The value of a variable after restoring. C code (VERBATIM) may store an address in place of a number, like
/// mechanisms that play a Vector: the present address is kept then, because the saved one may be from another process.
double restored_value(double saved, double present);

/// Current values of the model.
std::vector<SavedState::Part> save_values(const Model& model);
/// Throws std::runtime_error, before changing anything, if the model now has different sections, mechanisms or
/// instances.
void restore_values(Model& model, std::span<const SavedState::Part> parts);

/// The state as bytes, for files, and back; script events are left out. from_bytes throws std::runtime_error for bytes
/// that are not a state of this version of the program.
std::vector<std::byte> to_bytes(const SavedState& state);
SavedState from_bytes(std::span<const std::byte> bytes);

}  // namespace ranvier::engine
