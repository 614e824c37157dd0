#include "mechanisms/nmodl/driver/bind_names.hpp"

#include <dlfcn.h>
#include <elf.h>
#include <link.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <map>
#include <memory>
#include <stdexcept>
#include <string_view>

#include "mechanisms/nmodl/driver/elf_names.hpp"

namespace ranvier::nmodl {
namespace {

/// Whether a relocation stores the address of a symbol, with an addend.
bool stores_address(std::uint64_t type) {
#if defined(__x86_64__)
    return type == R_X86_64_GLOB_DAT || type == R_X86_64_JUMP_SLOT || type == R_X86_64_64;
#elif defined(__aarch64__)
    return type == R_AARCH64_GLOB_DAT || type == R_AARCH64_JUMP_SLOT || type == R_AARCH64_ABS64;
#else
    (void)type;
    return false;
#endif
}

/// The shared object that contains this code; null: an executable.
struct Own {
    Dl_info place{};
    std::unique_ptr<void, int (*)(void*)> handle{nullptr, dlclose};

    Own() {
        if (!dladdr(reinterpret_cast<void*>(&stores_address), &place)) return;
        handle.reset(dlopen(place.dli_fname, RTLD_LAZY | RTLD_NOLOAD));
    }

    /// The address of a name of ours or, for a name that nothing else defines, of a library that we use; 0: none.
    std::uintptr_t address_of(const char* name, bool is_bound) const {
        void* const found = dlsym(handle.get(), name);
        Dl_info where{};
        const bool is_ours = found && dladdr(found, &where) && where.dli_fbase == place.dli_fbase;
        return is_ours || !is_bound ? reinterpret_cast<std::uintptr_t>(found) : 0;
    }
};

/// The part of a library that the dynamic linker has made read-only after binding, writable for a while.
class ReadOnlyPart {
  public:
    explicit ReadOnlyPart(const link_map& library) {
        struct Search {
            const link_map& library;
            ReadOnlyPart& found;
        } search{library, *this};
        dl_iterate_phdr(
            [](dl_phdr_info* info, std::size_t, void* data) {
                auto& [wanted, found] = *static_cast<Search*>(data);
                if (info->dlpi_addr != wanted.l_addr) return 0;
                for (int k = 0; k < info->dlpi_phnum; ++k) {
                    if (info->dlpi_phdr[k].p_type == PT_GNU_RELRO) found.set(info->dlpi_addr, info->dlpi_phdr[k]);
                }
                return 1;
            },
            &search);
        protect(PROT_READ | PROT_WRITE);
    }
    ReadOnlyPart(const ReadOnlyPart&) = delete;
    ReadOnlyPart& operator=(const ReadOnlyPart&) = delete;
    ~ReadOnlyPart() {
        if (size_ > 0) mprotect(reinterpret_cast<void*>(begin_), size_, PROT_READ);
    }

  private:
    void set(std::uintptr_t base, const ElfW(Phdr) & part) {
        const auto page = static_cast<std::uintptr_t>(sysconf(_SC_PAGESIZE));
        begin_ = (base + part.p_vaddr) / page * page;
        const auto end = (base + part.p_vaddr + part.p_memsz) / page * page;
        size_ = end > begin_ ? end - begin_ : 0;
    }
    void protect(int how) const {
        if (size_ == 0 || mprotect(reinterpret_cast<void*>(begin_), size_, how) == 0) return;
        throw std::runtime_error(std::string("cannot bind the names of mechanisms: ") + std::strerror(errno));
    }

    std::uintptr_t begin_ = 0;
    std::size_t size_ = 0;
};

/// The tables of a library in memory.
struct Tables {
    const ElfW(Sym) * symbols = nullptr;
    const char* names = nullptr;
    std::map<int, std::pair<std::uintptr_t, std::size_t>> relocations;  ///< by tag: begin, bytes

    explicit Tables(const link_map& library) {
        for (const auto* d = library.l_ld; d->d_tag != DT_NULL; ++d) {
            const auto at = d->d_un.d_ptr;
            if (d->d_tag == DT_SYMTAB) symbols = reinterpret_cast<const ElfW(Sym)*>(at);
            if (d->d_tag == DT_STRTAB) names = reinterpret_cast<const char*>(at);
            if (d->d_tag == DT_RELA) relocations[0].first = at;
            if (d->d_tag == DT_RELASZ) relocations[0].second = d->d_un.d_val;
            if (d->d_tag == DT_JMPREL) relocations[1].first = at;
            if (d->d_tag == DT_PLTRELSZ) relocations[1].second = d->d_un.d_val;
        }
    }
};

void bind(const ElfW(Rela) & relocation, const Tables& tables, std::uintptr_t base, const Own& own) {
    const auto& symbol = tables.symbols[ELF64_R_SYM(relocation.r_info)];
    if (!stores_address(ELF64_R_TYPE(relocation.r_info)) || symbol.st_shndx != SHN_UNDEF) return;
    auto& slot = *reinterpret_cast<std::uintptr_t*>(base + relocation.r_offset);
    const auto addend = static_cast<std::uintptr_t>(relocation.r_addend);
    const auto address = own.address_of(tables.names + symbol.st_name, slot != addend);
    if (address != 0) slot = address + addend;
}

}  // namespace

void allow_undefined_names(const std::string& shared_object) {
    const auto names = undefined_names(shared_object);
    std::fstream file(shared_object, std::ios::binary | std::ios::in | std::ios::out);
    for (const auto& name : names) {
        if (name.binding != STB_GLOBAL) continue;
        file.seekp(static_cast<std::streamoff>(name.place_of_info));
        file.put(static_cast<char>(ELF64_ST_INFO(STB_WEAK, name.type)));
    }
    file.close();
    if (!file) throw std::runtime_error("cannot write " + shared_object);
}

void bind_names(void* library) {
    static const Own own;
    link_map* map = nullptr;
    if (!own.handle || dlinfo(library, RTLD_DI_LINKMAP, &map) != 0 || !map) return;
    const Tables tables(*map);
    const ReadOnlyPart writable(*map);
    for (const auto& [kind, where] : tables.relocations) {
        const auto* const all = reinterpret_cast<const ElfW(Rela)*>(where.first);
        for (std::size_t k = 0; k < where.second / sizeof *all; ++k) bind(all[k], tables, map->l_addr, own);
    }
}

}  // namespace ranvier::nmodl
