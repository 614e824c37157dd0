#include "hoc_like/language/interface/symbols.hpp"

namespace ranvier::hoc {

const char* describe(const Symbol& symbol) {
    switch (symbol.kind) {
        case SymbolKind::unknown:
            return "an undefined name";
        case SymbolKind::number:
            return "a number";
        case SymbolKind::numbers:
            return "an array of numbers";
        case SymbolKind::string:
            return "a strdef";
        case SymbolKind::object:
            return "an objref";
        case SymbolKind::objects:
            return "an array of objrefs";
        case SymbolKind::section:
            return "a section";
        case SymbolKind::template_class:
            return "a template";
        case SymbolKind::procedure:
            break;
    }
    switch (symbol.procedure_kind) {
        case ProcedureKind::proc:
            return "a proc";
        case ProcedureKind::func:
            return "a func";
        case ProcedureKind::obfunc:
            return "an obfunc";
        case ProcedureKind::iterator:
            return "an iterator";
    }
    return "";
}

Symbol* Scope::find(std::string_view name) const {
    const auto found = by_name_.find(name);
    return found == by_name_.end() ? nullptr : found->second;
}

Symbol& Scope::find_or_add(std::string_view name) {
    if (Symbol* known = find(name)) return *known;
    Symbol& symbol = *symbols_.emplace_back(std::make_unique<Symbol>());
    symbol.name = name;
    symbol.scope = this;
    by_name_.emplace(symbol.name, &symbol);
    return symbol;
}

void Scope::remove(std::string_view name) {
    by_name_.erase(name);
}

}  // namespace ranvier::hoc
