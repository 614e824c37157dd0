#include "mechanisms/nmodl/driver/rejected_blocks.hpp"

#include <algorithm>
#include <map>
#include <regex>
#include <sstream>

#include "mechanisms/nmodl/codegen/cpp_writer.hpp"
#include "mechanisms/nmodl/driver/undefined_symbols.hpp"

namespace ranvier::nmodl {
namespace {

bool can_fail_alone(const Block& block) {
    const bool is_callable = block.kind == BlockKind::Function || block.kind == BlockKind::Procedure;
    return is_callable && !block.is_solved;
}

/// What is wrong with a block.
using Rejected = std::map<Block*, Message>;

bool covers(const Statement& s, const std::string& path, int line) {
    if (s.kind != StatementKind::Verbatim || !s.where.file || s.where.file->path != path) return false;
    return line >= s.where.line && line <= s.where.line + std::count(s.name.begin(), s.name.end(), '\n');
}

/// The block with VERBATIM at a line; null: none that can fail alone.
Block* block_at(Program& program, const std::string& path, int line, Location& where) {
    for (auto& block : program.blocks) {
        if (!can_fail_alone(block)) continue;
        bool found = false;
        for_each_statement(block.body, [&](const Statement& s) {
            if (!covers(s, path, line)) return;
            found = true;
            where = {s.where.file, line, 1};
        });
        if (found) return &block;
    }
    return nullptr;
}

std::string title(const Block& block) {
    return std::string(block.kind == BlockKind::Function ? "FUNCTION " : "PROCEDURE ") + block.name;
}

/// Makes calls of the blocks fail.
std::vector<std::string> disable(const Rejected& rejected) {
    std::vector<std::string> warnings;
    for (const auto& [block, message] : rejected) {
        warnings.push_back(render(
            {message.where, "calling " + title(*block) + " will fail: " + message.text, message.hint}, "warning"));
        const auto place = message.where.file->path + ":" + std::to_string(message.where.line);
        Statement failure;
        failure.kind = StatementKind::Verbatim;
        failure.where = message.where;
        failure.name = "hoc_execerror(" + cpp_string(place + ": " + title(*block) + " cannot run: " + message.text) +
                       ", (const char*)0);\n";
        block->body.clear();
        block->body.push_back(std::make_unique<Statement>(std::move(failure)));
    }
    return warnings;
}

}  // namespace

std::vector<std::string> disable_rejected(Program& program, const std::string& compiler_output) {
    static const std::regex error(R"(^(.+?):(\d+):\d+: (?:fatal )?error: (.*)$)");
    Rejected rejected;
    std::istringstream lines(compiler_output);
    for (std::string line; std::getline(lines, line);) {
        std::smatch parts;
        if (!std::regex_match(line, parts, error)) continue;
        Location where;
        Block* block = block_at(program, parts[1], std::stoi(parts[2]), where);
        if (!block) return {};
        rejected.try_emplace(block, Message{where, "the C compiler rejects its VERBATIM: " + parts[3].str(), ""});
    }
    return disable(rejected);
}

std::vector<std::string> disable_users(Program& program, const std::vector<std::string>& names) {
    Rejected rejected;
    for (const auto& name : names) {
        if (std::ranges::any_of(program.verbatims, [&](const auto& s) { return place_in(s, name).has_value(); }))
            return {};
        for (auto& block : program.blocks) {
            const auto where = place_in(block, name);
            if (!where) continue;
            if (!can_fail_alone(block)) return {};
            rejected.try_emplace(&block, missing_name(name, *where));
        }
    }
    return disable(rejected);
}

}  // namespace ranvier::nmodl
