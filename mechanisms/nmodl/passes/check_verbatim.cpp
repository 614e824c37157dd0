#include "mechanisms/nmodl/passes/check_verbatim.hpp"

#include <cctype>

namespace ranvier::nmodl {
namespace {

/// The C text without comments and blanks.
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

bool does_nothing(const std::string& text) {
    const auto code = condensed(text);
    return code.empty() || code == ";" || code == "return0;";
}

void check(const Location& where, Diagnostics& diagnostics) {
    diagnostics.error(where, "VERBATIM is not supported: C code in a .mod file cannot be compiled",
                      "express it in NMODL; blocks that only hold comments or 'return 0;' are accepted");
}

}  // namespace

void check_verbatim(Program& program, Diagnostics& diagnostics) {
    for (const auto& verbatim : program.verbatims) {
        if (!does_nothing(verbatim.name)) check(verbatim.where, diagnostics);
    }
    for (auto& block : program.blocks) {
        for_each_statement(block.body, [&](Statement& statement) {
            if (statement.kind != StatementKind::Verbatim) return;
            if (!does_nothing(statement.name)) check(statement.where, diagnostics);
            statement.kind = StatementKind::Block;
            statement.name.clear();
        });
    }
}

}  // namespace ranvier::nmodl
