#include <set>

#include "mechanisms/nmodl/passes/known_functions.hpp"
#include "mechanisms/nmodl/passes/resolve_names.hpp"

namespace ranvier::nmodl {
namespace {

class Renamer {
  public:
    Renamer(const Program& program, bool is_c) : is_c_(is_c) {
        for (const auto& symbol : program.symbols) taken_.insert(symbol.name);
        for (const auto& block : program.blocks) taken_.insert(block.name);
        for (const auto& name : known_function_names()) taken_.insert(name);
        taken_.insert({"in", "i", "count"});  // the loop around the block in the generated code
    }

    void block(Block& block) {
        used_.clear();
        scopes_.assign(1, {});
        for (auto& argument : block.arguments) argument.name = declare(argument.name);
        if (block.kind == BlockKind::NetReceive) block.arguments.push_back({declare("flag"), {}, block.where});
        if (block.kind == BlockKind::Function) {
            // The variable of the function's value keeps the function's name: the syntax of a call differs.
            scopes_.back()[block.name] = is_c_ ? "_l" + block.name : block.name;
            if (!is_c_) scopes_.back()["_l" + block.name] = block.name;  // its name in C
        }
        statements(block.body);
    }

  private:
    std::string declare(const std::string& name) {
        // These are the names that VERBATIM uses; C and NMODL have the same scopes.
        if (is_c_) return scopes_.back()[name] = "_l" + name;
        std::string made = name;
        while (taken_.contains(made) || !used_.insert(made).second) made += "_";
        scopes_.back()[name] = made;
        return made;
    }

    void rename(std::string& name) const {
        for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
            if (const auto found = scope->find(name); found != scope->end()) {
                name = found->second;
                return;
            }
        }
    }

    void expression(Expression& e) const {
        if (e.kind == ExpressionKind::Name || e.kind == ExpressionKind::Index) rename(e.text);
        for (auto& operand : e.operands) expression(*operand);
    }

    void statements(Statements& body) {
        scopes_.push_back({});
        for (auto& statement : body) one(*statement);
        scopes_.pop_back();
    }

    void one(Statement& s) {
        const bool opens = s.kind == StatementKind::From || s.kind == StatementKind::ForNetcons ||
                           s.kind == StatementKind::Compartment || s.kind == StatementKind::Diffusion;
        if (s.kind == StatementKind::From) {
            for (auto& value : s.value) expression(*value);
        }
        if (opens) scopes_.push_back({});
        if (s.kind == StatementKind::Local) {
            for (auto& local : s.declared) local.name = declare(local.name);
        } else if (s.kind == StatementKind::ForNetcons) {
            for (auto& name : s.names) name = declare(name);
        } else if (opens && !s.name.empty()) {
            s.name = declare(s.name);
        }
        if (s.kind != StatementKind::From) {
            for (auto& value : s.value) expression(*value);
        }
        for (auto* side : {&s.left, &s.right}) {
            for (auto& species : *side) expression(*species.species);
        }
        if (s.kind == StatementKind::Table) {
            for (auto& name : s.names) rename(name);
        }
        statements(s.body);
        statements(s.otherwise);
        if (opens) scopes_.pop_back();
    }

    bool is_c_;
    std::set<std::string> taken_, used_;
    std::vector<std::map<std::string, std::string>> scopes_;
};

}  // namespace

void rename_locals(Program& program, Diagnostics&) {
    Renamer renamer(program, program.is_c);
    for (auto& block : program.blocks) renamer.block(block);
}

void rename_locals_of_c(Program& program, const std::set<const Block*>& blocks) {
    Renamer renamer(program, false);
    for (auto& block : program.blocks) {
        if (blocks.contains(&block)) renamer.block(block);
    }
}

}  // namespace ranvier::nmodl
