#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "engine/event/delivery.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

class MechanismType;

/// What a run has changed of a model, so that it can go on from there again: t, voltages, the STATEs of mechanisms,
/// ions (reversal potentials and concentrations), every variable of mechanisms that receive events, weights, pending
/// events, what gap junctions have brought, and how far Vectors and rasters have been played. Not: parameters, ASSIGNED
/// variables of other mechanisms, RANDOM streams (as in NEURON; docs: "SaveState").
struct SavedState {
    /// Columns of one table for the given ids, column after column.
    struct Part {
        std::uint16_t table;
        std::vector<std::uint16_t> columns;
        std::vector<std::uint32_t> ids;
        std::vector<double> values;
    };
    /// What the target of a gap junction got from its source, maybe from another rank.
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
    Delivery::Pendings events;
    std::vector<std::pair<std::size_t, std::size_t>> plays;
    std::vector<double> patterns;  ///< up to where the spikes of each played raster are among the events [ms]
    std::vector<ScriptEvent> script_events;
};

/// What a variable holds once its saved value is back. C code (VERBATIM) may keep an address where others keep a
/// number, as mechanisms do that play a Vector: there the present one stays, for the saved one may be of another
/// process.
double restored_value(double saved, double present);

/// Values of the model at present.
std::vector<SavedState::Part> save_values(const Model& model);
/// Throws std::runtime_error, before anything has changed, if the model has other sections, mechanisms or instances
/// now.
void restore_values(Model& model, std::span<const SavedState::Part> parts);

/// The state as bytes, for files, and back; script events are left out. from_bytes throws std::runtime_error for bytes
/// that are no state, or one of another version of this program.
std::vector<std::byte> to_bytes(const SavedState& state);
SavedState from_bytes(std::span<const std::byte> bytes);

}  // namespace ranvier::engine
