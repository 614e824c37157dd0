#include "mechanisms/nmodl/parser/parser_state.hpp"

namespace ranvier::nmodl {

Statements Parser::statements_in_braces(std::string_view of_what) {
    if (++depth_ > max_depth) fail(peek(), "statements that are nested less deeply");
    Statements statements;
    if (!at("{")) fail(peek(), "'{' to begin " + std::string(of_what));
    const auto begin = take().where;
    while (!at_end_of_block()) {
        auto made = statement();
        if (made) statements.push_back(std::move(made));
    }
    if (!at("}")) {
        fail(peek(), "'}' to end " + std::string(of_what) + " that begins in line " + std::to_string(begin.line));
    }
    take();
    --depth_;
    return statements;
}

StatementPtr Parser::statement() {
    const auto& next = peek();
    const auto where = next.where;
    if (next.kind == TokenKind::Verbatim) {
        program_.has_verbatim = true;
        auto made = make_statement(StatementKind::Verbatim, where);
        made->name = take().text;
        return made;
    }
    if (at("{")) {
        auto made = make_statement(StatementKind::Block, where);
        made->body = statements_in_braces("the block");
        return made;
    }
    if (at("~") || at("~+")) return tilde_statement();
    if (next.kind == TokenKind::Prime) return assignment_or_call();
    if (next.kind != TokenKind::Name) fail(next, "a statement");
    if (at("if")) return if_statement();
    if (at("FROM")) return from_statement();
    if (at("LOCAL")) return local_statement();
    if (at("SOLVE")) return solve_statement();
    if (at("TABLE")) return table_statement();
    if (at("CONSERVE")) return conserve_statement();
    if (at("COMPARTMENT")) return compartment_statement(StatementKind::Compartment);
    if (at("LONGITUDINAL_DIFFUSION")) return compartment_statement(StatementKind::Diffusion);
    if (accept("while")) {
        auto made = make_statement(StatementKind::While, where);
        expect("(", "after while");
        made->value.push_back(expression());
        expect(")", "after the condition");
        made->body = statements_in_braces("the loop");
        return made;
    }
    if (accept("INITIAL")) {
        auto made = make_statement(StatementKind::NetInitial, where);
        if (block_kind_ != BlockKind::NetReceive) {
            diagnostics_.error(where, "INITIAL inside a block is allowed only in NET_RECEIVE");
        }
        made->body = statements_in_braces("INITIAL");
        return made;
    }
    if (accept("WATCH")) {
        auto block = make_statement(StatementKind::Block, where);
        do block->body.push_back(watch_statement(block->body.empty()));
        while (accept(","));
        return block;
    }
    if (accept("FOR_NETCONS")) {
        auto made = make_statement(StatementKind::ForNetcons, where);
        for (auto& argument : arguments()) made->names.push_back(argument.name);
        if (block_kind_ != BlockKind::NetReceive) {
            diagnostics_.error(where, "FOR_NETCONS is allowed only in NET_RECEIVE");
        }
        made->body = statements_in_braces("FOR_NETCONS");
        return made;
    }
    if (accept("CONDUCTANCE")) {
        auto made = make_statement(StatementKind::Conductance, where);
        const auto place = peek().where;
        made->value.push_back(make_name(expect_name("the name of a conductance"), place));
        if (accept("USEION")) made->names.push_back(expect_name("the name of an ion"));
        if (block_kind_ != BlockKind::Breakpoint) {
            diagnostics_.error(where, "CONDUCTANCE is allowed only in BREAKPOINT");
        }
        return made;
    }
    // Instances that share a global run one at a time, so PROTECT and MUTEXLOCK have no effect.
    if (accept("PROTECT")) return assignment_or_call();
    if (accept("MUTEXLOCK") || accept("MUTEXUNLOCK")) return nullptr;
    if (accept("LAG")) return lag_statement(where);
    return assignment_or_call();
}

StatementPtr Parser::lag_statement(Location where) {
    std::vector<ExpressionPtr> arguments;
    for (const bool last : {false, true}) {
        const auto place = peek().where;
        arguments.push_back(make_name(expect_name("LAG variable BY parameter"), place));
        if (!last) expect("BY", "after the variable");
    }
    auto made = make_statement(StatementKind::Call, where);
    made->value.push_back(make_call("LAG", std::move(arguments), where));
    return made;
}

StatementPtr Parser::if_statement() {
    auto first = make_statement(StatementKind::If, take().where);
    Statement* last = first.get();
    for (int links = 1;; ++links) {
        expect("(", "after if");
        last->value.push_back(expression());
        expect(")", "after the condition");
        last->body = statements_in_braces("the branch");
        if (!accept("else")) break;
        if (!at("if")) {
            last->otherwise = statements_in_braces("the branch");
            break;
        }
        if (links == max_links) fail(peek(), "a shorter chain of else if");
        last->otherwise.push_back(make_statement(StatementKind::If, take().where));
        last = last->otherwise.back().get();
    }
    return first;
}

StatementPtr Parser::from_statement() {
    auto made = make_statement(StatementKind::From, take().where);
    made->name = expect_name("the loop's variable: FROM i = 0 TO n-1 { ... }");
    expect("=", "after the loop's variable");
    made->value.push_back(expression());
    expect("TO", "after the first value of the loop");
    made->value.push_back(expression());
    if (accept("BY")) made->value.push_back(expression());
    made->body = statements_in_braces("the loop");
    return made;
}

std::vector<LocalVariable> Parser::local_names() {
    std::vector<LocalVariable> names;
    do {
        LocalVariable local;
        local.where = peek().where;
        local.name = expect_name("the name of a local variable");
        if (accept("[")) {
            local.length = integer("the length of the array");
            if (local.length < 1) diagnostics_.error(local.where, "the length of an array must be positive");
            expect("]", "after the length of the array");
        }
        names.push_back(std::move(local));
    } while (accept(","));
    return names;
}

StatementPtr Parser::local_statement() {
    auto made = make_statement(StatementKind::Local, take().where);
    made->declared = local_names();
    return made;
}

StatementPtr Parser::solve_statement() {
    auto made = make_statement(StatementKind::Solve, take().where);
    made->where = peek().where;
    made->name = expect_name("the name of the block to solve");
    if (accept("METHOD")) {
        made->op = expect_name("the name of a method after METHOD");
    } else if (accept("STEADYSTATE")) {
        made->is_steady_state = true;
        made->op = expect_name("the name of a method after STEADYSTATE");
    }
    if (accept("IFERROR")) made->body = statements_in_braces("IFERROR");
    return made;
}

StatementPtr Parser::table_statement() {
    auto made = make_statement(StatementKind::Table, take().where);
    if (block_kind_ != BlockKind::Function && block_kind_ != BlockKind::Procedure) {
        diagnostics_.error(made->where, "TABLE is allowed only in a FUNCTION or PROCEDURE");
    }
    if (!at("DEPEND") && !at("FROM")) {
        for (auto& name : name_list()) made->names.push_back(name.name);
    }
    if (accept("DEPEND")) {
        for (auto& name : name_list()) made->depends.push_back(name.name);
    }
    expect("FROM", "TABLE names DEPEND names FROM number TO number WITH integer");
    made->value.push_back(expression());
    expect("TO", "after the start of the table");
    made->value.push_back(expression());
    expect("WITH", "after the end of the table");
    made->count = integer("the number of intervals");
    if (made->count < 1) diagnostics_.error(made->where, "a TABLE needs at least one interval");
    return made;
}

std::vector<Species> Parser::species_list() {
    std::vector<Species> found;
    do {
        Species one;
        if (peek().kind == TokenKind::Integer) one.count = integer("a count");
        const auto name = take();
        if (name.kind != TokenKind::Name) fail(name, "the name of a state");
        one.species = variable(name);
        found.push_back(std::move(one));
    } while (accept("+"));
    return found;
}

StatementPtr Parser::tilde_statement() {
    const auto tilde = take();
    if (block_kind_ != BlockKind::Kinetic) {
        auto made = make_statement(StatementKind::Equation, tilde.where);
        made->op = tilde.text;
        if (block_kind_ != BlockKind::Linear && block_kind_ != BlockKind::Nonlinear &&
            block_kind_ != BlockKind::Derivative) {
            diagnostics_.error(
                tilde.where, "an equation with ~ is allowed only in KINETIC, LINEAR, NONLINEAR and DERIVATIVE blocks");
        }
        made->value.push_back(expression());
        expect("=", "between the sides of the equation");
        made->value.push_back(expression());
        return made;
    }
    auto made = make_statement(StatementKind::Reaction, tilde.where);
    made->left = species_list();
    if (accept("<->")) {
        made->op = "<->";
        made->right = species_list();
        expect("(", "before the rates of the reaction");
        made->value.push_back(expression());
        expect(",", "between the forward and the backward rate");
        made->value.push_back(expression());
    } else if (at("<<") || at("->")) {
        made->op = take().text;
        expect("(", "before the rate");
        made->value.push_back(expression());
        made->value.back()->is_parenthesised = true;
    } else {
        fail(peek(), "'<->', '<<' or '->'");
    }
    expect(")", "after the rate");
    return made;
}

StatementPtr Parser::conserve_statement() {
    auto made = make_statement(StatementKind::Conserve, take().where);
    if (block_kind_ != BlockKind::Kinetic)
        diagnostics_.error(made->where, "CONSERVE is allowed only in KINETIC blocks");
    made->left = species_list();
    expect("=", "after the sum of states");
    made->value.push_back(expression());
    return made;
}

StatementPtr Parser::compartment_statement(StatementKind kind) {
    auto made = make_statement(kind, take().where);
    if (block_kind_ != BlockKind::Kinetic) {
        diagnostics_.error(made->where, "this statement is allowed only in KINETIC blocks");
    }
    auto first = expression();
    if (accept(",")) {
        if (first->kind != ExpressionKind::Name) {
            diagnostics_.error(first->where, "expected the name of an index before ','");
        }
        made->name = first->text;
        made->value.push_back(expression());
    } else {
        made->value.push_back(std::move(first));
    }
    expect("{", "before the names of the states");
    while (!at_end_of_block()) {
        made->names.push_back(expect_name("the name of a state"));
        accept(",");
    }
    expect("}", "after the names of the states");
    return made;
}

StatementPtr Parser::watch_statement(bool first) {
    auto made = make_statement(StatementKind::Watch, peek().where);
    made->is_first = first;
    if (block_kind_ != BlockKind::NetReceive) diagnostics_.error(made->where, "WATCH is allowed only in NET_RECEIVE");
    expect("(", "after WATCH");
    made->value.push_back(binary(4));
    if (!at(">") && !at("<")) fail(peek(), "'>' or '<' in WATCH (expression > expression) flag");
    made->op = take().text;
    made->value.push_back(binary(4));
    expect(")", "after the condition");
    made->value.push_back(make_number(signed_number("the flag")));
    return made;
}

StatementPtr Parser::assignment_or_call() {
    const auto word = take();
    if (word.kind != TokenKind::Name && word.kind != TokenKind::Prime) fail(word, "a statement");
    if (at("(") && word.kind == TokenKind::Name) {
        auto made = make_statement(StatementKind::Call, word.where);
        take();
        std::vector<ExpressionPtr> given;
        if (!at(")")) {
            do {
                if (peek().kind == TokenKind::String) {
                    const auto string = take();
                    auto text = std::make_unique<Expression>();
                    text->kind = ExpressionKind::String;
                    text->text = string.text;
                    text->where = string.where;
                    given.push_back(std::move(text));
                } else {
                    given.push_back(expression());
                }
            } while (accept(","));
        }
        expect(")", "after the arguments");
        made->value.push_back(make_call(word.text, std::move(given), word.where));
        return made;
    }
    auto target = variable(word);
    if (!at("=")) fail(peek(), "'=' after " + word.text + ", or '(' of a call");
    take();
    auto value = expression();
    return make_assign(std::move(target), std::move(value));
}

}  // namespace ranvier::nmodl
