#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mechanisms/nmodl/codegen/lane_passes.hpp"
#include "mechanisms/nmodl/codegen/print_kernels.hpp"

namespace ranvier::nmodl {

/// "RV_COLD " for functions that do not run in every step, "" for others.
std::string heat(const std::string& kernel);

/// Whether only variable steps run this kernel.
bool is_of_variable_steps(const std::string& kernel);

/// A loop over the instances of a kernel; a kernel with TABLEs has two.
struct Loop {
    std::string kernel, name;
    const Block* block = nullptr;
    DataFlow flow;
    TableUse tables = TableUse::Either;
    bool has_few = false;  ///< few instances run in a separate, faster loop
};

/// The loops of a kernel. A loop that reads TABLEs does not access variables that only the tabulated blocks use.
std::vector<Loop> loops_of(const Plan& plan, const std::string& kernel, const Block& block, const DataFlow& flow);

/// The call of a loop. Loops without chunks are called for contiguous or for indexed compartments.
std::string call_of(const Plan& plan, const InstanceAccess& access, const Loop& loop);

/// Prints the entry point, which selects the loop. If there are two `calls`, the last one reads TABLEs.
void print_entry(const Plan& plan, const std::string& name, const std::vector<std::string>& calls, CppWriter& out);

/// The beginning of a loop's function, and its end.
void print_template(const InstanceAccess& access, CppWriter& out);
void print_loop_start(const InstanceAccess& access, const Loop& loop, CppWriter& out);
void print_loop_end(const InstanceAccess& access, CppWriter& out);

/// The head of the loop over instances.
void print_for(const InstanceAccess& access, CppWriter& out, const std::string& first = "0");

/// Declares the parts of TABLEs by their names in straight code.
void print_tables_used(const Plan& plan, const StraightCode& code, CppWriter& out);
/// Definitions before the loop, and assignments at the end of its body.
void print_invariants(const Plan& plan, const StraightCode& code, CppWriter& out);
void print_results(const Plan& plan, const StraightCode& code, CppWriter& out);

/// The name of the solved block, for messages.
std::string solve_text(const Plan& plan, const Block& block);

/// Prints straight code as loops over a chunk, or as one loop over all instances.
class PassPrinter {
  public:
    /// Values from arrays: name and array.
    using Given = std::vector<std::pair<std::string, std::string>>;

    /// `keep`: as in cut_passes. `arrays`: the name of the arrays between loops.
    PassPrinter(const Plan& plan, const InstanceAccess& access, StraightCode& code,
                const std::vector<std::string>& keep, bool is_hot, CppWriter& out,
                const std::string& arrays = "rv_between", Given given = {});

    void print_arrays() const;
    /// `finish` prints the code after the results. `is_scalar`: prevents vectorization.
    void print(const std::function<void()>& finish, bool is_scalar = false) const;

  private:
    void print_failed() const;
    void print_failures() const;

    const Plan& plan_;
    const InstanceAccess& access_;
    StraightCode& code_;
    const LanePasses passes_;
    const Given given_;
    CppWriter& out_;
};

}  // namespace ranvier::nmodl
