#include "mechanisms/nmodl/passes/choose_language.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>
#include <regex>
#include <string_view>

#include "mechanisms/nmodl/passes/known_functions.hpp"

namespace ranvier::nmodl {
namespace {

/// The C text without comments and white space.
std::string condensed(const std::string& text) {
    std::string out;
    for (std::size_t k = 0; k < text.size(); ++k) {
        if (text.compare(k, 2, "/*") == 0) {
            const auto end = text.find("*/", k + 2);
            if (end == std::string::npos) break;
            k = end + 1;
        } else if (text.compare(k, 2, "//") == 0) {
            const auto end = text.find('\n', k);
            if (end == std::string::npos) break;
            k = end;
        } else if (!std::isspace(static_cast<unsigned char>(text[k]))) {
            out += text[k];
        }
    }
    return out;
}

bool is_empty(const std::string& text) {
    const auto code = condensed(text);
    return code.empty() || code == ";";
}

bool only_returns(const std::string& text) {
    const auto code = condensed(text);
    for (const char* known : {"return;", "return0;", "return0.;", "return(0);", "return0.0;", "return1;"}) {
        if (code == known) return true;
    }
    return false;
}

bool is_verbatim(const Statement& statement) {
    return statement.kind == StatementKind::Verbatim;
}

/// Drops VERBATIM without effect; returns whether others remain.
bool look_at_blocks(Program& program) {
    bool remains = false;
    for (auto& block : program.blocks) {
        // A return at the very end has no effect, except in a FUNCTION, where it gives the value.
        if (!block.body.empty() && is_verbatim(*block.body.back()) && only_returns(block.body.back()->name) &&
            block.kind != BlockKind::Function) {
            block.body.pop_back();
        }
        for_each_statement(block.body, [&](Statement& statement) {
            if (!is_verbatim(statement)) return;
            if (!is_empty(statement.name)) {
                remains = true;
                return;
            }
            statement.kind = StatementKind::Block;
            statement.name.clear();
        });
    }
    return remains;
}

bool calls_process_functions(const Program& program) {
    bool calls = false;
    for (const auto& block : program.blocks) {
        for_each_expression(block.body, [&](const Expression& top) {
            for_each(top, [&](const Expression& e) {
                if (e.kind == ExpressionKind::Call && is_process_function(e.text) && !program.block(e.text))
                    calls = true;
            });
        });
    }
    return calls;
}

/// Whether a C text has words of blocks that access other instances.
bool names_other_instances(const std::string& text) {
    static const std::regex words(
        R"(\b(_prop|dparam|ob2pntproc|pnt_receive)\b|\(\s*Point_process\s*\*\s*\).*\bthis_pointer\b)");
    return std::regex_search(text, words);
}

/// Whether a C text has words of blocks that go through the nodes of all cells.
bool names_all_nodes(const std::string& text) {
    static const std::regex words(R"(\b(_v_node|_v_parent|_v_parent_index)\b|(->|\.)\s*(end|ncell)\b(?!\s*\())");
    return std::regex_search(text, words);
}

/// Whether a condition holds for any VERBATIM text of the file.
bool any_verbatim(const Program& program, bool (*holds)(const std::string&)) {
    bool any = std::ranges::any_of(program.verbatims, [&](const auto& v) { return holds(v.name); });
    for (const auto& block : program.blocks) {
        for_each_statement(block.body, [&](const Statement& s) { any = any || (is_verbatim(s) && holds(s.name)); });
    }
    return any;
}

/// Adds a POINTER to the C code's record of an instance, for VERBATIM that accesses other instances.
void link_instances(Program& program, Diagnostics& diagnostics) {
    const bool others = any_verbatim(program, names_other_instances);
    const auto kind = program.neuron.kind;
    const bool is_point = kind == NeuronBlock::Kind::PointProcess || kind == NeuronBlock::Kind::ArtificialCell;
    if (!others || !is_point) return;
    for (const auto* variables : {&program.assigned, &program.parameters, &program.states}) {
        for (const auto& variable : *variables) {
            const bool is_range = std::ranges::none_of(program.neuron.global,
                                                       [&](const NamedHere& n) { return n.name == variable.name; });
            if (variable.length == 0 || !is_range) continue;
            diagnostics.error(variable.where, "arrays are not supported if VERBATIM accesses other instances");
            return;
        }
    }
    program.is_linked = true;
    program.neuron.pointers.push_back({"rv_own", program.neuron.where});
    // A column whose elements identify instances in C code, needed if there is no other column.
    Variable row;
    row.name = "rv_row";
    row.where = program.neuron.where;
    program.assigned.insert(program.assigned.begin(), row);
}

void refuse(const Location& where, Diagnostics& diagnostics) {
    diagnostics.error(where, "VERBATIM is rejected: with --sandbox, C code in .mod files is not compiled",
                      "run without --sandbox if you trust the file");
}

}  // namespace

void choose_language(Program& program, Diagnostics& diagnostics, bool refuse_verbatim) {
    std::erase_if(program.verbatims, [](const Statement& verbatim) { return is_empty(verbatim.name); });
    const bool has_verbatim = look_at_blocks(program) || !program.verbatims.empty();
    program.runs_verbatim = has_verbatim;
    program.is_c = has_verbatim || program.neuron.kind == NeuronBlock::Kind::Nothing ||
                   !program.neuron.externals.empty() || calls_process_functions(program);
    if (has_verbatim && !program.is_linked) link_instances(program, diagnostics);
    program.reads_all_nodes = has_verbatim && any_verbatim(program, names_all_nodes);
    if (!has_verbatim || !refuse_verbatim) return;
    for (const auto& verbatim : program.verbatims) refuse(verbatim.where, diagnostics);
    for (const auto& block : program.blocks) {
        for_each_statement(block.body, [&](const Statement& statement) {
            if (is_verbatim(statement)) refuse(statement.where, diagnostics);
        });
    }
}

}  // namespace ranvier::nmodl
