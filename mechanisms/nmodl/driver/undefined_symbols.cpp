#include "mechanisms/nmodl/driver/undefined_symbols.hpp"

#include <dlfcn.h>
#include <elf.h>

#include <cctype>

#include "mechanisms/nmodl/driver/elf_names.hpp"

namespace ranvier::nmodl {
namespace {

bool is_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// The position of `name` as a whole word, or npos.
std::size_t find_word(const std::string& text, const std::string& name) {
    for (auto at = text.find(name); at != std::string::npos; at = text.find(name, at + 1)) {
        const bool starts = at == 0 || !is_word(text[at - 1]);
        const auto end = at + name.size();
        if (starts && (end == text.size() || !is_word(text[end]))) return at;
    }
    return std::string::npos;
}

Location place_of(const std::string& name, const std::vector<const Program*>& programs) {
    for (const auto* program : programs) {
        for (const auto& verbatim : program->verbatims) {
            if (const auto where = place_in(verbatim, name)) return *where;
        }
        for (const auto& block : program->blocks) {
            if (const auto where = place_in(block, name)) return *where;
        }
    }
    return {};
}

}  // namespace

std::optional<Location> place_in(const Statement& verbatim, const std::string& name) {
    const auto at = find_word(verbatim.name, name);
    if (at == std::string::npos) return std::nullopt;
    Location where{verbatim.where.file, verbatim.where.line, 1};
    for (std::size_t k = 0; k < at; ++k) {
        const bool ends_line = verbatim.name[k] == '\n';
        where.line += ends_line ? 1 : 0;
        where.column = ends_line ? 1 : where.column + 1;
    }
    return where;
}

std::optional<Location> place_in(const Block& block, const std::string& name) {
    std::optional<Location> where;
    for_each_statement(block.body, [&](const Statement& s) {
        if (!where && s.kind == StatementKind::Verbatim) where = place_in(s, name);
    });
    return where;
}

Message missing_name(const std::string& name, const Location& where) {
    return {where, "VERBATIM uses '" + name + "', which Ranvier does not have",
            "docs/verbatim.md lists the names that VERBATIM can use"};
}

std::vector<std::string> missing_symbols(const std::string& shared_object) {
    std::vector<std::string> missing;
    for (const auto& each : undefined_names(shared_object)) {
        if (each.binding == STB_GLOBAL && !dlsym(RTLD_DEFAULT, each.name.c_str())) missing.push_back(each.name);
    }
    return missing;
}

std::string report_missing(const std::vector<std::string>& names, const std::vector<const Program*>& programs) {
    std::string text;
    for (const auto& name : names) {
        text += (text.empty() ? "" : "\n") + render(missing_name(name, place_of(name, programs)));
    }
    return text;
}

}  // namespace ranvier::nmodl
