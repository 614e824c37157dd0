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

bool find_in(const Statement& verbatim, const std::string& name, Location& where) {
    const auto at = find_word(verbatim.name, name);
    if (at == std::string::npos) return false;
    where = verbatim.where;
    where.column = 1;
    for (std::size_t k = 0; k < at; ++k) {
        if (verbatim.name[k] == '\n') {
            ++where.line;
            where.column = 1;
        } else {
            ++where.column;
        }
    }
    return true;
}

Location place_of(const std::string& name, const std::vector<const Program*>& programs) {
    Location where;
    for (const auto* program : programs) {
        for (const auto& verbatim : program->verbatims) {
            if (find_in(verbatim, name, where)) return where;
        }
        for (const auto& block : program->blocks) {
            bool found = false;
            for_each_statement(block.body, [&](const Statement& s) {
                found = found || (s.kind == StatementKind::Verbatim && find_in(s, name, where));
            });
            if (found) return where;
        }
    }
    return where;
}

}  // namespace

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
        const Message message{place_of(name, programs), "VERBATIM uses '" + name + "', which Ranvier does not have",
                              "docs/verbatim.md lists the names that VERBATIM can use"};
        text += (text.empty() ? "" : "\n") + render(message);
    }
    return text;
}

}  // namespace ranvier::nmodl
