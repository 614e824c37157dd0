#pragma once

#include <deque>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "hoc_like/language/compile/code.hpp"
#include "hoc_like/language/syntax/names.hpp"
#include "hoc_like/language/syntax/parser.hpp"
#include "tests/hoc_like/language/fake_cables.hpp"

namespace ranvier::hoc::test {

/// Names without a machine: a top level on which nothing runs, and no templates.
class FakeNames final : public Names {
  public:
    Scope& scope() override { return top_; }
    Scope& top_scope() override { return top_; }
    bool is_in_template() const override { return false; }
    void begin_template(const std::string&) override { throw std::runtime_error{"no templates here"}; }
    void end_template(const std::string&) override { throw std::runtime_error{"no templates here"}; }
    bool is_builtin(std::string_view name) override {
        return find_function(name) || cables_.range_name(name) || cables_.is_mechanism(name);
    }
    const FunctionDefinition* find_function(std::string_view name) override {
        return name == function_.name ? &function_ : nullptr;
    }
    const VariableDefinition* find_variable(std::string_view) override { return nullptr; }
    const CableHost& cable_host() const override { return cables_; }
    ClassInfo* find_class(std::string_view) override { return nullptr; }
    void give_slot(Symbol& symbol, SymbolKind kind) override {
        symbol.kind = kind;
        symbol.slot = &slots_.emplace_back();
    }
    void set_dimensions(Symbol& symbol, int dimensions) override { symbol.dimensions = dimensions; }
    void make_procedure(Symbol& symbol, ProcedureKind kind) override {
        symbol.kind = SymbolKind::procedure;
        symbol.procedure_kind = kind;
    }
    std::string suggestion(std::string_view) override { return {}; }

  private:
    Scope top_{nullptr};
    std::deque<Slot> slots_;
    FakeCables cables_;
    FunctionDefinition function_{"answer", "answer(x)", "", {}};
};

/// What a text is parsed to, item by item, with the names that its items declared.
struct Parsed {
    explicit Parsed(const std::string& text) : source{std::make_shared<Source>("test.hoc", text)} {
        Parser parser{names, source};
        for (Item item = parser.next(); item.kind != Item::Kind::end; item = parser.next()) {
            items.push_back(std::move(item));
        }
    }
    const Statement& last() const { return *items.back().statement; }

    FakeNames names;
    SourcePtr source;
    std::vector<Item> items;
};

}  // namespace ranvier::hoc::test
