#pragma once

#include <string>
#include <string_view>

#include "hoc_like/language/interface/cable_host.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/language/interface/symbols.hpp"

namespace ranvier::hoc {

/// The parser's view of names: looks them up and declares them.
///
/// hoc cannot be parsed without it: whether `soma insert hh` is a statement, `x(0.5)` a call and `a.b` a member depends
/// on how `soma`, `x` and `a` have been declared by then. The machine implements this interface.
///
/// Functions that declare throw std::runtime_error with a message for the script.
class Names {
  public:
    virtual ~Names() = default;

    /// The scope of new declarations: the open template, the object in whose scope code runs, or the top level.
    virtual Scope& scope() = 0;
    virtual Scope& top_scope() = 0;
    virtual bool is_in_template() const = 0;
    virtual void begin_template(const std::string& name) = 0;
    virtual void end_template(const std::string& name) = 0;

    // Built-in names.
    virtual bool is_builtin(std::string_view name) = 0;
    virtual const FunctionDefinition* find_function(std::string_view name) = 0;
    virtual const VariableDefinition* find_variable(std::string_view name) = 0;
    virtual const CableHost& cable_host() const = 0;
    /// What stands for a section of Python, by its name without "_pysec."; null if there is none.
    virtual Symbol* python_section(std::string_view name) = 0;
    /// A built-in class or a top-level template; null if there is none.
    virtual ClassInfo* find_class(std::string_view name) = 0;

    /// Changes the symbol's kind and gives it new storage.
    virtual void give_slot(Symbol& symbol, SymbolKind kind) = 0;
    virtual void set_dimensions(Symbol& symbol, int dimensions) = 0;
    /// Makes the symbol a procedure of this kind, which is not defined yet.
    virtual void make_procedure(Symbol& symbol, ProcedureKind kind) = 0;

    /// "; did you mean 'x'?", what to load for the name, or an empty string.
    virtual std::string suggestion(std::string_view name) = 0;
};

}  // namespace ranvier::hoc
