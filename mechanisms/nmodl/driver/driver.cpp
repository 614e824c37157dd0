#include "mechanisms/nmodl/driver/driver.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "mechanisms/nmodl/codegen/generate.hpp"
#include "mechanisms/nmodl/driver/content_hash.hpp"
#include "mechanisms/nmodl/driver/run_command.hpp"
#include "mechanisms/nmodl/parser/parser.hpp"

namespace ranvier::nmodl {
namespace {

namespace fs = std::filesystem;

std::string environment(const char* name) {
    const char* value = std::getenv(name);
    return value ? value : "";
}

std::string text_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream all;
    all << in.rdbuf();
    return std::move(all).str();
}

bool is_executable(const std::string& path) {
    struct stat info;
    return stat(path.c_str(), &info) == 0 && S_ISREG(info.st_mode) && access(path.c_str(), X_OK) == 0;
}

/// What $PATH makes of a program's name; "" if there is none.
std::string in_path(const std::string& name) {
    if (name.find('/') != std::string::npos) return is_executable(name) ? name : "";
    std::istringstream folders(environment("PATH"));
    for (std::string folder; std::getline(folders, folder, ':');) {
        const auto candidate = folder + "/" + name;
        if (is_executable(candidate)) return candidate;
    }
    return {};
}

/// Identifies a compiler without running it: path, size and time of the program itself.
std::string fingerprint(const std::string& compiler) {
    std::error_code ignored;
    const auto real = fs::canonical(compiler, ignored);
    struct stat info {};
    stat(real.c_str(), &info);
    return real.string() + " " + std::to_string(info.st_size) + " " + std::to_string(info.st_mtime);
}

/// Features of the running CPU, so that a cache shared by unlike machines stays right.
std::string cpu_features() {
    std::ifstream in("/proc/cpuinfo");
    std::string found;
    for (std::string line; std::getline(in, line) && !line.empty();) {
        if (line.starts_with("flags") || line.starts_with("model name") || line.starts_with("Features")) found += line;
    }
    return found;
}

std::vector<std::string> flags_for(const std::string& isa) {
    std::vector<std::string> flags = {
        "-std=c++20",  "-O3",
        "-nostdinc++",  // generated code uses C's headers; libstdc++'s <math.h> takes 0.2 s to read
        "-w",          "-fPIC", "-fvisibility=hidden", "-ffp-contract=off", "-fno-math-errno", "-fno-trapping-math"};
#if defined(__x86_64__)
    if (isa == "native") {
        flags.insert(flags.end(), {"-march=native", "-mtune=generic", "-mprefer-vector-width=512"});
    } else if (isa == "avx2") {
        flags.emplace_back("-march=x86-64-v3");
    } else if (isa == "avx512") {
        flags.insert(flags.end(), {"-march=x86-64-v4", "-mprefer-vector-width=512"});
    } else if (isa != "baseline") {
        throw std::runtime_error("unknown instruction set " + isa + ": expected native, baseline, avx2 or avx512");
    }
#else
    if (isa == "native") flags.emplace_back("-mcpu=native");
#endif
    return flags;
}

/// Waits for other processes that make the same file.
class Lock {
  public:
    explicit Lock(const std::string& path) : descriptor_(open(path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0666)) {
        if (descriptor_ < 0) throw std::runtime_error("cannot write " + path + ": " + std::strerror(errno));
        while (flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
        }
    }
    Lock(const Lock&) = delete;
    Lock& operator=(const Lock&) = delete;
    ~Lock() { close(descriptor_); }

  private:
    int descriptor_;
};

void write_file(const std::string& path, const std::string& text) {
    std::ofstream out(path, std::ios::binary | std::ios::trunc);
    out << text;
    out.close();
    if (!out) throw std::runtime_error("cannot write " + path);
}

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const auto& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

struct Unit {
    std::string path, key, object;
    std::unique_ptr<Program> program;
};

class Compilation {
  public:
    Compilation(const std::vector<std::string>& paths, const CompileOptions& options) : options_(options) {
        cache_ = options.cache_dir.empty() ? default_cache_dir() : options.cache_dir;
        std::error_code error;
        fs::create_directories(cache_, error);
        if (error) throw std::runtime_error("cannot make the folder " + cache_ + ": " + error.message());
        compiler_ = options.compiler;
        if (compiler_.empty()) {
            std::vector<std::string> tried;
            compiler_ = find_compiler(tried);
            if (compiler_.empty()) {
                throw std::runtime_error("no C++ compiler was found for .mod files; tried " + joined(tried) +
                                         ". Install g++ or clang++, or set CXX.");
            }
        }
        flags_ = flags_for(options.isa);
        for (const auto& path : paths) units_.push_back(read(path));
    }

    CompiledLibrary run() {
        ContentHash all;
        for (const auto& unit : units_) all.add(unit.key);
        CompiledLibrary library;
        library.path = cache_ + "/" + all.digits() + ".so";
        library.was_cached = fs::exists(library.path);
        if (library.was_cached) return library;
        const Lock lock(cache_ + "/" + all.digits() + ".lock");
        library.was_cached = fs::exists(library.path);
        if (library.was_cached) return library;
        compile(library.warnings);
        link(library.path);
        return library;
    }

  private:
    Unit read(const std::string& path) const {
        Diagnostics diagnostics;
        Unit unit;
        unit.path = path;
        unit.program = parse_file(path, diagnostics, options_.include_path);
        diagnostics.throw_if_any();
        ContentHash hash;
        hash.add(generator_version);
        hash.add(options_.math == Math::libm ? "libm" : "vector");
        hash.add(path);
        for (const auto& file : unit.program->files) hash.add(file->text);
        hash.add(runtime_text());
        hash.add(fingerprint(compiler_));
        hash.add(joined(flags_));
        if (options_.isa == "native") hash.add(cpu_features());
        unit.key = hash.digits();
        unit.object = cache_ + "/" + unit.key + ".o";
        return unit;
    }

    const std::string& runtime_text() const {
        if (!runtime_text_.empty()) return runtime_text_;
        const auto folder = fs::path(options_.runtime_root) / "mechanisms" / "runtime";
        if (!fs::exists(folder / "abi.h")) {
            throw std::runtime_error("the headers for compiled mechanisms are missing: no " +
                                     (folder / "abi.h").string());
        }
        for (const char* name : {"abi.h", "generated.h", "math.h", "math_libm.h", "math_vector.h", "random.h"}) {
            runtime_text_ += text_of(folder / name);
        }
        return runtime_text_;
    }

    std::string temporary(const std::string& final_name) const {
        return final_name + "." + std::to_string(getpid()) + ".tmp";
    }

    void compile(std::vector<std::string>& warnings) {
        std::vector<std::vector<std::string>> commands;
        std::vector<const Unit*> compiled;
        for (auto& unit : units_) {
            Diagnostics diagnostics;
            run_passes(*unit.program, options_.math, diagnostics);
            for (const auto& warning : diagnostics.warnings()) warnings.push_back(render(warning, "warning"));
            if (fs::exists(unit.object)) continue;
            const auto source = cache_ + "/" + unit.key + ".cpp";
            const auto text = generate_cpp(*unit.program, {options_.math, "rv_mod_" + unit.key});
            write_file(temporary(source), text);
            fs::rename(temporary(source), source);
            std::vector<std::string> command = {compiler_};
            command.insert(command.end(), flags_.begin(), flags_.end());
            command.insert(command.end(), {"-I", options_.runtime_root, "-c", "-o", temporary(unit.object), source});
            if (options_.verbose) std::fprintf(stderr, "%s\n", joined(command).c_str());
            commands.push_back(std::move(command));
            compiled.push_back(&unit);
        }
        const auto results = run_commands(commands, options_.jobs);
        for (std::size_t k = 0; k < results.size(); ++k) {
            if (results[k].status != 0) {
                throw std::runtime_error("the C++ compiler failed on " + compiled[k]->path + " (" +
                                         joined(commands[k]) + "):\n" + results[k].output);
            }
            fs::rename(temporary(compiled[k]->object), compiled[k]->object);
        }
    }

    /// The library's table of mechanisms, and the link.
    void link(const std::string& path) const {
        std::string declarations, calls;
        for (const auto& unit : units_) {
            const auto symbol = "rv_mod_" + unit.key;
            declarations += "extern \"C\" const rv_mechanism* const* " + symbol + "(int32_t* count);\n";
            calls += "    " + symbol + "(&one)[0],\n";
        }
        const auto source = path + "." + std::to_string(getpid()) + ".cpp";
        write_file(source, "#include \"mechanisms/runtime/abi.h\"\n" + declarations +
                               "extern \"C\" __attribute__((visibility(\"default\"))) const rv_mechanism* const*\n"
                               "rv_mechanisms(int32_t* count) {\n"
                               "    static int32_t one;\n"
                               "    static const rv_mechanism* const all[] = {\n" +
                               calls + "    };\n    *count = " + std::to_string(units_.size()) +
                               ";\n    return all;\n}\n");
        std::vector<std::string> command = {compiler_, "-std=c++20",          "-w",      "-fPIC", "-fvisibility=hidden",
                                            "-I",      options_.runtime_root, "-shared", "-o",    temporary(path),
                                            source};
        for (const auto& unit : units_) command.push_back(unit.object);
        if (options_.verbose) std::fprintf(stderr, "%s\n", joined(command).c_str());
        const auto result = run_commands({command}, 1).front();
        fs::remove(source);
        if (result.status != 0) throw std::runtime_error("linking mechanisms failed:\n" + result.output);
        fs::rename(temporary(path), path);
    }

    const CompileOptions& options_;
    std::string cache_, compiler_;
    std::vector<std::string> flags_;
    std::vector<Unit> units_;
    mutable std::string runtime_text_;
};

}  // namespace

std::string default_cache_dir() {
    if (const auto own = environment("RANVIER_CACHE"); !own.empty()) return own;
    if (const auto xdg = environment("XDG_CACHE_HOME"); !xdg.empty()) return xdg + "/ranvier";
    const auto home = environment("HOME");
    return (home.empty() ? fs::temp_directory_path().string() : home + "/.cache") + "/ranvier";
}

std::string find_compiler(std::vector<std::string>& tried) {
    std::vector<std::string> names;
    if (const auto own = environment("CXX"); !own.empty()) names.push_back(own);
    names.insert(names.end(), {"c++", "g++", "clang++"});
    for (const auto& name : names) {
        tried.push_back(name);
        if (auto found = in_path(name); !found.empty()) return found;
    }
    return {};
}

CompiledLibrary compile_files(const std::vector<std::string>& paths, const CompileOptions& options) {
    return Compilation(paths, options).run();
}

}  // namespace ranvier::nmodl
