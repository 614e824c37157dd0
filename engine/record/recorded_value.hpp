#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <variant>

#include "engine/record/records.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

/// Where a variable is stored, until the structure of the model changes.
struct VariablePlace {
    double* address = nullptr;  ///< null: deleted
    std::uint32_t block = 0;    ///< whose thread may read and write the variable
    bool is_t = false;          ///< the model's t: the address is that of the first block's t, which is ahead, if any
};

/// Precondition: the model is prepared.
VariablePlace place_of(Model& model, VariableRef variable);

/// What a record reads: a variable of the model, or a script's function.
struct RecordedValue {
    Recordable from;
    VariablePlace place = {};  ///< of a variable, once it is resolved

    std::optional<VariableRef> variable() const {
        const auto* found = std::get_if<VariableRef>(&from);
        return found ? std::optional(*found) : std::nullopt;
    }
    bool is_function() const { return !std::holds_alternative<VariableRef>(from); }
    /// Finds the variable's place.
    void resolve(Model& model) {
        place = is_function() ? VariablePlace{} : place_of(model, std::get<VariableRef>(from));
    }
    /// The variable's section or point process was deleted.
    bool is_gone() const { return !is_function() && !place.address; }
    /// Whether only the run's thread can read it.
    bool is_slow(const Model& model) const { return is_function() || (place.is_t && model.blocks().empty()); }
    /// The value at t [ms]. Precondition: not gone.
    double read(double t) const {
        if (is_function()) return std::get<std::function<double()>>(from)();
        return place.is_t ? t : *place.address;
    }
};

}  // namespace ranvier::engine
