#pragma once

#include <string>
#include <vector>

#include "engine/rule/distribution.hpp"
#include "hoc_like/library/network/cells/named_arguments.hpp"
#include "hoc_like/library/network/cells/place_function.hpp"

namespace ranvier::hoc {

/// Reads weights and parameters that may also depend on where a synapse is in its cell.
class Quantities {
  public:
    Quantities(Call& call, Interpreter& interpreter) : call_(call), interpreter_(interpreter) {}
    /// A number, a Vector, a distribution, an expression, or a Python function.
    engine::Distribution read(const std::string& name, NamedArguments& given);
    /// An expression, or a Python function.
    PlaceFunction read_function(NamedArguments& given);
    /// Whether the next argument is one of these.
    bool is_function(const NamedArguments& given) const;
    /// Those that Distribution::Kind::of_place counts.
    const std::vector<PlaceFunction>& functions() const { return functions_; }

  private:
    Call& call_;
    Interpreter& interpreter_;
    std::vector<PlaceFunction> functions_;
};

}  // namespace ranvier::hoc
