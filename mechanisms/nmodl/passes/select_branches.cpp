#include "mechanisms/nmodl/passes/select_branches.hpp"

#include <algorithm>

#include "mechanisms/nmodl/passes/known_functions.hpp"

namespace ranvier::nmodl {
namespace {

constexpr std::size_t most_assignments = 12;  // with more assignments a branch is cheaper

class Selector {
  public:
    explicit Selector(const Program& program) : program_(program) {}

    void block(Block& block) {
        names_ = 0;
        locals_.clear();
        statements(block.body);
        if (locals_.empty()) return;
        auto declaration = make_statement(StatementKind::Local, block.where);
        declaration->declared = std::move(locals_);
        block.body.insert(block.body.begin(), std::move(declaration));
    }

  private:
    bool is_pure(const Expression& e) const {
        bool pure = true;
        for_each(e, [&](const Expression& part) {
            if (part.kind == ExpressionKind::String || part.kind == ExpressionKind::Index) pure = false;
            if (part.kind != ExpressionKind::Call) return;
            const auto* known = program_.block(part.text) ? nullptr : known_function(part.text);
            if (!known || !known->is_pure) pure = false;
        });
        return pure;
    }

    bool is_simple(const Statements& branch) const {
        return branch.size() <= most_assignments && std::all_of(branch.begin(), branch.end(), [&](const auto& s) {
                   if (s->kind != StatementKind::Assign || s->value[0]->kind != ExpressionKind::Name) return false;
                   const auto* symbol = program_.symbol(s->value[0]->text);
                   if (symbol && symbol->storage == Storage::Pointer) return false;
                   return is_pure(*s->value[1]);
               });
    }

    void statements(Statements& body) {
        for (auto& statement : body) {
            statements(statement->body);
            statements(statement->otherwise);
            if (statement->kind != StatementKind::If || !is_pure(*statement->value[0])) continue;
            flatten(statement->body);
            flatten(statement->otherwise);
            if (is_simple(statement->body) && is_simple(statement->otherwise)) statement = selected(*statement);
        }
    }

    /// Flattens an inner if that has become a block of assignments, so that the outer if can be converted.
    static void flatten(Statements& branch) {
        Statements flat;
        for (auto& statement : branch) {
            const bool is_block = statement->kind == StatementKind::Block && statement->name == "select";
            if (!is_block) {
                flat.push_back(std::move(statement));
                continue;
            }
            for (auto& inner : statement->body) flat.push_back(std::move(inner));
        }
        branch = std::move(flat);
    }

    using Renamed = std::vector<std::pair<std::string, std::string>>;

    static void rename(Expression& e, const Renamed& names) {
        for_each(e, [&](Expression& part) {
            if (part.kind != ExpressionKind::Name) return;
            const auto found =
                std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.first == part.text; });
            if (found != names.end()) part.text = found->second;
        });
    }

    /// Computes a branch into temporaries.
    Renamed compute(const Statements& branch, const std::string& suffix, Statements& into) {
        Renamed names;
        for (const auto& statement : branch) {
            auto copy = clone(*statement);
            rename(*copy->value[1], names);
            auto& target = copy->value[0]->text;
            const auto original = target;
            const auto found =
                std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.first == original; });
            if (found == names.end()) {
                target = original + suffix + std::to_string(++names_);
                names.emplace_back(original, target);
                locals_.push_back({target, 0, copy->where});
            } else {
                target = found->second;
            }
            into.push_back(std::move(copy));
        }
        return names;
    }

    StatementPtr selected(const Statement& branch) {
        auto made = make_statement(StatementKind::Block, branch.where);
        made->name = "select";
        const auto condition = "is_" + std::to_string(++names_) + "_";
        locals_.push_back({condition, 0, branch.where});
        Statements body;
        auto test = make_binary("!=", clone(*branch.value[0]), make_number("0.0"));
        const auto& op = branch.value[0]->text;
        const bool is_truth =
            branch.value[0]->kind == ExpressionKind::Binary && (op == "<" || op == ">" || op == "<=" || op == ">=" ||
                                                                op == "==" || op == "!=" || op == "&&" || op == "||");
        if (is_truth) test = clone(*branch.value[0]);
        const auto yes = compute(branch.body, "_then", body);
        const auto no = compute(branch.otherwise, "_else", body);
        // Before the assignments: they may change what the condition reads.
        body.insert(body.begin(), make_assign(make_name(condition), std::move(test)));
        const auto choose = [&](const std::string& name, const std::string& a, const std::string& b) {
            auto select = std::make_unique<Expression>();
            select->kind = ExpressionKind::Select;
            select->operands.push_back(make_binary("!=", make_name(condition), make_number("0.0")));
            select->operands.push_back(make_name(a));
            select->operands.push_back(make_name(b));
            body.push_back(make_assign(make_name(name), std::move(select)));
        };
        const auto in = [](const Renamed& names, const std::string& name) {
            const auto found = std::find_if(names.begin(), names.end(), [&](const auto& n) { return n.first == name; });
            return found == names.end() ? name : found->second;
        };
        for (const auto& [name, computed] : yes) choose(name, computed, in(no, name));
        for (const auto& [name, computed] : no) {
            if (in(yes, name) == name) choose(name, name, computed);
        }
        made->body = std::move(body);
        return made;
    }

    const Program& program_;
    int names_ = 0;
    std::vector<LocalVariable> locals_;
};

}  // namespace

void select_branches(Program& program) {
    Selector selector(program);
    for (auto& block : program.blocks) {
        if (block.kind != BlockKind::NetReceive) selector.block(block);
    }
}

}  // namespace ranvier::nmodl
