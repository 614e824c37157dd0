#include "hoc_like/program/locations.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdlib>
#include <sstream>
#include <system_error>

namespace ranvier::program {

namespace {

namespace fs = std::filesystem;

fs::path executable() {
    std::error_code ignored;
    return fs::read_symlink("/proc/self/exe", ignored);
}

Location first_existing(std::vector<fs::path> candidates, const fs::path& proof = {}) {
    Location location;
    for (fs::path& candidate : candidates) {
        std::error_code ignored;
        const bool exists = fs::exists(proof.empty() ? candidate : candidate / proof, ignored);
        location.tried.push_back(candidate);
        if (exists) {
            location.path = std::move(candidate);
            break;
        }
    }
    return location;
}

/// The file that contains this code: the program, or the Python module in share/ranvier/python.
fs::path own_file() {
    Dl_info info{};
    const auto* here = reinterpret_cast<const void*>(&own_file);
    return dladdr(here, &info) && info.dli_fname ? fs::path(info.dli_fname) : fs::path();
}

/// The folders that may contain data files: an installation's is beside bin/, or above the module; a wheel's is in the
/// package beside the module; a build's is its source tree.
std::vector<fs::path> data_folders() {
    std::vector<fs::path> folders;
    if (const char* chosen = std::getenv("RANVIER_DATA")) folders.emplace_back(chosen);
    // First for the module: where it is loaded, the executable is Python's.
    folders.push_back(own_file().parent_path().parent_path());
    folders.push_back(own_file().parent_path() / "ranvier" / "share" / "ranvier");
    folders.push_back(executable().parent_path().parent_path() / "share" / "ranvier");
#ifdef RANVIER_SOURCE_DIR
    folders.emplace_back(RANVIER_SOURCE_DIR);
#endif
    return folders;
}

}  // namespace

Location runtime_headers() {
    return first_existing(data_folders(), "mechanisms/runtime/abi.h");
}

Location builtin_mechanisms() {
    Location found = first_existing(data_folders(), "mechanisms/builtin/hh.mod");
    if (!found.path.empty()) found.path /= "mechanisms/builtin";
    return found;
}

Location plot_script(const std::string& name) {
    std::vector<fs::path> candidates;
    for (const fs::path& folder : data_folders()) candidates.push_back(folder / "hoc_like/program/plot" / name);
    return first_existing(std::move(candidates));
}

namespace {

/// The folders that may contain the Python module and packages; in a wheel the package of the program is one of these.
std::vector<fs::path> package_folders() {
    const fs::path prefix = executable().parent_path().parent_path();
    std::vector<fs::path> candidates{prefix / "python"};
    for (const fs::path& folder : data_folders()) candidates.push_back(folder / "python");
    if (prefix.filename() == "ranvier") candidates.push_back(prefix.parent_path());
    return candidates;
}

}  // namespace

Location python_module() {
    return first_existing(package_folders(), "_ranvier_in_program.so");
}

Location study_package() {
    return first_existing(package_folders(), "ranvier_study/__main__.py");
}

Location sonata_package() {
    return first_existing(package_folders(), "ranvier_sonata/__main__.py");
}

namespace {

std::vector<fs::path> possible_pythons() {
    std::vector<fs::path> candidates;
    if (const char* chosen = std::getenv("RANVIER_PYTHON")) candidates.emplace_back(chosen);
#ifdef RANVIER_SOURCE_DIR
    candidates.push_back(fs::path(RANVIER_SOURCE_DIR) / "build/python/bin/python");
#endif
    if (const fs::path found = find_command("python3"); !found.empty()) candidates.push_back(found);
    return candidates;
}

}  // namespace

Location python() {
    return first_existing(possible_pythons());
}

std::vector<fs::path> pythons() {
    std::vector<fs::path> found = possible_pythons();
    std::erase_if(found, [](const fs::path& path) { return ::access(path.c_str(), X_OK) != 0; });
    return found;
}

ChosenPython python_of_scripts(const std::string& wanted) {
    if (!wanted.empty()) return {wanted, "-pyexe names it"};
    const auto value_of = [](const char* name) {
        const char* value = std::getenv(name);
        return std::string{value ? value : ""};
    };
    if (const std::string chosen = value_of("NRN_PYTHONEXE"); !chosen.empty())
        return {chosen, "NRN_PYTHONEXE names it"};
    for (const char* name : {"VIRTUAL_ENV", "CONDA_PREFIX"}) {
        const fs::path folder = value_of(name);
        if (folder.empty()) continue;
        const fs::path interpreter = folder / "bin/python3";
        if (::access(interpreter.c_str(), X_OK) == 0)
            return {interpreter, std::string(name) + ": this environment is active"};
    }
#ifdef RANVIER_SOURCE_DIR
    const fs::path own = fs::path(RANVIER_SOURCE_DIR) / "build/python/bin/python";
    if (::access(own.c_str(), X_OK) == 0) return {own, "the environment of this checkout, which make demo has set up"};
#endif
    const fs::path found = find_command("python3");
    return {"python3", found.empty() ? "the default, which is not on PATH" : "the first python3 on PATH"};
}

fs::path find_command(const std::string& name) {
    if (name.find('/') != std::string::npos) return ::access(name.c_str(), X_OK) == 0 ? fs::path(name) : fs::path();
    const char* path = std::getenv("PATH");
    std::istringstream folders(path ? path : "");
    for (std::string folder; std::getline(folders, folder, ':');) {
        const fs::path candidate = fs::path(folder) / name;
        if (::access(candidate.c_str(), X_OK) == 0) return candidate;
    }
    return {};
}

}  // namespace ranvier::program
