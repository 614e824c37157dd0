#pragma once

#include <string>
#include <string_view>

#include "hoc_like/language/interface/cable_host.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/language/interface/symbols.hpp"

namespace ranvier::hoc {

/// What the parser asks about names, and what it declares.
///
/// hoc cannot be parsed without this: whether `soma insert hh` is a statement, `x(0.5)` a call and `a.b` a member is
/// decided by what `soma`, `x` and `a` have been declared to be by then. The machine implements it.
///
/// Functions that declare throw std::runtime_error with a message for the script.
class Names {
  public:
    virtual ~Names() = default;

    /// Where declarations go now: the open template, the object whose scope runs, or the top level.
    virtual Scope& scope() = 0;
    virtual Scope& top_scope() = 0;
    virtual bool is_in_template() const = 0;
    virtual void begin_template(const std::string& name) = 0;
    virtual void end_template(const std::string& name) = 0;

    // What is built in.
    virtual bool is_builtin(std::string_view name) = 0;
    virtual const FunctionDefinition* find_function(std::string_view name) = 0;
    virtual const VariableDefinition* find_variable(std::string_view name) = 0;
    virtual const CableHost& cable_host() const = 0;
    /// Built in, or a template of the top level.
    virtual ClassInfo* find_class(std::string_view name) = 0;

    /// The symbol is of that kind from now on, with a new place.
    virtual void give_slot(Symbol& symbol, SymbolKind kind) = 0;
    virtual void set_dimensions(Symbol& symbol, int dimensions) = 0;
    /// The symbol is a procedure of that kind from now on, which is yet to be defined.
    virtual void make_procedure(Symbol& symbol, ProcedureKind kind) = 0;

    /// "; did you mean 'x'?" or nothing.
    virtual std::string suggestion(std::string_view name) = 0;
};

}  // namespace ranvier::hoc
