#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mechanisms/nmodl/codegen/loop.hpp"

namespace ranvier::nmodl {

/// The part of a loop's code that depends on nothing but PARAMETERs of the instance and on what all instances share, such as
/// exp(-dt/tau1) in a synapse. Many instances have the same parameters, so it is computed once for each combination of
/// values (runtime/repeated_values.h), with the same bits.
class RepeatedValues {
  public:
    /// Takes this part out of the code of a loop in chunks. Nothing, and the code stays as it is, if it has no functions like
    /// exp, or more parameters or values than are worth the search.
    static std::optional<RepeatedValues> take(const Plan& plan, const Loop& loop, StraightCode& code);

    /// What the rest of the code finds in arrays.
    PassPrinter::Given given() const;
    /// Prints declarations before the loop over chunks, and code that fills the arrays at the start of each.
    void print_declarations(CppWriter& out) const;
    void print(const Plan& plan, const InstanceAccess& access, CppWriter& out);
    /// Puts this part back into the code, before the rest.
    void give_back(StraightCode& code);

  private:
    StraightCode code_;
    std::vector<std::string> parameters_, values_;
};

}  // namespace ranvier::nmodl
