#include <algorithm>

#include "mechanisms/nmodl/codegen/straight_code.hpp"
#include "mechanisms/nmodl/passes/initialize_states.hpp"
#include "mechanisms/nmodl/passes/known_functions.hpp"

namespace ranvier::nmodl {
namespace {

constexpr std::size_t most_definitions = 500;  // of longer code the compiler keeps too little in registers

/// The value of a variable at some point: a Number, a definition or a variable's first value.
struct Atom {
    ExpressionKind kind = ExpressionKind::Number;
    std::string text;

    ExpressionPtr expression() const { return kind == ExpressionKind::Number ? make_number(text) : make_name(text); }
    bool operator==(const Atom&) const = default;
};

using Values = std::map<std::string, Atom>;

class Straightener {
  public:
    Straightener(const Program& program, TableUse tables) : program_(program), tables_(tables) {}

    std::optional<StraightCode> run(const Statements& all) {
        scopes_.emplace_back();
        statements(all);
        if (!possible_) return std::nullopt;
        for (const auto& [name, atom] : symbols_) {
            auto value = atom.expression();
            // A first value that is itself assigned must be read before that happens.
            if (atom.kind == ExpressionKind::Name && symbols_.contains(atom.text) && atom.text != name) {
                value = make_name(code_.define(program_, atom.text, make_name(atom.text)));
            }
            code_.results[name] = std::move(value);
        }
        return std::move(code_);
    }

  private:
    ExpressionPtr give_up() {
        possible_ = false;
        return make_number("0.0");
    }

    Atom define(const std::string& base, ExpressionPtr value) {
        if (value->kind == ExpressionKind::Number || value->kind == ExpressionKind::Name) {
            return {value->kind, value->text};
        }
        if (code_.definitions.size() >= most_definitions) possible_ = false;
        return {ExpressionKind::Name, code_.define(program_, base, std::move(value))};
    }

    ExpressionPtr variable(const std::string& name) {
        for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
            if (const auto found = scope->find(name); found != scope->end()) return found->second.expression();
        }
        const auto* symbol = program_.symbol(name);
        if (!symbol || symbol->length > 0 || symbol->storage == Storage::Random) return give_up();
        if (const auto found = symbols_.find(name); found != symbols_.end()) return found->second.expression();
        return make_name(name);
    }

    void assign(const std::string& name, ExpressionPtr value) {
        for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope) {
            if (const auto found = scope->find(name); found != scope->end()) {
                found->second = define(name, std::move(value));
                return;
            }
        }
        const auto* symbol = program_.symbol(name);
        const bool plain = symbol && symbol->length == 0 && symbol->storage != Storage::Pointer &&
                           symbol->storage != Storage::Random && symbol->storage != Storage::Constant;
        if (!plain) {
            give_up();
            return;
        }
        symbols_[name] = define(name, std::move(value));
    }

    bool calls_blocks(const Expression& e) const {
        bool found = false;
        for_each(e, [&](const Expression& part) {
            found |= part.kind == ExpressionKind::Call && program_.block(part.text) != nullptr;
        });
        return found;
    }

    ExpressionPtr evaluate(const Expression& e) {
        switch (e.kind) {
            case ExpressionKind::Number:
                return clone(e);
            case ExpressionKind::Name:
                if (e.text == may_jump) return give_up();
                return variable(e.text);
            case ExpressionKind::String:
            case ExpressionKind::Index:
                return give_up();
            case ExpressionKind::Call:
                if (const auto* block = program_.block(e.text)) return inlined(*block, e);
                if (const auto* known = known_function(e.text); !known || !known->is_pure) return give_up();
                break;
            default:
                if ((e.text == "&&" || e.text == "||") && calls_blocks(*e.operands[1])) return give_up();
                break;
        }
        auto made = std::make_unique<Expression>();
        made->kind = e.kind;
        made->text = e.text;
        made->where = e.where;
        for (const auto& operand : e.operands) made->operands.push_back(evaluate(*operand));
        return made;
    }

    ExpressionPtr inlined(const Block& block, const Expression& call) {
        const bool known_kind = block.kind == BlockKind::Procedure || block.kind == BlockKind::Function;
        if (!known_kind || block.system.method != System::Method::None ||
            std::find(inside_.begin(), inside_.end(), &block) != inside_.end() ||
            call.operands.size() < block.arguments.size()) {
            return give_up();
        }
        Values arguments;
        for (std::size_t k = 0; k < block.arguments.size(); ++k) {
            arguments[block.arguments[k].name] = define(block.arguments[k].name, evaluate(*call.operands[k]));
        }
        arguments[block.name] = {ExpressionKind::Number, "0.0"};
        std::vector<Values> outer;
        outer.swap(scopes_);
        scopes_.push_back(std::move(arguments));
        if (tables_ == TableUse::Always && table_of(block)) {
            look_up(block);
            const auto value = scopes_.front()[block.name];
            scopes_.swap(outer);
            return value.expression();
        }
        inside_.push_back(&block);
        statements(block.body);
        inside_.pop_back();
        const auto value = scopes_.front()[block.name];
        scopes_.swap(outer);
        return value.expression();
    }

    /// Assigns what the table of a block holds.
    void look_up(const Block& block) {
        if (block.arguments.size() != 1) {
            give_up();
            return;
        }
        auto distance =
            make_binary("-", variable(block.arguments[0].name), make_name("rv_table_from_" + block.name));
        const auto at =
            define("at", make_binary("*", make_name("rv_table_scale_" + block.name), std::move(distance)));
        for (const auto& name : table_names(block)) {
            auto values = make_name("rv_table_" + block.name + "_" + name);
            auto last = make_number(static_cast<double>(table_of(block)->count));
            assign(name, make_call("rv_looked_up", std::move(values), std::move(last), at.expression()));
        }
    }

    void statements(const Statements& all) {
        for (const auto& s : all) {
            if (!possible_) return;
            statement(*s);
        }
    }

    void inner(const Statements& all) {
        scopes_.emplace_back();
        statements(all);
        scopes_.pop_back();
    }

    void statement(const Statement& s) {
        switch (s.kind) {
            case StatementKind::Assign:
                if (s.value[0]->kind != ExpressionKind::Name) {
                    give_up();
                    return;
                }
                assign(s.value[0]->text, evaluate(*s.value[1]));
                return;
            case StatementKind::Call:
                evaluate(*s.value[0]);
                return;
            case StatementKind::If:
                branch(s);
                return;
            case StatementKind::Block:
                inner(s.body);
                return;
            case StatementKind::Local:
                for (const auto& local : s.declared) {
                    if (local.length > 0) give_up();
                    scopes_.back()[local.name] = {ExpressionKind::Number, "0.0"};
                }
                return;
            case StatementKind::Table:
            case StatementKind::Conductance:
                return;
            default:
                give_up();
        }
    }

    void branch(const Statement& s) {
        auto test = make_binary("!=", evaluate(*s.value[0]), make_number("0.0"));
        const auto condition = define("is", std::move(test));
        const auto scopes = scopes_;
        const auto symbols = symbols_;
        inner(s.body);
        const auto scopes_then = std::exchange(scopes_, scopes);
        const auto symbols_then = std::exchange(symbols_, symbols);
        inner(s.otherwise);
        for (std::size_t k = 0; k < scopes_.size(); ++k) merge(condition, scopes_then[k], scopes_[k]);
        merge(condition, symbols_then, symbols_);
    }

    /// `otherwise` becomes what holds after both branches.
    void merge(const Atom& condition, const Values& then, Values& otherwise) {
        std::set<std::string> names;
        for (const auto& value : then) names.insert(value.first);
        for (const auto& value : otherwise) names.insert(value.first);
        for (const auto& name : names) {
            const auto of = [&](const Values& values) {
                const auto found = values.find(name);
                return found == values.end() ? Atom{ExpressionKind::Name, name} : found->second;
            };
            const auto yes = of(then), no = of(otherwise);
            if (yes == no) continue;
            auto select = std::make_unique<Expression>();
            select->kind = ExpressionKind::Select;
            select->operands.push_back(make_binary("!=", condition.expression(), make_number("0.0")));
            select->operands.push_back(yes.expression());
            select->operands.push_back(no.expression());
            otherwise[name] = define(name, std::move(select));
        }
    }

    const Program& program_;
    const TableUse tables_;
    StraightCode code_;
    std::vector<Values> scopes_;  // of the block that is being inlined, innermost last
    Values symbols_;
    std::vector<const Block*> inside_;
    bool possible_ = true;
};

}  // namespace

std::string StraightCode::new_name(const Program& program, const std::string& base) {
    const auto stem = base.starts_with("rv_") ? base.substr(3, base.rfind('_') - 3) : base;
    std::string name;
    do {
        name = "rv_" + stem + "_" + std::to_string(++names_);
    } while (program.symbol(name));
    return name;
}

std::string StraightCode::define(const Program& program, const std::string& base, ExpressionPtr value) {
    definitions.push_back({new_name(program, base), std::move(value)});
    return definitions.back().name;
}

std::optional<StraightCode> straighten(const Program& program, const Statements& statements, TableUse tables) {
    return Straightener(program, tables).run(statements);
}

}  // namespace ranvier::nmodl
