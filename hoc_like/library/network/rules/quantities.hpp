#pragma once

#include <string>
#include <vector>

#include "engine/rule/distribution.hpp"
#include "hoc_like/library/network/cells/named_arguments.hpp"
#include "hoc_like/library/network/rules/place_function.hpp"

namespace ranvier::hoc {

/// Reads weights and parameters that may also depend on where a synapse is in its cell.
class Quantities {
  public:
    Quantities(Call& call, Interpreter& interpreter) : call_(call), interpreter_(interpreter) {}
    /// A number, a Vector, a distribution, an expression, a Python function, or a column of a file, whose values are null
    /// until they have been read.
    engine::Distribution read(const std::string& name, NamedArguments& given);
    /// An expression, or a Python function.
    PlaceFunction read_function(NamedArguments& given);
    /// Whether the next argument is one of these.
    bool is_function(const NamedArguments& given) const;
    /// Those that Distribution::Kind::of_place counts.
    const std::vector<PlaceFunction>& functions() const { return functions_; }
    /// The columns that have been asked for; `a` of a distribution without values counts them.
    const std::vector<std::string>& columns() const { return columns_; }
    static bool is_column(const engine::Distribution& of) {
        return of.kind == engine::Distribution::Kind::values && !of.values;
    }

  private:
    Call& call_;
    Interpreter& interpreter_;
    std::vector<PlaceFunction> functions_;
    std::vector<std::string> columns_;
};

}  // namespace ranvier::hoc
