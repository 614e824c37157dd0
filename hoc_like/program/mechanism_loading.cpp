#include "hoc_like/program/mechanism_loading.hpp"

#include <sys/stat.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "engine/cell/mechanism_type.hpp"
#include "engine/solve/model.hpp"
#include "engine/state/origin.hpp"
#include "exchange/transport/launch.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/cable/mechanisms/mechanism_catalog.hpp"
#include "hoc_like/library/session/session.hpp"
#include "hoc_like/program/locations.hpp"
#include "mechanisms/builtin/builtin_mechanisms.hpp"
#include "mechanisms/nmodl/driver/cache_folder.hpp"
#include "mechanisms/nmodl/driver/driver.hpp"
#include "mechanisms/nmodl/driver/toolchain.hpp"

namespace ranvier::program {

namespace {

namespace fs = std::filesystem;

mechanisms::Isa chosen_isa(const std::string& name) {
    using enum mechanisms::Isa;
    if (name.empty()) return mechanisms::best_isa();
    for (const auto isa : {baseline, avx2, avx512}) {
        if (mechanisms::name_of(isa) == name) return isa;
    }
    throw std::invalid_argument("--isa must be baseline, avx2 or avx512, not '" + name + "'");
}

/// Whether a file or folder may have been written by another user. A group that has the number of its owner is his own.
bool is_of_others(const fs::path& path) {
    struct stat info{};
    if (stat(path.c_str(), &info) != 0) return false;
    const bool has_own_group = info.st_gid == info.st_uid;
    const mode_t open = has_own_group ? S_IWOTH : S_IWGRP | S_IWOTH;
    return info.st_uid != geteuid() || (info.st_mode & open) != 0;
}

/// Whether a script of the run lies in the current folder.
bool has_script_here(const RunOptions& options) {
    std::vector<std::string> scripts;
    for (const Input& input : options.inputs) {
        const bool is_file = input.kind == Input::Kind::file || input.kind == Input::Kind::python_file;
        if (is_file) scripts.push_back(input.text);
    }
    if (options.inputs.empty() && !options.python_arguments.empty()) scripts.push_back(options.python_arguments[0]);
    return std::ranges::any_of(scripts, [](const std::string& script) {
        std::error_code none;
        if (!fs::is_regular_file(script, none)) return false;
        return fs::equivalent(fs::absolute(script).parent_path(), fs::current_path(), none);
    });
}

void warn(const fs::path& file, const std::string& text) {
    if (exchange::launched_rank() == 0) std::fprintf(stderr, "warning: %s %s\n", file.c_str(), text.c_str());
}

/// What a list that nrnivmodl wrote names, one path per line.
std::vector<fs::path> files_of_list(const fs::path& path) {
    std::vector<fs::path> files;
    std::ifstream list(path);
    for (std::string line; std::getline(list, line);) {
        if (!line.empty()) files.emplace_back(line);
    }
    return files;
}

/// The list in the current folder. One of another user is for those who run his scripts, not for everybody who happens
/// to be in his folder.
std::vector<fs::path> listed_files(const RunOptions& options) {
    const fs::path list = compiled_list_path();
    const bool is_trusted = !is_of_others(list) && !is_of_others(list.parent_path());
    if (is_trusted || !fs::exists(list) || has_script_here(options)) return files_of_list(list);
    const std::string folder = machine_folder().string();
    warn(list, "is not loaded, as other users may have written it; if you trust it, add --mechanisms " + folder +
                   " (nrniv: -dll " + folder + ")");
    return {};
}

void add_once(std::vector<fs::path>& files, const std::vector<fs::path>& more) {
    for (const fs::path& file : more) {
        const fs::path whole = fs::weakly_canonical(file);
        const bool known = std::ranges::any_of(files, [&](const fs::path& f) {
            return f == whole || f.filename() == whole.filename();  // the same file, both listed and found
        });
        if (!known) files.push_back(whole);
    }
}

}  // namespace

fs::path machine_folder() {
    utsname machine{};
    uname(&machine);
    return machine.machine;
}

fs::path compiled_list_path() {
    return machine_folder() / "ranvier-mechanisms.txt";
}

std::vector<fs::path> mod_files_in(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder.empty() ? fs::path(".") : folder, none)) {
        if (entry.path().extension() == ".mod" && entry.is_regular_file()) files.push_back(entry.path());
    }
    std::ranges::sort(files);  // by bytes, independent of the locale
    return files;
}

const std::string& cache_folder() {
    static const std::string path = [] {
        const nmodl::CacheFolder found = nmodl::open_cache("");
        if (!found.warning.empty() && exchange::launched_rank() == 0) {
            std::fprintf(stderr, "warning: %s\n", found.warning.c_str());
        }
        return found.path;
    }();
    return path;
}

nmodl::CompileOptions compile_options(const CompileRequest& request) {
    const Location headers = runtime_headers();
    if (headers.path.empty()) throw std::runtime_error("mechanisms/runtime/abi.h is missing; see ranvier doctor");
    nmodl::CompileOptions options;
    options.math = request.vector_math ? nmodl::Math::vector : nmodl::Math::libm;
    options.isa = request.isa;
    options.runtime_root = headers.path.string();
    options.jobs = static_cast<int>(std::max(2u, std::thread::hardware_concurrency()));
    options.verbose = request.verbose;
    options.sandbox = request.sandbox;
    options.cache_dir = cache_folder();
    return options;
}

namespace {

std::vector<std::string> strings(const std::vector<fs::path>& files) {
    std::vector<std::string> paths;
    for (const fs::path& file : files) paths.push_back(file.string());
    return paths;
}

/// Sets usetable_NAME to 0 if the mechanism has a TABLE.
void switch_tables_off(hoc::Session& session, const rv_mechanism& mechanism) {
    auto& type = session.context().model.mechanism(*session.context().model.find_mechanism(mechanism.name));
    std::size_t at = 0;
    for (int k = 0; k < mechanism.global_count; ++k) {
        const rv_global& global = mechanism.globals[k];
        if (std::string_view(global.name) == "usetable") type.globals()[at] = 0;
        at += static_cast<std::size_t>(std::max(global.length, 1));
    }
    type.touch();
}

std::string text_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
}

}  // namespace

bool is_made_here(const fs::path& folder) {
    return fs::exists(folder / compiled_list_path().filename()) && fs::is_symlink(folder / "special");
}

bool is_own_library(const fs::path& path) {
    return fs::is_regular_file(path) && text_of(path).find("rv_mechanisms") != std::string::npos;
}

namespace {

/// What nrnivmodl listed in the folder that it made, if the files are still where they were.
std::vector<fs::path> still_listed_in(const fs::path& folder) {
    if (folder.filename() != machine_folder()) return {};
    auto listed = files_of_list(folder / compiled_list_path().filename());
    const auto exists = [](const fs::path& file) { return fs::exists(file); };
    return std::ranges::all_of(listed, exists) ? listed : std::vector<fs::path>{};
}

}  // namespace

std::vector<fs::path> sources_of(const fs::path& library) {
    if (library.extension() == ".mod") return {library};
    const bool is_folder = fs::is_directory(library);
    // The .mod files are in the folder above <arch>/ or <arch>/.libs/.
    fs::path folder = is_folder ? fs::absolute(library / "x").parent_path() : fs::absolute(library).parent_path();
    if (!is_folder && folder.filename() == ".libs") folder = folder.parent_path();
    if (is_folder && folder.filename() != machine_folder()) return mod_files_in(library);
    auto listed = still_listed_in(folder);
    return listed.empty() ? mod_files_in(folder.parent_path()) : listed;
}

namespace {

nmodl::CompiledLibrary compiled(const CompileRequest& request) {
    // Uses the same paths as a run, because they are part of the cache key.
    std::vector<fs::path> files;
    for (const fs::path& file : request.files) files.push_back(fs::weakly_canonical(file));
    return nmodl::compile_files(strings(files), compile_options(request));
}

/// Returns the library's path.
fs::path say_warnings(const nmodl::CompiledLibrary& library) {
    if (exchange::launched_rank() == 0) {
        for (const std::string& warning : library.warnings) std::fprintf(stderr, "%s\n", warning.c_str());
    }
    return library.path;
}

}  // namespace

fs::path compile_mechanisms(const CompileRequest& request) {
    return say_warnings(compiled(request));
}

nmodl::CompiledLibrary find_or_compile(const std::vector<fs::path>& files, const RunOptions& options) {
    std::vector<std::string> choices = {"native", nmodl::best_portable_isa()};
    if (!options.isa.empty() || std::getenv("RANVIER_ISA")) {
        choices = {std::string(mechanisms::name_of(chosen_isa(options.isa)))};
    }
    for (const std::string& isa : choices) {
        const CompileRequest request{files, options.vector_math, isa, false, options.sandbox};
        if (const auto found = nmodl::find_compiled(strings(files), compile_options(request))) return *found;
    }
    return compiled({files, options.vector_math, choices.front(), false, options.sandbox});
}

namespace {

mechanisms::Math math_of(const RunOptions& options) {
    return options.vector_math ? mechanisms::Math::vector : mechanisms::Math::libm;
}

void register_builtin(hoc::Session& session, const RunOptions& options) {
    // The hh of NEURON 8.2's wheels has no TABLE.
    const bool exact = options.exact_tables || options.compat == "8.2";
    session.mechanisms().set_source_root(builtin_mechanisms().path.parent_path().parent_path().string());
    for (const rv_mechanism* mechanism : mechanisms::builtin_mechanisms(math_of(options), chosen_isa(options.isa))) {
        session.mechanisms().add(*mechanism);
        if (exact) switch_tables_off(session, *mechanism);
    }
}

/// `taken`: whether a file gives a mechanism of that name, which then takes the place of ours.
template <class Taken>
void offer_own(hoc::Session& session, const RunOptions& options, const Taken& taken) {
    for (const rv_mechanism* mechanism : mechanisms::own_mechanisms(math_of(options), chosen_isa(options.isa))) {
        if (!taken(std::string_view(mechanism->name))) session.mechanisms().offer(*mechanism);
    }
}

}  // namespace

void load_builtin_mechanisms(hoc::Session& session, const RunOptions& options) {
    register_builtin(session, options);
    offer_own(session, options, [](std::string_view) { return false; });
}

MechanismLoader::MechanismLoader(hoc::Session& session, const RunOptions& options)
    : session_{session},
      options_{options},
      compile_{[this](const std::vector<fs::path>& files) { return find_or_compile(files, options_); }} {}

void MechanismLoader::load_all() {
    register_builtin(session_, options_);
    std::vector<fs::path> files;
    add_once(files, listed_files(options_));
    std::vector<std::string> compiled;
    for (const std::string& library : options_.libraries) {
        if (!fs::exists(library)) throw std::runtime_error("mechanisms " + library + ": no such file or folder");
        const auto sources = sources_of(library);
        if (sources.empty()) {
            compiled.push_back(library);
        } else {
            add_once(files, sources);
        }
    }
    load_files(files);
    for (const std::string& library : compiled) load_compiled(library);
    find(".");
    for (const Input& input : options_.inputs) {
        if (input.kind == Input::Kind::file) find(fs::path(input.text).parent_path());
    }
    offer_own(session_, options_, [&](std::string_view name) {
        return std::ranges::any_of(found_, [&](const Found& one) { return one.names.mechanism() == name; });
    });
    if (found_.empty()) return;
    warn_of_taken_names();
    session_.mechanisms().add_late_names([this](std::string_view name) { return load_found_for(name); });
    session_.mechanisms().on_list([this] { load_found({}); });
}

void MechanismLoader::find(const fs::path& folder) {
    for (const fs::path& file : mod_files_in(folder)) {
        const fs::path path = fs::weakly_canonical(file);
        const auto is_it = [&](const auto& other) { return other.path.filename() == path.filename(); };
        if (std::ranges::any_of(loaded_, is_it) || std::ranges::any_of(found_, is_it)) continue;
        const std::string text = text_of(path);
        found_.push_back({path, GivenNames(text), engine::hash_of_text(text)});
    }
}

/// A script that uses the mechanism gets the one that exists, so this must be said, and before the script runs if it is
/// built in.
void MechanismLoader::warn_of_taken_names() {
    std::erase_if(found_, [&](const Found& one) {
        const std::string& name = one.names.mechanism();
        if (name == "nothing" || !session_.context().model.find_mechanism(name)) return false;
        const auto is_same = [&](const Loaded& other) { return other.text == text_of(one.path); };
        if (std::ranges::none_of(loaded_, is_same)) {
            warn(one.path, "is not loaded: there is already a mechanism " + name);
        }
        return true;
    });
}

bool MechanismLoader::load_found_for(std::string_view name) {
    const auto gives = [&](const Found& one) { return one.names.has(name); };
    if (std::ranges::none_of(found_, gives)) return false;
    const engine::Model& model = session_.context().model;
    if (model.find_mechanism(name) || model.range_variable(name)) return false;
    load_found(name);
    return true;
}

void MechanismLoader::load_found(std::string_view wanted) {
    warn_of_taken_names();
    const std::vector<Found> all = std::exchange(found_, {});
    std::vector<fs::path> files;
    for (const Found& one : all) files.push_back(one.path);
    try {
        load_files(files);
        return;
    } catch (const std::runtime_error&) {
        files.clear();  // the file that causes it is found below
    }
    for (const Found& one : all) {
        try {
            compile_({one.path});
            files.push_back(one.path);
        } catch (const std::runtime_error& error) {
            if (one.names.has(wanted)) throw;
            warn(one.path, std::string("is not loaded: ") + error.what());
        }
    }
    load_files(files);
}

void MechanismLoader::load(const fs::path& library) {
    if (fs::is_directory(library)) fs::directory_iterator{library};  // throws if it cannot be read
    const auto sources = fs::exists(library) ? sources_of(library) : std::vector<fs::path>{};
    if (!sources.empty()) {
        load_files(sources);
    } else if (options_.sandbox) {  // loading a library runs its code
        throw std::runtime_error(
            "--sandbox refuses to load \"" + library.string() +
            "\", a library without its .mod files; if you trust it, give it to -dll or --mechanisms");
    } else {
        load_compiled(library.string());
    }
}

void MechanismLoader::load_files(const std::vector<fs::path>& files) {
    std::vector<Loaded> fresh;
    for (const fs::path& file : files) {
        Loaded one{fs::weakly_canonical(file), text_of(file)};
        // A file with the same text in another folder, or with another name, is the same mechanism.
        const auto is_same = [&](const Loaded& other) { return other.text == one.text; };
        if (std::ranges::any_of(loaded_, is_same) || std::ranges::any_of(fresh, is_same)) continue;
        fresh.push_back(std::move(one));
    }
    if (fresh.empty()) return;
    std::vector<fs::path> paths;
    for (const Loaded& one : fresh) paths.push_back(one.path);
    for (const rv_mechanism* mechanism : nmodl::load_library(say_warnings(compile_(paths)))) add(*mechanism);
    // The file has changed since it was loaded.
    for (const fs::path& path : paths) std::erase_if(loaded_, [&](const Loaded& one) { return one.path == path; });
    std::ranges::move(fresh, std::back_inserter(loaded_));
}

void MechanismLoader::load_compiled(const std::string& library) {
    if (!fs::exists(library)) throw std::runtime_error("mechanisms " + library + ": no such file or folder");
    if (fs::is_directory(library)) throw std::runtime_error("no .mod files in " + library);
    const fs::path named = library, beside = fs::path(library).replace_filename(moved_library_name);
    const fs::path whole = fs::canonical(!is_own_library(named) && is_own_library(beside) ? beside : named);
    if (std::ranges::any_of(loaded_, [&](const Loaded& one) { return one.path == whole; })) return;
    for (const rv_mechanism* mechanism : nmodl::load_library(whole.string())) add(*mechanism);
    loaded_.push_back({whole, whole.string()});
}

std::vector<std::pair<std::string, std::uint64_t>> MechanismLoader::hashes() const {
    std::vector<std::pair<std::string, std::uint64_t>> all;
    for (const Loaded& one : loaded_) {
        const std::string name = one.path.filename().string();
        all.emplace_back(name, engine::hash_of_text(one.path.extension() == ".mod" ? one.text : name));
    }
    for (const Found& one : found_) all.emplace_back(one.path.filename().string(), one.hash);
    std::ranges::sort(all);
    return all;
}

void MechanismLoader::add(const rv_mechanism& mechanism) {
    session_.mechanisms().add(mechanism);
    if (options_.exact_tables) switch_tables_off(session_, mechanism);
}

void register_load_dll(hoc::Session& session, MechanismLoader& loader) {
    session.context().registry.add(hoc::FunctionDefinition{
        "nrn_load_dll", "nrn_load_dll(path)",
        "Loads mechanisms from a .mod file, a folder of .mod files, or a library made by nrnivmodl; returns 1, or 0 if "
        "the path does not exist.",
        [&loader](hoc::Call& call) -> hoc::Result {
            const std::string path = call.string(0);
            if (!fs::exists(path)) {  // continues, like NEURON: the mechanisms may already exist
                if (exchange::launched_rank() == 0) {
                    std::fprintf(stderr, "nrn_load_dll: no such file or folder: %s\n", path.c_str());
                }
                return 0.;
            }
            loader.load(path);
            return 1.;
        }});
}

std::vector<fs::path> used_mod_files(hoc::Session& session) {
    std::set<fs::path> files;
    for (const auto& type : session.context().model.mechanisms()) {
        const rv_mechanism* description = type->description();
        std::error_code failed;
        if (!description || mechanisms::is_built_in(*description)) continue;
        if (fs::is_regular_file(description->source, failed)) files.insert(description->source);
    }
    return {files.begin(), files.end()};
}

}  // namespace ranvier::program
