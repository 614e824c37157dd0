#include "hoc_like/program/system_sandbox.hpp"

#include <fmt/format.h>
#include <link.h>
#include <pwd.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <functional>
#include <iterator>
#include <sstream>
#include <stdexcept>
#include <system_error>

#include "exchange/own_objects.hpp"
#include "exchange/task.hpp"
#include "exchange/transport/launch.hpp"
#include "exchange/transport/typed.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/program/locations.hpp"
#include "hoc_like/program/mechanism_loading.hpp"
#include "hoc_like/program/report_words.hpp"
#include "hoc_like/program/system_calls.hpp"
#include "mechanisms/nmodl/driver/toolchain.hpp"

namespace ranvier::program {

namespace {

namespace fs = std::filesystem;

/// Absolute, without links as far as it exists. A link may point at what has no path, such as /dev/stdout at a pipe.
fs::path whole(const fs::path& path) {
    std::error_code none;
    const fs::path found = fs::weakly_canonical(fs::absolute(path), none);
    return none ? fs::absolute(path).lexically_normal() : found;
}

/// What must be writable for an output: its folder, in which it is renamed when it is complete; a device or pipe alone.
fs::path place_of_output(const fs::path& file) {
    std::error_code none;
    const bool is_other = fs::is_other(fs::status(file, none));
    return is_other ? fs::absolute(file) : whole(file).parent_path();
}

fs::path home_folder() {
    if (const char* home = std::getenv("HOME"); home && *home == '/') return whole(home);
    const passwd* user = getpwuid(getuid());
    return user && user->pw_dir ? whole(user->pw_dir) : fs::path();
}

/// The folders that an environment variable lists, separated by colons.
std::vector<fs::path> folders_in(const char* variable) {
    const char* path = std::getenv(variable);
    std::istringstream listed(path ? path : "");
    std::vector<fs::path> folders;
    for (std::string folder; std::getline(listed, folder, ':');) {
        if (!folder.empty()) folders.push_back(whole(folder));
    }
    return folders;
}

/// The folders of libraries that are loaded, and of those that may be.
std::vector<fs::path> library_folders() {
    std::vector<fs::path> folders;
    const auto note = [](dl_phdr_info* info, std::size_t, void* found) {
        const fs::path file = info->dlpi_name;
        if (file.is_absolute()) static_cast<std::vector<fs::path>*>(found)->push_back(whole(file).parent_path());
        return 0;
    };
    dl_iterate_phdr(note, &folders);
    std::ranges::move(folders_in("LD_LIBRARY_PATH"), std::back_inserter(folders));
    return folders;
}

std::vector<fs::path> code_folders() {
    std::vector<fs::path> folders = library_folders();
    folders.push_back(whole("/proc/self/exe").parent_path());
    if (const std::string own = exchange::own_object("ranvier_hdf5.so"); !own.empty()) {
        folders.push_back(whole(own).parent_path());
    }
    return folders;
}

void add_inputs(std::vector<fs::path>& paths, const RunOptions& options, const fs::path& home) {
    using Kind = Input::Kind;
    for (const Input& input : options.inputs) {
        const bool is_file =
            input.kind == Kind::file || input.kind == Kind::extracted || input.kind == Kind::python_file;
        if (is_file) paths.push_back(place_of(whole(input.text), home));
    }
    for (const std::string& library : options.libraries) {
        paths.push_back(fs::is_directory(library) ? whole(library) : place_of(whole(library), home));
        for (const fs::path& source : sources_of(library)) paths.push_back(place_of(whole(source), home));
    }
    if (options.replay) paths.push_back(whole(options.replay->raster));
}

std::vector<fs::path> read_paths(const RunOptions& options, const fs::path& home) {
    std::vector<fs::path> paths = folders_in("MODL_INCLUDES");  // of .mod files
    add_inputs(paths, options, home);
    for (const std::string& folder : hoc::Interpreter::library_folders()) paths.push_back(whole(folder));
    for (const std::string& folder : options.sandbox_read) {
        if (!fs::exists(folder)) throw std::runtime_error("--sandbox-read " + folder + ": no such file or folder");
        paths.push_back(whole(folder));
    }
    return paths;
}

std::vector<fs::path> output_folders(const RunOptions& options) {
    std::vector<std::string> files{options.raster, options.summary, options.connections, options.extract,
                                   options.checkpoints.file};
    if (!options.traces.empty()) files.push_back(options.trace_file);
    for (const std::string& words : options.reports) files.push_back(parse_report(words).file);
    std::erase(files, "");
    std::vector<fs::path> folders;
    for (const std::string& file : files) folders.push_back(place_of_output(file));
    if (!options.figures.empty()) {
        std::error_code ignored;
        fs::create_directories(options.figures, ignored);  // a rule needs a folder that exists
        folders.push_back(whole(options.figures));
    }
    return folders;
}

SandboxFolders folders_of(const RunOptions& options) {
    SandboxFolders folders;
    folders.start = whole(fs::current_path());
    folders.home = home_folder();
    folders.cache = whole(cache_folder());
    folders.read = read_paths(options, folders.home);
    folders.written = output_folders(options);
    return folders;
}

/// Where the compiler lies that this process would run.
std::vector<fs::path> compiler_folders(const fs::path& home) {
    std::vector<std::string> tried;
    const nmodl::Toolchain toolchain = nmodl::find_toolchain("", tried);
    if (toolchain.command.empty()) return {};
    const fs::path folder = whole(toolchain.command.front()).parent_path();
    if (folder.filename() == "bin") return {folder, place_of(folder, home)};  // beside bin are lib, include
    return {folder};
}

/// Sets the variables by which compilers and their caches would write elsewhere.
void keep_compilers_here(const fs::path& cache) {
    setenv("CCACHE_DISABLE", "1", 1);
    for (const char* name : {"ZIG_GLOBAL_CACHE_DIR", "ZIG_LOCAL_CACHE_DIR"}) setenv(name, (cache / "zig").c_str(), 1);
}

void confine_compiler(const SandboxFolders& folders) {
    keep_compilers_here(folders.cache);
    const fs::path headers = runtime_headers().path / "mechanisms";
    confine_files(rules_of_compiler(folders, headers, compiler_folders(folders.home)));
    refuse_calls(refused_calls({.programs = true}));
}

/// Whether the launcher says that all its ranks are on this computer.
bool launcher_uses_one_computer() {
    const auto number = [](const char* variable) {
        const char* text = std::getenv(variable);
        return text ? std::atoi(text) : 0;
    };
    const int ranks = exchange::launched_ranks();
    return number("MPI_LOCALNRANKS") == ranks || number("OMPI_COMM_WORLD_LOCAL_SIZE") == ranks ||
           number("SLURM_STEP_NUM_NODES") == 1;
}

void prepare_mpi() {
    const auto unless_set = [](const char* name, const char* value) { setenv(name, value, 0); };
    unless_set("UCX_TLS", launcher_uses_one_computer() ? "^cma,tcp" : "^cma");
    unless_set("UCX_POSIX_USE_PROC_LINK",
               "n");  // else through /proc/PID, which confined ranks do not see of each other
    unless_set("FI_SHM_DISABLE_CMA", "1");
    unless_set("OMPI_MCA_btl_vader_single_copy_mechanism", "none");
    unless_set("OMPI_MCA_smsc", "^cma");
}

/// A number that differs from computer to computer.
std::int64_t number_of_computer() {
    std::string name;
    std::ifstream("/proc/sys/kernel/random/boot_id") >> name;
    std::array<char, 256> host{};
    if (name.empty() && gethostname(host.data(), host.size() - 1) == 0) name = host.data();
    return static_cast<std::int64_t>(std::hash<std::string>{}(name));
}

bool share_a_computer(exchange::Transport& transport) {
    if (transport.size() == 1) return true;
    const auto over_all = [&](exchange::Reduce how) {
        return exchange::run_to_completion(exchange::reduce_over_ranks(transport, number_of_computer(), how));
    };
    return over_all(exchange::Reduce::min) == over_all(exchange::Reduce::max);
}

/// Confines the process; returns what the system does not hold.
std::string confine_model(const SandboxFolders& folders, bool needs_internet) {
    const std::string no_files = confine_files(rules_of_model(folders));
    const int held = no_files.empty() ? version_of_file_rules() : 0;
    std::string gaps = what_is_not_held(held);
    if (!no_files.empty()) gaps += fmt::format(" ({})", no_files);
    const std::string no_calls = refuse_calls(refused_calls({.internet = needs_internet}));
    if (no_calls.empty()) return gaps;
    return fmt::format("{}{}starting programs and connecting ({})", gaps, gaps.empty() ? "" : ", ", no_calls);
}

}  // namespace

SystemSandbox::SystemSandbox(const RunOptions& options) : folders_{folders_of(options)} {
    check_folders(folders_);
    helper_ = std::make_unique<CompileHelper>(
        folders_.cache,
        [this] {
            folders_.code = code_folders();
            confine_compiler(folders_);
        },
        [&options](const CompileHelper::Paths& files) { return find_or_compile(files, options); });
    prepare_mpi();
}

void SystemSandbox::close(exchange::Transport& transport) {
    folders_.code = code_folders();  // with those of MPI
    folders_.has_ranks = exchange::mpi_library_version() != "none";
    setenv("TMPDIR", folders_.start.c_str(), 1);
    const std::string gaps = confine_model(folders_, !share_a_computer(transport));
    if (gaps.empty() || transport.rank() != 0) return;
    std::fprintf(stderr, "sandbox    this system does not keep a model from %s; see SECURITY.md\n", gaps.c_str());
}

std::string sandbox_advice(const RunOptions& options, const std::string& error) {
    if (!options.sandbox || error.find(std::strerror(EACCES)) == std::string::npos) return {};
    return "\n--sandbox lets a model read only the folders of its scripts and the one that the program was started in; "
           "--sandbox-read FOLDER allows another one";
}

}  // namespace ranvier::program
