#pragma once

#include <algorithm>
#include <deque>
#include <iterator>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "hoc_like/language/compile/code.hpp"
#include "hoc_like/language/interface/builtin_math.hpp"
#include "hoc_like/language/syntax/lexer.hpp"
#include "hoc_like/language/syntax/names.hpp"
#include "hoc_like/language/syntax/parser.hpp"
#include "tests/hoc_like/language/fake_cables.hpp"

namespace ranvier::hoc::test {

/// Names without a machine, for texts that are parsed and compiled but do not run.
class FakeNames final : public Names {
  public:
    Scope& scope() override { return open_.empty() ? top_ : *open_.back()->scope; }
    Scope& top_scope() override { return top_; }
    bool is_in_template() const override { return !open_.empty(); }
    void begin_template(const std::string& name) override {
        Symbol& symbol = top_.find_or_add(name);
        if (symbol.kind != SymbolKind::unknown) throw std::runtime_error{name + " already has a meaning"};
        auto& info = templates_.emplace_back(std::make_unique<ClassInfo>(nullptr, name));
        info->scope = std::make_unique<Scope>(info.get());
        symbol.kind = SymbolKind::template_class;
        symbol.class_info = info.get();
        open_.push_back(info.get());
    }
    void end_template(const std::string& name) override {
        if (open_.empty() || open_.back()->name != name) throw std::runtime_error{name + " is not open"};
        open_.pop_back();
    }
    bool is_builtin(std::string_view name) override {
        return find_function(name) || find_variable(name) || find_class(name) || find_math(name) || is_keyword(name) ||
               cables_.range_name(name) || cables_.is_mechanism(name);
    }
    const FunctionDefinition* find_function(std::string_view name) override {
        static const FunctionDefinition functions[] = {
            {"answer", "answer(x)", "", {}}, {"depvar", "depvar x", "", {}}, {"eqn", "eqn x:: y = z", "", {}}};
        return find(functions, name);
    }
    const VariableDefinition* find_variable(std::string_view name) override {
        static const VariableDefinition variables[] = {variable("t", 0), variable("pair", 2)};
        return find(variables, name);
    }
    const CableHost& cable_host() const override { return cables_; }
    Symbol* python_section(std::string_view) override { return nullptr; }
    ClassInfo* find_class(std::string_view name) override {
        static ClassInfo box{nullptr, "Box"};
        return name == box.name ? &box : nullptr;
    }
    void give_slot(Symbol& symbol, SymbolKind kind) override {
        symbol.kind = kind;
        if (ClassInfo* owner = symbol.scope->owner()) {
            symbol.index = owner->slots++;
        } else {
            symbol.slot = &slots_.emplace_back();
        }
    }
    void set_dimensions(Symbol& symbol, int dimensions) override { symbol.dimensions = dimensions; }
    void make_procedure(Symbol& symbol, ProcedureKind kind) override {
        symbol.kind = SymbolKind::procedure;
        symbol.procedure_kind = kind;
    }
    std::string suggestion(std::string_view) override { return {}; }

  private:
    static VariableDefinition variable(const char* name, int length) {
        static double numbers[2];
        VariableDefinition made;
        made.name = name;
        made.address = numbers;
        made.length = length;
        return made;
    }

    template <class Definition, std::size_t n>
    static const Definition* find(const Definition (&all)[n], std::string_view name) {
        const auto found =
            std::find_if(std::begin(all), std::end(all), [&](const auto& each) { return each.name == name; });
        return found == std::end(all) ? nullptr : &*found;
    }

    Scope top_{nullptr};
    std::deque<Slot> slots_;
    std::vector<std::unique_ptr<ClassInfo>> templates_;
    std::vector<ClassInfo*> open_;
    FakeCables cables_;
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
