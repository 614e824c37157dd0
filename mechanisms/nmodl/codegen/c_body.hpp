#pragma once

#include "mechanisms/nmodl/codegen/body.hpp"

namespace ranvier::nmodl {

/// VERBATIM text between #line directives: the first names the .mod file, the second is `back_to_generated`.
void print_verbatim(const std::string& text, const Location& where, CppWriter& out);

/// The names by which VERBATIM blocks refer to the mechanism in the generated C file.
///
/// 1. A variable of an instance or an ion, or the target of a POINTER, is a macro with its NMODL name; `_p_x` is
///    POINTER x itself.
/// 2. A GLOBAL is a C variable `x_suffix` with a macro `x`; with SUFFIX nothing it keeps its own name.
/// 3. A local, an argument and a FUNCTION's result have the prefix `_l`; NET_RECEIVE's weights are `_args[k]`.
/// 4. FUNCTIONs return double, PROCEDUREs int. If `has_thread_arguments`, their first arguments are NEURON's four
///    thread arguments, which Ranvier ignores.
class CBody final : public Body {
  public:
    using Body::Body;

    /// `arguments`: NET_RECEIVE's arguments by their names in the tree ("_lw"). `vector`: the C array that holds them.
    void set_weights(const std::vector<Argument>& arguments, const std::string& vector);

  private:
    std::string name(const std::string& text) const override;
    std::string array(const std::string& text) const override;
    std::string element(const std::string& text, const std::string& index) const override;
    std::string local(const std::string& text) const override { return text; }
    std::string call(const Expression& e, const std::string& arguments) const override;
    std::string power(const Expression& e) const override;
    std::string select(const Expression& e) const override;
    std::string stream(const std::string& text) const override { return "&" + name(text); }
    std::string instances() const override { return "_rv_in"; }
    std::string index_call() const override { return "rv_index(_rv_in, _rv_i, &_rv_failed, "; }
    std::string failed() const override { return "_rv_failed"; }
    void open_loop(const std::string& counter, const std::string& first, const std::string& last,
                   const std::string& step) override;
    void close_loop() override;
    void watch(std::size_t number, const std::string& flag, bool is_first) override;
    void for_netcons(const Statement& s) override;
    void verbatim(const Statement& s) override { print_verbatim(s.name, s.where, out_); }
};

/// Placeholder for a `#line` of the generated file, replaced once line numbers are known.
inline constexpr const char* back_to_generated = "#line of the generated file";

/// The C function of a FUNCTION or PROCEDURE ("rates_hh"), or of another block that became one.
std::string c_function(const Plan& plan, const Block& block);
/// The signature of that function: "double vtrap_hh(double _lx, double _ly)".
std::string c_signature(const Plan& plan, const Block& block);

/// Whether BREAKPOINT has CONDUCTANCE statements, which give the derivative of its currents.
bool has_conductances(const Plan& plan);

/// Prints the static arrays of a function with a TABLE, which are recomputed when a variable they depend on changes.
void print_c_table(const Plan& plan, const Block& block, CppWriter& out);

/// The addresses of a TABLE's parts: lower end, points per unit of the argument, then the columns.
std::vector<std::string> c_table_addresses(const Plan& plan, const Block& block);

/// Prints a block solved by mechanisms/runtime/solvers.h, or the function of a FUNCTION_TABLE.
void print_c_solver(const Plan& plan, const Block& block, CppWriter& out);
void print_c_function_table(const Plan& plan, const Block& block, CppWriter& out);

/// The address of state `state` of instance i in the columns of the mechanism or of an ion; C and C++.
std::string address_of(const Plan& plan, const Expression& state);

/// Prints everything after the author's code: the entry points of rv_mechanism. All macros are undefined by then.
void print_c_entries(const Plan& plan, CppWriter& out);

/// The C variable of a GLOBAL.
std::string c_global(const Plan& plan, const Symbol& symbol);

}  // namespace ranvier::nmodl
