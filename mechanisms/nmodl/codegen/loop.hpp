#pragma once

#include <functional>
#include <string>
#include <vector>

#include "mechanisms/nmodl/codegen/lane_passes.hpp"
#include "mechanisms/nmodl/codegen/print_kernels.hpp"

namespace ranvier::nmodl {

/// RV_COLD for functions that do not run in every step.
std::string heat(const std::string& kernel);

/// A kernel of variable steps.
bool is_of_variable_steps(const std::string& kernel);

/// A loop over the instances of a kernel; a kernel with TABLEs has two.
struct Loop {
    std::string kernel, name;
    const Block* block = nullptr;
    DataFlow flow;
    TableUse tables = TableUse::Either;
    bool has_few = false;  ///< a further loop is faster for few instances
};

/// The loops of a kernel. A loop that looks up in TABLEs does not touch what only their blocks use.
std::vector<Loop> loops_of(const Plan& plan, const std::string& kernel, const Block& block, const DataFlow& flow);

/// The call of a loop: for contiguous or indexed compartments where loops are not in chunks.
std::string call_of(const Plan& plan, const InstanceAccess& access, const Loop& loop);

/// Entry point that picks the loop: the last of `calls` to look up in TABLEs if there are two.
void print_entry(const Plan& plan, const std::string& name, const std::vector<std::string>& calls, CppWriter& out);

/// The head of a loop's function, and its end.
void print_template(const InstanceAccess& access, CppWriter& out);
void print_loop_start(const InstanceAccess& access, const Loop& loop, CppWriter& out);
void print_loop_end(const InstanceAccess& access, CppWriter& out);

/// The loop itself.
void print_for(const InstanceAccess& access, CppWriter& out);

/// The names of the parts of TABLEs in straight code.
void print_tables_used(const Plan& plan, const StraightCode& code, CppWriter& out);
/// Before the loop, and at its end.
void print_invariants(const Plan& plan, const StraightCode& code, CppWriter& out);
void print_results(const Plan& plan, const StraightCode& code, CppWriter& out);

/// The name of what is solved, for messages.
std::string solve_text(const Plan& plan, const Block& block);

/// Straight code as loops over a chunk, or as one over all instances.
class PassPrinter {
  public:
    /// Values from arrays: name and array.
    using Given = std::vector<std::pair<std::string, std::string>>;

    /// `keep`: as in cut_passes. `arrays`: name of those between loops.
    PassPrinter(const Plan& plan, const InstanceAccess& access, StraightCode& code,
                const std::vector<std::string>& keep, bool is_hot, CppWriter& out,
                const std::string& arrays = "rv_between", Given given = {});

    void print_arrays() const;
    /// `finish` prints what follows the results. `is_scalar`: without vectors.
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
