#include "exchange/mpi/library.hpp"

#include <dlfcn.h>
#include <fmt/format.h>
#include <link.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "exchange/error.hpp"
#include "exchange/own_objects.hpp"

namespace ranvier::exchange {

const RanvierMpi* open_mpi_table = nullptr;

namespace {

namespace fs = std::filesystem;

/// MPI libraries whose types and constants are the same.
struct Family {
    const char* vendor;
    const char* table;                       // file with our calls, made from shim.c
    std::array<const char*, 2> files;        // names of the library, the usual one first
    std::array<const char*, 2> by_launcher;  // variables that its launchers set
    const char* package;                     // Debian's, with its header
};
constexpr Family families[] = {
    {"MPICH", "ranvier_mpich.so", {"libmpi.so.12", "libmpich.so.12"}, {"PMI_RANK", "PMI_SIZE"}, "libmpich-dev"},
    {"Open MPI",
     "ranvier_openmpi.so",
     {"libmpi.so.40", nullptr},
     {"OMPI_COMM_WORLD_SIZE", "PMIX_RANK"},
     "libopenmpi-dev"},
};

/// MPI 5 defines types and constants for all libraries, which differ from those of each until then.
constexpr std::string_view standard_abi = "libmpi_abi.so";

struct Library {
    const Family* family;
    std::string file;
};

std::string opened_file;

std::string reason() {
    const char* text = dlerror();
    return text ? text : "unknown reason";
}

/// Calls a function of a library whose types are the same in all of MPI; false if there is none.
template <class... Arguments>
bool call(void* library, const char* name, Arguments... arguments) {
    const auto function = reinterpret_cast<int (*)(Arguments...)>(dlsym(library, name));
    return function && function(arguments...) == 0;
}

std::string version_of(void* library) {
    std::array<char, 16384> text{};  // MPICH's are up to 8 KiB
    int length = 0;
    return call(library, "MPI_Get_library_version", text.data(), &length) ? std::string(text.data()) : std::string();
}

const Family& family_of(std::string_view version) {
    const bool is_open_mpi = version.starts_with("Open MPI") || version.find("Spectrum MPI") != std::string::npos;
    return families[is_open_mpi ? 1 : 0];
}

bool is_initialized(const std::string& file) {
    void* library = dlopen(file.c_str(), RTLD_LAZY | RTLD_NOLOAD);
    int answer = 0;
    const bool is_known = library && call(library, "MPI_Initialized", &answer);
    if (library) dlclose(library);
    return is_known && answer != 0;
}

/// The MPI libraries that this process has loaded, those that are initialized first.
std::vector<Library> loaded_libraries() {
    std::vector<Library> loaded;
    const auto note = [](dl_phdr_info* info, std::size_t, void* found) {
        const std::string_view path = info->dlpi_name;
        const std::string_view name = path.substr(path.rfind('/') + 1);
        for (const Family& family : families) {
            const auto is_it = [&](const char* file) { return file && name == file; };
            if (std::ranges::any_of(family.files, is_it) ||
                (&family == &families[0] && name.starts_with(standard_abi))) {
                static_cast<std::vector<Library>*>(found)->push_back({&family, info->dlpi_name});
            }
        }
        return 0;
    };
    dl_iterate_phdr(note, &loaded);
    std::stable_partition(loaded.begin(), loaded.end(), [](const Library& each) { return is_initialized(each.file); });
    return loaded;
}

const Family* family_of_launcher() {
    for (const Family& family : families) {
        const auto is_set = [](const char* name) { return std::getenv(name) != nullptr; };
        if (std::ranges::any_of(family.by_launcher, is_set)) return &family;
    }
    return nullptr;
}

/// The files that may hold a library, the likeliest first.
std::vector<std::string> candidates(const Family& family) {
    std::vector<std::string> files;
    for (const char* name : family.files) {
        if (!name) continue;
        for (const fs::path& folder : folders_above()) {
            std::error_code failed;
            if (const fs::path file = folder / "lib" / name; fs::exists(file, failed)) files.push_back(file.string());
        }
        files.emplace_back(name);
    }
    return files;
}

/// The file with our calls; empty if this build has none for the family.
std::string table_file(const Family& family) {
    return own_object(family.table);
}

/// What is loaded and fits best; the families among which to search otherwise.
struct Choice {
    std::optional<Library> loaded;
    std::vector<const Family*> families;
    bool is_grounded = true;  // false: any will do
};

Choice choose() {
    const std::vector<Library> loaded = loaded_libraries();
    if (!loaded.empty() && is_initialized(loaded.front().file)) return {loaded.front(), {}};
    if (const Family* family = family_of_launcher()) {
        const auto fits = std::ranges::find(loaded, family, &Library::family);
        if (fits != loaded.end()) return {*fits, {}};
        return {std::nullopt, {family}};
    }
    if (!loaded.empty()) return {loaded.front(), {}};
    return {std::nullopt, {&families[0], &families[1]}, false};
}

/// Our calls see the library because its names are global. UCX, which comes with MPICH, handles SIGHUP as soon as it is
/// loaded, even if the process ignores it.
void* open_globally(const std::string& file) {
    struct sigaction before{};
    sigaction(SIGHUP, nullptr, &before);
    void* library = dlopen(file.c_str(), RTLD_NOW | RTLD_GLOBAL);
    sigaction(SIGHUP, &before, nullptr);
    return library;
}

void open(void* library, const std::string& file) {
    const std::string version = version_of(library);
    if (version.empty())
        throw ExchangeError(fmt::format("{} is not an MPI library: it has no MPI_Get_library_version", file));
    Dl_info info{};
    const fs::path real = dladdr(dlsym(library, "MPI_Init"), &info) && info.dli_fname ? info.dli_fname : file;
    if (real.filename().string().starts_with(standard_abi)) {
        throw ExchangeError(
            fmt::format("Ranvier cannot call {}, a library by the ABI of MPI 5; use MPICH's libmpi.so.12 or Open MPI's "
                        "libmpi.so.40 (of mpi4py, by MPI4PY_LIBMPI)",
                        real.string()));
    }
    const Family& family = family_of(version);
    const std::string calls = table_file(family);
    if (calls.empty()) {
        throw ExchangeError(fmt::format(
            "this build of Ranvier cannot call {} ({}), because its header was missing: install {} and build "
            "again, or use the mpiexec, and the mpi4py, of another MPI library",
            family.vendor, file, family.package));
    }
    void* table = dlopen(calls.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!table) throw ExchangeError(fmt::format("the MPI library {} does not fit: {}", file, reason()));
    const auto* found = static_cast<const RanvierMpi*>(dlsym(table, "ranvier_mpi"));
    if (!found) throw ExchangeError(fmt::format("{} is not Ranvier's", calls));
    std::array<char, 16384> seen{};
    found->library_version(seen.data(), static_cast<int>(seen.size()));
    if (seen.data() != version) {
        throw ExchangeError(fmt::format(
            "this process has loaded another MPI library ({}) than the one to be used ({}: {}); load only one",
            std::string_view(seen.data()).substr(0, 60), file, version.substr(0, 60)));
    }
    open_mpi_table = found;
    opened_file = real.string();
}

std::string first_line(std::string_view text) {
    std::string line(text.substr(0, text.find('\n')));
    std::ranges::replace(line, '\t', ' ');
    return line;
}

}  // namespace

void open_mpi() {
    if (open_mpi_table) return;
    if (const char* file = std::getenv("RANVIER_MPI_LIBRARY")) {
        void* library = open_globally(file);
        if (!library) throw ExchangeError(fmt::format("RANVIER_MPI_LIBRARY={}: {}", file, reason()));
        return open(library, file);
    }
    const Choice choice = choose();
    if (choice.loaded) {
        void* library = open_globally(choice.loaded->file);
        if (!library) throw ExchangeError(reason());
        return open(library, choice.loaded->file);
    }
    std::string tried;
    for (const Family* family : choice.families) {
        if (table_file(*family).empty() && choice.families.size() > 1) continue;
        for (const std::string& file : candidates(*family)) {
            if (void* library = open_globally(file)) return open(library, file);
            tried += fmt::format("\n  {}", reason());
        }
    }
    throw ExchangeError(fmt::format(
        "no MPI library{}{} is found: install it, or give its file by RANVIER_MPI_LIBRARY; tried:{}",
        choice.is_grounded ? " of the launcher's kind, " : "", choice.is_grounded ? choice.families[0]->vendor : "",
        tried.empty() ? " none, as this build has no calls" : tried));
}

bool is_mpi_open() {
    return open_mpi_table != nullptr;
}

std::string chosen_mpi_vendor() {
    if (is_mpi_open()) return mpi().vendor;
    const Choice choice = choose();
    const Family* family = choice.loaded ? choice.loaded->family : choice.is_grounded ? choice.families[0] : nullptr;
    return family && !table_file(*family).empty() ? family->vendor : "";
}

std::string mpi_version_text() {
    std::array<char, 512> text{};
    mpi().library_version(text.data(), static_cast<int>(text.size()));
    return first_line(text.data());
}

std::string mpi_library_file() {
    return opened_file;
}

}  // namespace ranvier::exchange
