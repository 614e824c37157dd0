#pragma once

#include "mechanisms/nmodl/codegen/body.hpp"

namespace ranvier::nmodl {

/// Statements, cut into functions if there are many. The time and memory that compilers need for one function grow
/// faster than its length: 189 states of a KINETIC scheme took g++ 12 22 s and 620 MB.
///
/// Printed are first the functions, then their calls. Locals of the statements are members of a struct, which each
/// function copies to variables and back.
class LongCode {
  public:
    /// What the functions need to reach the statements' variables.
    struct Words {
        std::string name;                ///< of the functions
        std::string parameters;          ///< ends with a comma if there are any
        std::string arguments;           ///< likewise
        std::vector<std::string> begin;  ///< first lines of the functions
        bool in_lanes = false;           ///< for RV_LANES instances at once: variables end with [rv_l]
    };
    LongCode(const Statements& all, Words words, Body& body, CppWriter& out);

    bool is_cut() const { return !parts_.empty(); }
    void stay_whole() { parts_.clear(); }
    /// Prints the functions; nothing if there are few statements.
    void print_functions();
    /// Prints the statements, or the calls in their place.
    void print_statements();

  private:
    using Part = std::vector<const Statement*>;
    void flatten(const Statements& all, std::vector<const Statement*>& flat) const;
    void cut(const std::vector<const Statement*>& flat);
    void print_function(const Part& part, const std::string& name);
    void print_local(const LocalVariable& local);
    void print_inside(const Part& part);
    std::string local(const LocalVariable& local) const;

    const Statements& all_;
    Words words_;
    Body& body_;
    CppWriter& out_;
    std::vector<Part> parts_;  ///< empty: not cut
    std::vector<LocalVariable> locals_;
};

}  // namespace ranvier::nmodl
