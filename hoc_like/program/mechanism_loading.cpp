#include "hoc_like/program/mechanism_loading.hpp"

#include <sys/utsname.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <stdexcept>

#include "hoc_like/library/session.hpp"
#include "hoc_like/program/locations.hpp"
#include "mechanisms/builtin/builtin_mechanisms.hpp"
#include "mechanisms/nmodl/driver/driver.hpp"

namespace ranvier::program {

namespace {

namespace fs = std::filesystem;

mechanisms::Isa chosen_isa(const std::string& name) {
    using enum mechanisms::Isa;
    if (name.empty()) return mechanisms::best_isa();
    for (const auto isa : {baseline, avx2, avx512}) {
        if (mechanisms::name_of(isa) == name) return isa;
    }
    throw std::invalid_argument("--isa is baseline, avx2 or avx512, not '" + name + "'");
}

/// What nrnivmodl listed in this folder, a path a line.
std::vector<fs::path> listed_files() {
    std::vector<fs::path> files;
    std::ifstream list(compiled_list_path());
    for (std::string line; std::getline(list, line);) {
        if (!line.empty()) files.emplace_back(line);
    }
    return files;
}

void add_once(std::vector<fs::path>& files, const std::vector<fs::path>& more) {
    for (const fs::path& file : more) {
        const fs::path whole = fs::weakly_canonical(file);
        const bool known = std::ranges::any_of(files, [&](const fs::path& f) {
            return f == whole || f.filename() == whole.filename();  // the same model's file, listed and found
        });
        if (!known) files.push_back(whole);
    }
}

}  // namespace

fs::path compiled_list_path() {
    utsname machine{};
    uname(&machine);
    return fs::path(machine.machine) / "ranvier-mechanisms.txt";
}

std::vector<fs::path> mod_files_in(const fs::path& folder) {
    std::vector<fs::path> files;
    std::error_code none;
    for (const auto& entry : fs::directory_iterator(folder.empty() ? fs::path(".") : folder, none)) {
        if (entry.path().extension() == ".mod" && entry.is_regular_file()) files.push_back(entry.path());
    }
    std::ranges::sort(files);  // by bytes, whatever the locale
    return files;
}

std::vector<fs::path> mechanism_files(const RunOptions& options) {
    std::vector<fs::path> files;
    add_once(files, listed_files());
    add_once(files, mod_files_in("."));
    for (const Input& input : options.inputs) {
        if (input.kind == Input::Kind::file) add_once(files, mod_files_in(fs::path(input.text).parent_path()));
    }
    for (const std::string& library : options.libraries) {
        if (!fs::exists(library)) throw std::runtime_error("mechanisms " + library + ": no such file or folder");
        if (fs::is_directory(library)) {
            add_once(files, mod_files_in(library));
        } else if (fs::path(library).extension() == ".mod") {
            add_once(files, {library});
        } else {
            // A library compiled by NEURON: its .mod files lie in the folder above <arch>/ or <arch>/.libs/.
            fs::path folder = fs::path(library).parent_path();
            if (folder.filename() == ".libs") folder = folder.parent_path();
            const auto sources = mod_files_in(folder.parent_path());
            if (sources.empty()) throw std::runtime_error(library + " is not a .mod file or a folder of them");
            add_once(files, sources);
        }
    }
    return files;
}

fs::path compile_mechanisms(const std::vector<fs::path>& files, bool vector_math, bool verbose) {
    const Location headers = runtime_headers();
    if (headers.path.empty()) throw std::runtime_error("mechanisms/runtime/abi.h is missing; see ranvier doctor");
    nmodl::CompileOptions options;
    options.math = vector_math ? nmodl::Math::vector : nmodl::Math::libm;
    options.runtime_root = headers.path.string();
    options.verbose = verbose;
    std::vector<std::string> paths;
    for (const fs::path& file : files) paths.push_back(file.string());
    const nmodl::CompiledLibrary library = nmodl::compile_files(paths, options);
    for (const std::string& warning : library.warnings) std::fprintf(stderr, "%s\n", warning.c_str());
    return library.path;
}

void load_mechanisms(hoc::Session& session, const RunOptions& options) {
    const auto math = options.vector_math ? mechanisms::Math::vector : mechanisms::Math::libm;
    for (const rv_mechanism* mechanism : mechanisms::builtin_mechanisms(math, chosen_isa(options.isa))) {
        session.add_mechanism(*mechanism);
    }
    const auto files = mechanism_files(options);
    if (files.empty()) return;
    for (const rv_mechanism* mechanism : nmodl::load_library(compile_mechanisms(files, options.vector_math, false).string())) {
        session.add_mechanism(*mechanism);
    }
}

}  // namespace ranvier::program
