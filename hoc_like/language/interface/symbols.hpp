#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "hoc_like/language/interface/slot.hpp"

namespace ranvier::hoc {

struct Procedure;
class ClassInfo;
class Scope;

enum class SymbolKind { unknown, number, numbers, string, object, objects, section, procedure, template_class };
enum class ProcedureKind { proc, func, obfunc, iterator };

/// A name of a scope. Its kind is known when a statement that uses it is parsed.
///
/// A symbol is never moved or deleted, because compiled code refers to it; a declaration or `delete` changes its kind.
/// A top-level symbol has a slot; a symbol of a template has the index of the slot in each of the template's objects.
struct Symbol {
    Symbol();
    ~Symbol();  // defined where Procedure is complete
    std::string name;
    Scope* scope = nullptr;
    SymbolKind kind = SymbolKind::unknown;
    ProcedureKind procedure_kind = ProcedureKind::proc;
    int index = -1;                                    ///< slot index of a template's member; -1 at the top level
    Slot* slot = nullptr;                              ///< at the top level
    int dimensions = 0;                                ///< of arrays
    std::vector<std::pair<SymbolKind, Slot*>> former;  ///< of an objref: earlier shapes; freed on declaration
    std::vector<const Slot*> replaced;  ///< earlier slots that procedures may refer to until the declaration
    std::vector<int> shape;             ///< sizes of a template's arrays
    bool is_public = false;
    Symbol* external = nullptr;
    std::unique_ptr<Procedure> procedure;
    ClassInfo* class_info = nullptr;
};

const char* describe(const Symbol& symbol);

/// The names of the top level or of a template.
class Scope {
  public:
    explicit Scope(ClassInfo* owner) : owner_{owner} {}
    Symbol* find(std::string_view name) const;
    Symbol& find_or_add(std::string_view name);
    void remove(std::string_view name);
    ClassInfo* owner() const { return owner_; }
    const std::vector<std::unique_ptr<Symbol>>& symbols() const { return symbols_; }

  private:
    ClassInfo* owner_;
    std::vector<std::unique_ptr<Symbol>> symbols_;
    std::unordered_map<std::string_view, Symbol*> by_name_;
};

}  // namespace ranvier::hoc
