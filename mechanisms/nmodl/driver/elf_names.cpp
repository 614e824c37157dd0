#include "mechanisms/nmodl/driver/elf_names.hpp"

#include <elf.h>

#include <cstring>
#include <fstream>
#include <sstream>

namespace ranvier::nmodl {

std::vector<UndefinedName> undefined_names(const std::string& shared_object) {
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
    std::vector<UndefinedName> found;
    for (std::size_t k = 0; k < header.e_shnum; ++k) {
        const auto symbols = section(k);
        if (symbols.sh_type != SHT_DYNSYM || symbols.sh_offset + symbols.sh_size > bytes.size()) continue;
        const auto names = section(symbols.sh_link);
        for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= symbols.sh_size; at += sizeof(Elf64_Sym)) {
            Elf64_Sym symbol;
            std::memcpy(&symbol, &bytes[symbols.sh_offset + at], sizeof symbol);
            const auto place = names.sh_offset + symbol.st_name;
            if (symbol.st_shndx != SHN_UNDEF || place >= bytes.size()) continue;
            const std::string name(bytes.c_str() + place);
            if (name.empty()) continue;
            found.push_back({name, static_cast<unsigned char>(ELF64_ST_BIND(symbol.st_info)),
                             static_cast<unsigned char>(ELF64_ST_TYPE(symbol.st_info)),
                             symbols.sh_offset + at + offsetof(Elf64_Sym, st_info)});
        }
    }
    return found;
}

}  // namespace ranvier::nmodl
