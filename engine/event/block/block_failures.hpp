#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "engine/event/block/mechanism_output.hpp"
#include "engine/event/block/receivers.hpp"

namespace ranvier::engine {

class Model;

/// What the mechanisms of a block say: failures, of which the first ends the run, and warnings.
class BlockFailures {
  public:
    /// All must outlive this object. `block`: its number.
    BlockFailures(const Model& model, const Receivers& receivers, MechanismOutput& output, std::uint32_t block)
        : model_(model), receivers_(receivers), output_(output), block_(block) {}
    BlockFailures(const BlockFailures&) = delete;
    BlockFailures& operator=(const BlockFailures&) = delete;

    void fail(const rv_instances* in, std::int32_t i, std::string_view message);
    /// Prints a warning, but only the first of each mechanism.
    void warn(const rv_instances* in, std::int32_t i, std::string_view message);
    void print(const char* text) { output_.print(text); }

    bool any() const { return !error_.empty(); }
    /// Throws SimulationError if a mechanism has failed.
    void check() const;
    /// To be called where a MechanismError is caught: throws a SimulationError that says where and when (`t` [ms]) it
    /// occurred.
    [[noreturn]] void rethrow(double t) const;
    void clear() { error_.clear(); }

  private:
    /// The message with the instance's mechanism and place, and t.
    std::string about_instance(const rv_instances* in, std::int32_t i, std::string_view message) const;
    std::string name_of(MechanismId mechanism, std::int32_t i) const;

    const Model& model_;
    const Receivers& receivers_;
    MechanismOutput& output_;
    std::uint32_t block_;
    std::string error_;  // message of the first failure; empty: none
};

}  // namespace ranvier::engine
