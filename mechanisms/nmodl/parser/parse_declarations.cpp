#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <set>

#include "mechanisms/nmodl/parser/parser_state.hpp"

namespace ranvier::nmodl {
namespace {

const std::vector<std::string> block_words = {
    "TITLE",          "NEURON",    "UNITS",       "PARAMETER", "ASSIGNED",  "STATE",       "CONSTANT",
    "BREAKPOINT",     "INITIAL",   "DERIVATIVE",  "KINETIC",   "PROCEDURE", "FUNCTION",    "NET_RECEIVE",
    "LINEAR",         "NONLINEAR", "INDEPENDENT", "BEFORE",    "AFTER",     "CONSTRUCTOR", "DESTRUCTOR",
    "FUNCTION_TABLE", "DEFINE",    "INCLUDE",     "LOCAL",     "COMMENT",   "VERBATIM",    "DISCRETE"};

}  // namespace

void Parser::declaration_or_block() {
    const Token word = take();
    if (word.kind == TokenKind::Verbatim) {
        program_.has_verbatim = true;
        Statement verbatim;
        verbatim.kind = StatementKind::Verbatim;
        verbatim.where = word.where;
        verbatim.name = word.text;
        verbatim.count = static_cast<int>(program_.blocks.size());
        program_.verbatims.push_back(std::move(verbatim));
        return;
    }
    if (word.kind != TokenKind::Name) {
        note_mistake(word, "the start of a block");
        return recover();
    }
    const std::string_view text = word.text;
    if (text == "TITLE" || text == "MODEL") {
        program_.title = reading_.back().lexer->text_to_line_end();
    } else if (text == "DEFINE") {
        define();
    } else if (text == "INCLUDE") {
        const auto name = take();
        if (name.kind != TokenKind::String) fail(name, "the name of a file in quotes after INCLUDE");
        include(name);
    } else if (text == "LOCAL") {
        for (auto& local : local_names()) file_local(std::move(local));
    } else if (text == "NEURON") {
        neuron_block();
    } else if (text == "UNITS") {
        units_block();
    } else if (text == "PARAMETER") {
        parameter_block();
    } else if (text == "ASSIGNED") {
        assigned_block(program_.assigned);
    } else if (text == "STATE") {
        assigned_block(program_.states);
    } else if (text == "CONSTANT") {
        constant_block();
    } else if (text == "INDEPENDENT") {
        independent_block();
    } else if (text == "INITIAL") {
        add_block(BlockKind::Initial, false, false);
    } else if (text == "BREAKPOINT" || text == "EQUATION") {
        add_block(BlockKind::Breakpoint, false, false);
    } else if (text == "DERIVATIVE") {
        add_block(BlockKind::Derivative, true, false);
    } else if (text == "KINETIC") {
        add_block(BlockKind::Kinetic, true, false);
    } else if (text == "LINEAR") {
        add_block(BlockKind::Linear, true, false);
    } else if (text == "NONLINEAR") {
        add_block(BlockKind::Nonlinear, true, false);
    } else if (text == "DISCRETE") {
        add_block(BlockKind::Discrete, true, false);
    } else if (text == "PROCEDURE") {
        add_block(BlockKind::Procedure, true, true);
    } else if (text == "FUNCTION") {
        add_block(BlockKind::Function, true, true);
    } else if (text == "FUNCTION_TABLE") {
        Block block;
        block.kind = BlockKind::FunctionTable;
        block.where = word.where;
        block.name = expect_name("the name of the FUNCTION_TABLE");
        block.arguments = arguments();
        block.units = optional_units();
        program_.blocks.push_back(std::move(block));
    } else if (text == "NET_RECEIVE") {
        add_block(BlockKind::NetReceive, false, true);
    } else if (text == "CONSTRUCTOR") {
        add_block(BlockKind::Constructor, false, false);
    } else if (text == "DESTRUCTOR") {
        add_block(BlockKind::Destructor, false, false);
    } else if (text == "BEFORE" || text == "AFTER") {
        before_or_after(text == "BEFORE");
    } else {
        const auto near = nearest_name(text, block_words);
        note_mistake(word, "the start of a block, such as NEURON, PARAMETER or BREAKPOINT",
                     near.empty() ? "" : "did you mean " + near + "?");
        recover();
    }
}

void Parser::define() {
    const auto name = expect_name("DEFINE name integer");
    std::string sign = accept("-") ? "-" : "";
    if (peek().kind != TokenKind::Integer) fail(peek(), "an integer: DEFINE name integer");
    defines_[name] = sign + take().text;
}

void Parser::before_or_after(bool before) {
    const auto what = peek();
    const auto word = expect_name("BREAKPOINT, SOLVE, INITIAL or STEP");
    BlockKind kind;
    if (before && word == "INITIAL") {
        kind = BlockKind::BeforeInitial;
    } else if (before && word == "BREAKPOINT") {
        kind = BlockKind::BeforeBreakpoint;
    } else if (before && word == "STEP") {
        kind = BlockKind::BeforeStep;
    } else if (!before && word == "INITIAL") {
        kind = BlockKind::AfterInitial;
    } else if (!before && word == "SOLVE") {
        kind = BlockKind::AfterSolve;
    } else {
        fail(what, before ? "BREAKPOINT, INITIAL or STEP after BEFORE" : "SOLVE or INITIAL after AFTER");
    }
    add_block(kind, false, false);
}

namespace {

/// Encloses statements that declare locals in braces.
void keep_locals_apart(Statements& body) {
    if (std::ranges::none_of(body, [](const auto& s) { return s->kind == StatementKind::Local; })) return;
    auto scope = make_statement(StatementKind::Block, body.front()->where);
    scope->body = std::move(body);
    body.clear();
    body.push_back(std::move(scope));
}

}  // namespace

void Parser::add_block(BlockKind kind, bool has_name, bool has_arguments) {
    Block block;
    block.kind = kind;
    block.where = peek().where;
    if (has_name) block.name = expect_name("the name of the block");
    if (has_arguments) {
        block.arguments = arguments();
        block.units = optional_units();
    }
    if (accept("SOLVEFOR")) {
        do block.solve_for.push_back(expect_name("the name of a state"));
        while (accept(","));
    }
    block_kind_ = kind;
    block.body = statements_in_braces("the block");
    if (!hidden_.empty()) rename_hidden(block);
    auto* earlier = has_name || kind == BlockKind::NetReceive ? nullptr : program_.block(kind);
    if (!earlier) {
        program_.blocks.push_back(std::move(block));
        return;
    }
    // A second INITIAL, BREAKPOINT, ... is appended to the first; often one of them is INCLUDEd.
    keep_locals_apart(earlier->body);
    keep_locals_apart(block.body);
    std::ranges::move(block.body, std::back_inserter(earlier->body));
}

// A LOCAL outside of any block may hide a variable of the mechanism: earlier blocks and scripts see the variable,
// later blocks the LOCAL.
void Parser::file_local(LocalVariable local) {
    const auto is_declared = [&](const std::vector<Variable>& variables) {
        return std::ranges::any_of(variables, [&](const Variable& v) { return v.name == local.name; });
    };
    if (is_declared(program_.parameters) || is_declared(program_.assigned) || is_declared(program_.states)) {
        local.name = hidden_[local.name] = "rv_local_" + local.name;
    }
    program_.file_locals.push_back(std::move(local));
}

void Parser::rename_hidden(Block& block) const {
    std::set<std::string> own;
    for (const auto& argument : block.arguments) own.insert(argument.name);
    for_each_statement(block.body, [&](const Statement& s) {
        for (const auto& local : s.declared) own.insert(local.name);
    });
    const auto rename = [&](std::string& name) {
        const auto found = hidden_.find(name);
        if (found != hidden_.end() && !own.contains(name)) name = found->second;
    };
    for_each_expression(block.body, [&](ExpressionPtr& top) {
        for_each(*top, [&](Expression& e) {
            if (e.kind == ExpressionKind::Name || e.kind == ExpressionKind::Index) rename(e.text);
        });
    });
    for_each_statement(block.body, [&](Statement& s) {
        if (s.kind != StatementKind::Table) return;
        for (auto& name : s.names) rename(name);
    });
}

std::vector<Argument> Parser::arguments() {
    std::vector<Argument> found;
    expect("(", "before the arguments");
    if (accept(")")) return found;
    do {
        Argument argument;
        argument.where = peek().where;
        argument.name = expect_name("the name of an argument");
        argument.units = optional_units();
        found.push_back(std::move(argument));
    } while (accept(","));
    expect(")", "after the arguments");
    return found;
}

std::vector<NamedHere> Parser::name_list() {
    std::vector<NamedHere> names;
    do {
        const auto where = peek().where;
        names.push_back({expect_name("a name"), where});
    } while (accept(","));
    return names;
}

/// HISTORY a, b; or HISTORY a SEEN argument HORIZON function
void Parser::histories() {
    auto& neuron = program_.neuron;
    const auto names = name_list();
    neuron.histories.insert(neuron.histories.end(), names.begin(), names.end());
    if (!accept("SEEN")) return;
    NamedHere seen, horizon;
    seen.where = peek().where;
    seen.name = expect_name("an argument of NET_RECEIVE after SEEN");
    expect("HORIZON", "and a FUNCTION after HISTORY ... SEEN " + seen.name);
    horizon.where = peek().where;
    horizon.name = expect_name("a FUNCTION after HORIZON");
    for (const auto& history : names) neuron.forgettings.push_back({history.name, seen, horizon});
}

void Parser::use_ion() {
    Ion ion;
    ion.where = peek().where;
    ion.name = expect_name("the name of an ion after USEION");
    for (;;) {
        if (accept("READ")) {
            for (auto& name : name_list()) ion.reads.push_back(name.name);
        } else if (accept("WRITE")) {
            for (auto& name : name_list()) {
                if (name.name == "i" + ion.name) program_.neuron.currents.push_back(name.name);
                ion.writes.push_back(name.name);
            }
        } else if (accept("VALENCE") || accept("CHARGE")) {
            ion.valence = std::strtod(signed_number("the valence").c_str(), nullptr);
        } else {
            break;
        }
    }
    program_.neuron.ions.push_back(std::move(ion));
}

void Parser::neuron_block() {
    static const std::vector<std::string> words = {"SUFFIX",
                                                   "POINT_PROCESS",
                                                   "ARTIFICIAL_CELL",
                                                   "USEION",
                                                   "NONSPECIFIC_CURRENT",
                                                   "ELECTRODE_CURRENT",
                                                   "RANGE",
                                                   "GLOBAL",
                                                   "POINTER",
                                                   "BBCOREPOINTER",
                                                   "EXTERNAL",
                                                   "THREADSAFE",
                                                   "RANDOM",
                                                   "HISTORY",
                                                   "REPRESENTS"};
    auto& neuron = program_.neuron;
    const auto add = [this](std::vector<NamedHere>& to) {
        for (auto& name : name_list()) to.push_back(std::move(name));
    };
    const auto add_current = [&](const std::vector<NamedHere>& names) {
        for (const auto& name : names) {
            const auto& known = neuron.currents;
            if (std::find(known.begin(), known.end(), name.name) == known.end()) neuron.currents.push_back(name.name);
        }
    };
    expect("{", "after NEURON");
    while (!at_end_of_block()) {
        const auto word = take();
        if (word.is("SUFFIX") || word.is("POINT_PROCESS") || word.is("ARTIFICIAL_CELL")) {
            neuron.where = peek().where;
            neuron.name = expect_name("the name of the mechanism");
            neuron.kind = word.is("SUFFIX")          ? NeuronBlock::Kind::Density
                          : word.is("POINT_PROCESS") ? NeuronBlock::Kind::PointProcess
                                                     : NeuronBlock::Kind::ArtificialCell;
            if (word.is("SUFFIX") && neuron.name == "nothing") neuron.kind = NeuronBlock::Kind::Nothing;
            if (word.is("SUFFIX") && neuron.name == "NOTHING") neuron.kind = NeuronBlock::Kind::Nothing;
        } else if (word.is("USEION")) {
            use_ion();
        } else if (word.is("NONSPECIFIC_CURRENT")) {
            add(neuron.nonspecific);
            add_current(neuron.nonspecific);
        } else if (word.is("ELECTRODE_CURRENT")) {
            add(neuron.electrode);
            add_current(neuron.electrode);
        } else if (word.is("RANGE")) {
            add(neuron.range);
        } else if (word.is("GLOBAL")) {
            add(neuron.global);
        } else if (word.is("POINTER")) {
            add(neuron.pointers);
        } else if (word.is("BBCOREPOINTER")) {
            for (auto& name : name_list()) {
                neuron.bbcore_pointers.push_back(name.name);
                neuron.pointers.push_back(std::move(name));
            }
        } else if (word.is("EXTERNAL")) {
            add(neuron.externals);
        } else if (word.is("RANDOM")) {
            add(neuron.randoms);
        } else if (word.is("HISTORY")) {
            histories();
        } else if (word.is("THREADSAFE")) {
            neuron.is_threadsafe = true;
        } else if (word.is("REPRESENTS")) {
            // An ontology's name, e.g. NCIT:C17145 or [NCIT:C17145]; ':' starts a comment for the lexer.
            accept("[");
            expect_name("the name of an ontology");
            accept("]");
        } else {
            const auto near = nearest_name(word.text, words);
            fail(word, "SUFFIX, USEION, RANGE, GLOBAL or another word of the NEURON block",
                 near.empty() ? "" : "did you mean " + near + "?");
        }
    }
    expect("}", "at the end of the NEURON block");
}

void Parser::units_block() {
    expect("{", "after UNITS");
    while (!at_end_of_block()) {
        if (at("(")) {
            const auto name = optional_units();
            expect("=", "in a definition of units: (mV) = (millivolt)");
            if (!at("(")) fail(peek(), "units in parentheses");
            program_.units[name] = optional_units();
            continue;
        }
        // name = 3 (units), name = (units) (units) or name = (units) -> (units); the latter two are factors.
        Variable constant;
        constant.where = peek().where;
        constant.name = expect_name("the name of a constant, or units in parentheses");
        expect("=", "after the name of a constant in UNITS");
        if (at("(")) {
            const auto from = optional_units();
            accept("->");
            if (!at("(")) fail(peek(), "the second units in parentheses");
            constant.units = from + " -> " + optional_units();
        } else {
            constant.literal = signed_number("a number or units in parentheses");
            constant.value = std::strtod(constant.literal.c_str(), nullptr);
            constant.units = optional_units();
        }
        program_.constants.push_back(std::move(constant));
    }
    expect("}", "at the end of the UNITS block");
}

void Parser::optional_limits(Variable& variable) {
    if (!accept("<")) return;
    variable.low = std::strtod(signed_number("the lower limit").c_str(), nullptr);
    expect(",", "between the limits");
    variable.high = std::strtod(signed_number("the upper limit").c_str(), nullptr);
    expect(">", "after the limits");
}

void Parser::parameter_block() {
    expect("{", "after PARAMETER");
    while (!at_end_of_block()) {
        Variable variable;
        variable.where = peek().where;
        variable.name = expect_name("the name of a parameter");
        if (accept("[")) {
            variable.length = integer("the length of the array");
            if (variable.length < 1) diagnostics_.error(variable.where, "the length of an array must be positive");
            expect("]", "after the length of the array");
        }
        if (accept("=")) {
            variable.literal = signed_number("a number");
            variable.value = std::strtod(variable.literal.c_str(), nullptr);
        }
        variable.units = optional_units();
        optional_limits(variable);
        program_.parameters.push_back(std::move(variable));
    }
    expect("}", "at the end of the PARAMETER block");
}

void Parser::assigned_block(std::vector<Variable>& into) {
    expect("{", "after the name of the block");
    while (!at_end_of_block()) {
        Variable variable;
        variable.where = peek().where;
        if (peek().kind == TokenKind::Prime) {
            const auto prime = take();
            variable.name = (prime.primes > 1 ? "D" + std::to_string(prime.primes) : std::string("D")) + prime.text;
        } else {
            variable.name = expect_name("the name of a variable");
        }
        if (accept("[")) {
            variable.length = integer("the length of the array");
            if (variable.length < 1) diagnostics_.error(variable.where, "the length of an array must be positive");
            expect("]", "after the length of the array");
        }
        if (accept("FROM")) {  // old plotting limits; without effect
            signed_number("a number after FROM");
            expect("TO", "after FROM number");
            signed_number("a number after TO");
        }
        if (accept("START")) {
            variable.literal = signed_number("a number after START");
            variable.value = std::strtod(variable.literal.c_str(), nullptr);
        }
        variable.units = optional_units();
        if (accept("<")) {  // absolute tolerance of the variable step
            variable.tolerance = std::strtod(signed_number("the tolerance").c_str(), nullptr);
            expect(">", "after the tolerance");
        }
        into.push_back(std::move(variable));
    }
    expect("}", "at the end of the block");
}

void Parser::constant_block() {
    expect("{", "after CONSTANT");
    while (!at_end_of_block()) {
        Variable variable;
        variable.where = peek().where;
        variable.name = expect_name("the name of a constant");
        expect("=", "after the name of a constant");
        variable.literal = signed_number("a number");
        variable.value = std::strtod(variable.literal.c_str(), nullptr);
        variable.units = optional_units();
        program_.constants.push_back(std::move(variable));
    }
    expect("}", "at the end of the CONSTANT block");
}

void Parser::independent_block() {
    expect("{", "after INDEPENDENT");
    while (!at_end_of_block()) {
        accept("SWEEP");
        const auto where = peek().where;
        const auto name = expect_name("INDEPENDENT {t FROM 0 TO 1 WITH 1 (ms)}");
        if (name != "t") diagnostics_.warning(where, "the independent variable is t, not " + name);
        expect("FROM", "after the independent variable");
        signed_number("a number");
        expect("TO", "after FROM number");
        signed_number("a number");
        expect("WITH", "after TO number");
        integer("an integer after WITH");
        if (accept("START")) signed_number("a number");
        optional_units();
    }
    expect("}", "at the end of the INDEPENDENT block");
}

}  // namespace ranvier::nmodl
