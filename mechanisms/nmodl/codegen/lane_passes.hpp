#pragma once

#include "mechanisms/nmodl/codegen/cpp_writer.hpp"
#include "mechanisms/nmodl/codegen/cut_passes.hpp"

namespace ranvier::nmodl {

/// The passes into which straight code is cut, and the arrays over lanes that carry values between passes.
class LanePasses {
  public:
    /// `keep`: as in cut_passes. `array`: the name of the arrays. `lane`: the loop counter. `lanes`: the number of
    /// lanes.
    LanePasses(const Plan& plan, StraightCode& code, const std::vector<std::string>& keep, std::string array,
               std::string lane, std::string lanes, CppWriter& out);
    /// A single pass.
    LanePasses(const Plan& plan, StraightCode& code, CppWriter& out);

    const std::vector<LoopPass>& passes() const { return passes_; }
    bool is_last(const LoopPass& pass) const { return &pass == &passes_.back(); }

    /// Declares the arrays, each of `length` numbers.
    void print_arrays(const std::string& length) const;
    /// Prints the inside of a pass's loop.
    void print_definitions(const LoopPass& pass) const;
    /// Prints the calls that follow the pass's loop.
    void print_calls(const LoopPass& pass) const;

  private:
    std::string between(const std::string& name) const;
    bool second_varies(const StraightCode::Definition& call) const;
    void print_call(const StraightCode::Definition& call) const;

    const Plan& plan_;
    const StraightCode& code_;
    const std::string array_, lane_, lanes_;
    CppWriter& out_;
    std::vector<LoopPass> passes_;
    std::map<std::string, std::size_t> number_;  // number of each array
};

}  // namespace ranvier::nmodl
