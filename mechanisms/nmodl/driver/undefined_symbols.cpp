#include "mechanisms/nmodl/driver/undefined_symbols.hpp"

#include <dlfcn.h>
#include <elf.h>

#include <cctype>
#include <cstring>
#include <fstream>
#include <sstream>

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
    std::ifstream in(shared_object, std::ios::binary);
    std::ostringstream all;
    all << in.rdbuf();
    const std::string bytes = std::move(all).str();
    Elf64_Ehdr header;
    if (bytes.size() < sizeof header) return {};
    std::memcpy(&header, bytes.data(), sizeof header);
    if (std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0 || header.e_ident[EI_CLASS] != ELFCLASS64) return {};
    const auto section = [&](std::size_t k) {
        Elf64_Shdr found{};
        const auto at = header.e_shoff + k * sizeof found;
        if (k < header.e_shnum && at + sizeof found <= bytes.size()) std::memcpy(&found, &bytes[at], sizeof found);
        return found;
    };
    std::vector<std::string> missing;
    for (std::size_t k = 0; k < header.e_shnum; ++k) {
        const auto symbols = section(k);
        if (symbols.sh_type != SHT_DYNSYM || symbols.sh_offset + symbols.sh_size > bytes.size()) continue;
        const auto names = section(symbols.sh_link);
        for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= symbols.sh_size; at += sizeof(Elf64_Sym)) {
            Elf64_Sym symbol;
            std::memcpy(&symbol, &bytes[symbols.sh_offset + at], sizeof symbol);
            const auto place = names.sh_offset + symbol.st_name;
            if (symbol.st_shndx != SHN_UNDEF || ELF64_ST_BIND(symbol.st_info) != STB_GLOBAL || place >= bytes.size()) {
                continue;
            }
            const std::string name(bytes.c_str() + place);
            if (!name.empty() && !dlsym(RTLD_DEFAULT, name.c_str())) missing.push_back(name);
        }
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
