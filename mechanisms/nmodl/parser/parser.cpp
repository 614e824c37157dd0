#include "mechanisms/nmodl/parser/parser.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>

#include "mechanisms/nmodl/parser/parser_state.hpp"

namespace ranvier::nmodl {
namespace {

bool read_file(const std::string& path, std::string& text) {
    std::error_code ignored;
    if (!std::filesystem::is_regular_file(path, ignored)) return false;
    std::ifstream in(path, std::ios::binary);
    if (!in) return false;
    std::ostringstream all;
    all << in.rdbuf();
    text = std::move(all).str();
    return true;
}

std::string shown(const Token& token) {
    if (token.kind == TokenKind::End) return "the end of the file";
    if (token.kind == TokenKind::Verbatim) return "VERBATIM";
    return "'" + token.text + std::string(static_cast<std::size_t>(token.primes), '\'') + "'";
}

}  // namespace

namespace {

/// Lines end with LF, CR LF or, in files from old Macintoshes, CR.
std::string with_plain_line_ends(const std::string& text) {
    std::string plain;
    plain.reserve(text.size());
    for (std::size_t k = 0; k < text.size(); ++k) {
        if (text[k] != '\r') {
            plain += text[k];
        } else if (k + 1 >= text.size() || text[k + 1] != '\n') {
            plain += '\n';
        }
    }
    return plain;
}

}  // namespace

void Parser::open(std::string path, std::string text) {
    if (text.find('\r') != std::string::npos) text = with_plain_line_ends(text);
    program_.files.push_back(std::make_unique<SourceFile>(SourceFile{std::move(path), std::move(text)}));
    reading_.push_back({std::make_unique<Lexer>(*program_.files.back(), diagnostics_), {}, false});
}

void Parser::note_name(const std::string& name) {
    program_.name_order.try_emplace(name, static_cast<int>(program_.name_order.size()));
}

const Token& Parser::peek() {
    auto& now = reading_.back();
    if (!now.has_ahead) {
        now.ahead = now.lexer->next();
        now.has_ahead = true;
        if (now.ahead.kind == TokenKind::Prime) {
            const auto order = now.ahead.primes > 1 ? std::to_string(now.ahead.primes) : std::string();
            note_name("D" + order + now.ahead.text);
        }
        if (now.ahead.kind == TokenKind::Name) {
            note_name(now.ahead.text);
            if (const auto found = defines_.find(now.ahead.text); found != defines_.end()) {
                now.ahead.kind = TokenKind::Integer;
                now.ahead.text = found->second;
            }
        }
        if (now.ahead.kind == TokenKind::End && reading_.size() > 1) {
            reading_.pop_back();
            return peek();
        }
    }
    return now.ahead;
}

Token Parser::take() {
    peek();
    auto& now = reading_.back();
    if (now.ahead.kind == TokenKind::End) return now.ahead;
    now.has_ahead = false;
    return std::move(now.ahead);
}

bool Parser::accept(std::string_view text) {
    if (!at(text)) return false;
    take();
    return true;
}

void Parser::note_mistake(const Token& token, const std::string& expected, std::string hint) {
    diagnostics_.error(token.where, "expected " + expected + ", found " + shown(token), std::move(hint));
}

void Parser::fail(const Token& token, const std::string& expected, std::string hint) {
    note_mistake(token, expected, std::move(hint));
    throw GiveUp{};
}

Token Parser::expect(std::string_view text, std::string_view where_we_are) {
    if (!at(text)) fail(peek(), "'" + std::string(text) + "' " + std::string(where_we_are));
    return take();
}

std::string Parser::expect_name(const char* what) {
    if (peek().kind != TokenKind::Name) fail(peek(), what);
    return take().text;
}

bool Parser::at_number() {
    return peek().kind == TokenKind::Integer || peek().kind == TokenKind::Real;
}

bool Parser::at_end_of_block() {
    return at("}") || peek().kind == TokenKind::End;
}

int Parser::integer(const char* what) {
    const bool minus = accept("-");
    if (peek().kind != TokenKind::Integer) fail(peek(), what);
    const auto token = take();
    if (token.text.size() > 8) {
        diagnostics_.error(token.where, "this integer is too large");
        return 1;
    }
    const int value = std::atoi(token.text.c_str());
    return minus ? -value : value;
}

std::string Parser::signed_number(const char* what) {
    std::string sign;
    if (accept("-")) sign = "-";
    if (!at_number()) fail(peek(), what);
    return sign + take().text;
}

std::string Parser::optional_units() {
    if (!at("(")) return {};
    take();
    return reading_.back().lexer->text_to_parenthesis();
}

// After an error, skips to the next keyword that begins a block at the outermost level.
void Parser::recover() {
    static constexpr std::string_view starts[] = {
        "NEURON",     "UNITS",   "PARAMETER",   "ASSIGNED",   "STATE",          "CONSTANT", "BREAKPOINT", "INITIAL",
        "DERIVATIVE", "KINETIC", "PROCEDURE",   "FUNCTION",   "NET_RECEIVE",    "LINEAR",   "NONLINEAR",  "INDEPENDENT",
        "BEFORE",     "AFTER",   "CONSTRUCTOR", "DESTRUCTOR", "FUNCTION_TABLE", "DEFINE",   "INCLUDE"};
    while (peek().kind != TokenKind::End) {
        const Token& token = peek();
        if (token.kind == TokenKind::Name && std::ranges::find(starts, token.text) != std::end(starts)) return;
        take();
    }
}

namespace {

/// The folders of MODL_INCLUDES, separated by colons.
std::vector<std::string> folders_of_variable() {
    const char* value = std::getenv("MODL_INCLUDES");
    std::vector<std::string> folders;
    std::istringstream list(value ? value : "");
    for (std::string folder; std::getline(list, folder, ':');) {
        if (!folder.empty()) folders.push_back(folder);
    }
    return folders;
}

}  // namespace

// In NEURON's order (docs: "INCLUDE").
void Parser::include(const Token& name) {
    namespace fs = std::filesystem;
    if (reading_.size() > 20) {
        diagnostics_.error(name.where, "INCLUDE is nested too deeply; does a file include itself?");
        return;
    }
    std::vector<fs::path> candidates{fs::path(program_.path).parent_path() / name.text};
    for (const auto& folder : include_path_) candidates.push_back(fs::path(folder) / name.text);
    candidates.emplace_back(name.text);  // in the folder where nrnivmodl was called
    for (const auto& folder : folders_of_variable()) candidates.push_back(fs::path(folder) / name.text);
    std::string tried, text;
    for (const auto& candidate : candidates) {
        errno = 0;
        if (read_file(candidate.string(), text)) {
            open(candidate.string(), std::move(text));
            return;
        }
        tried += (tried.empty() ? "" : ", ") + candidate.string();
        if (errno == EACCES) tried += std::string(" (") + std::strerror(EACCES) + ")";
    }
    diagnostics_.error(name.where, "INCLUDE: there is no file \"" + name.text + "\"", "tried: " + tried);
}

void Parser::parse_program() {
    if (peek().kind == TokenKind::End) {
        diagnostics_.error({program_.files.front().get(), 1, 1}, "this file is empty: it defines no mechanism");
    }
    while (peek().kind != TokenKind::End) {
        try {
            declaration_or_block();
        } catch (const GiveUp&) {
            depth_ = 0;
            recover();
        }
    }
    if (program_.neuron.name.empty()) {  // the mechanism has the name of its file
        const auto first = program_.path.rfind('/') + 1;
        program_.neuron.name = program_.path.substr(first, program_.path.rfind('.') - first);
        program_.neuron.where = {program_.files.front().get(), 1, 1};
    }
}

std::unique_ptr<Program> parse(const std::string& path, std::string text, Diagnostics& diagnostics,
                               const std::vector<std::string>& include_path) {
    auto program = std::make_unique<Program>();
    program->path = path;
    Parser parser(*program, diagnostics, include_path);
    parser.open(path, std::move(text));
    parser.parse_program();
    return program;
}

std::unique_ptr<Program> parse_file(const std::string& path, Diagnostics& diagnostics,
                                    const std::vector<std::string>& include_path) {
    std::string text;
    errno = 0;
    if (!read_file(path, text)) {
        const std::string why = errno != 0 ? std::string(": ") + std::strerror(errno) : "";
        auto program = std::make_unique<Program>();
        program->path = path;
        program->files.push_back(std::make_unique<SourceFile>(SourceFile{path, ""}));
        diagnostics.error({program->files.back().get(), 0, 0}, "this file cannot be read" + why);
        return program;
    }
    return parse(path, std::move(text), diagnostics, include_path);
}

}  // namespace ranvier::nmodl
