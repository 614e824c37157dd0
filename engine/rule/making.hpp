#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/rule/distribution.hpp"

namespace ranvier::engine {

/// The synapses that a rule makes on its target cells: one for each connection or, if they are shared, one for all
/// connections in a segment whose synapses have equal parameters.
struct Making {
    struct Parameter {
        std::string name;
        std::uint16_t column;  ///< of the mechanism's variables
        Distribution values;
    };
    /// A FUNCTION or PROCEDURE of the mechanism that is called once for each synapse.
    struct Call {
        struct Argument {
            enum class Kind : std::uint8_t { number, gid, index } kind;  ///< of the target; of its connection
            double number;
        };
        int function;
        std::vector<Argument> arguments;
    };
    static constexpr std::size_t most_parameters = 64;

    std::uint16_t mechanism = 0;  ///< the MechanismId of a point process that receives events
    std::vector<Parameter> parameters;
    std::vector<Call> calls;  ///< after parameters have been set
    bool is_shared = false;
    bool draws_places = true;  ///< or else connection k is made at place k of its cell
};

}  // namespace ranvier::engine
