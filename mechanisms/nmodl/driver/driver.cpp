#include "mechanisms/nmodl/driver/driver.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "mechanisms/nmodl/codegen/c_file.hpp"
#include "mechanisms/nmodl/codegen/generate.hpp"
#include "mechanisms/nmodl/codegen/generator_version.hpp"
#include "mechanisms/nmodl/codegen/lane_kernels.hpp"
#include "mechanisms/nmodl/driver/bind_names.hpp"
#include "mechanisms/nmodl/driver/cache_entry.hpp"
#include "mechanisms/nmodl/driver/cache_folder.hpp"
#include "mechanisms/nmodl/driver/compile_c.hpp"
#include "mechanisms/nmodl/driver/content_hash.hpp"
#include "mechanisms/nmodl/driver/group_sources.hpp"
#include "mechanisms/nmodl/driver/included_headers.hpp"
#include "mechanisms/nmodl/driver/rejected_blocks.hpp"
#include "mechanisms/nmodl/driver/run_command.hpp"
#include "mechanisms/nmodl/driver/toolchain.hpp"
#include "mechanisms/nmodl/driver/undefined_symbols.hpp"
#include "mechanisms/nmodl/parser/parser.hpp"
#include "mechanisms/nmodl/passes/choose_language.hpp"

namespace ranvier::nmodl {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& path) {
    std::ifstream in(path, std::ios::binary);
    std::ostringstream all;
    all << in.rdbuf();
    return std::move(all).str();
}

/// Waits for other processes that create the same file.
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

void replace_all(std::string& text, const std::string& from, const std::string& to) {
    for (auto at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size())) {
        text.replace(at, from.size(), to);
    }
}

std::string joined(const std::vector<std::string>& words, const char* between = " ") {
    std::string text;
    for (const auto& word : words) text += (text.empty() ? "" : between) + word;
    return text;
}

struct Unit {
    std::string path;
    std::string key;         ///< hash of everything that the object depends on
    std::string source_key;  ///< the same without the compiler
    std::string content;     ///< hash of the file, its includes and its path
    std::string symbol;      ///< name of the function that lists its mechanism
    std::string source, object;
    std::unique_ptr<Program> program;
};

/// Generated C++ files that one compiler compiles.
struct Group {
    std::vector<const Unit*> units;
    std::string source, object;
};

class Compilation {
  public:
    Compilation(const std::vector<std::string>& paths, const CompileOptions& options) : options_(options) {
        cache_ = open_cache(options.cache_dir).path;
        toolchain_ = find_toolchain(options.compiler, tried_);
        flags_ = compile_flags(options.isa, toolchain_);
        describe_compiler();
        for (const auto& path : paths) units_.push_back(read(path));
        ContentHash all, sources;
        for (const auto& unit : units_) all.add(unit.key);
        for (const auto& unit : units_) sources.add(unit.source_key);
        name_ = cache_ + "/" + all.digits();
        any_compilers_ = cache_ + "/any-" + sources.digits() + ".so";
    }

    CompiledLibrary run() {
        if (auto found = find()) return *found;
        if (toolchain_.command.empty()) {
            throw std::runtime_error("no C++ compiler was found for .mod files; tried " + joined(tried_, ", ") +
                                     ". Install g++ or clang++ (or pip install ziglang), or set CXX.");
        }
        CompiledLibrary library;
        library.path = name_ + ".so";
        const Lock lock(name_ + ".lock");
        if (auto found = find()) return *found;
        compile(library.warnings);
        link_known_names(library);
        name_for_machines_without_compiler();
        return library;
    }

    std::optional<CompiledLibrary> find() const {
        if (toolchain_.command.empty() && is_whole_entry(any_compilers_)) {
            return CompiledLibrary{any_compilers_, true, {}};
        }
        if (!is_whole_entry(name_ + ".so")) return std::nullopt;
        return CompiledLibrary{name_ + ".so", true, {}};
    }

  private:
    Unit read(const std::string& path) const {
        Diagnostics diagnostics;
        Unit unit;
        unit.path = path;
        unit.program = parse_file(path, diagnostics, options_.include_path);
        if (options_.sandbox) choose_language(*unit.program, diagnostics, true);
        diagnostics.throw_if_any();
        ContentHash text;
        text.add(options_.math == Math::libm ? "libm" : "vector");
        text.add(path);
        for (const auto& file : unit.program->files) text.add(file->text);
        text.add(included_headers(*unit.program));
        unit.content = text.digits();
        ContentHash all, source;
        for (auto* hash : {&all, &source}) {
            hash->add(unit.content);
            hash->add(generator_version);
            hash->add(runtime_text_);
        }
        all.add(compiler_text_);
        unit.key = all.digits();
        unit.source_key = source.digits();
        return unit;
    }

    /// Everything on which the compiler's output for a text depends.
    void describe_compiler() {
        const auto folder = fs::path(options_.runtime_root) / "mechanisms" / "runtime";
        if (!fs::exists(folder / "abi.h")) {
            throw std::runtime_error("the headers for compiled mechanisms are missing: no " +
                                     (folder / "abi.h").string());
        }
        std::vector<fs::path> headers;
        for (const auto& file : fs::directory_iterator(folder)) {
            if (file.path().extension() == ".h") headers.push_back(file.path());
        }
        std::sort(headers.begin(), headers.end());
        for (const auto& header : headers) runtime_text_ += text_of(header);
        runtime_text_ += machine() + " " + options_.isa + "\n";
        if (options_.isa == "native") runtime_text_ += cpu_features();
        compiler_text_ = toolchain_.fingerprint + "\n" + joined(flags_) + "\n";
        compiler_text_ += joined(c_optimization(toolchain_)) + "\n";
    }

    std::string temporary(const std::string& final_name) const {
        return final_name + "." + std::to_string(getpid()) + ".tmp";
    }

    GenerateOptions neutral_names() const { return {options_.math, "rv_name_of_this", "/rv_place_of_this"}; }

    /// Objects are named after their text, so a different version of the generator that prints the same text reuses
    /// them. So are the functions in an object, because an object compiled in a group also contains the group's other
    /// files, which a different version may have generated.
    void generate(Unit& unit, std::vector<std::string>& warnings) {
        Diagnostics diagnostics;
        run_passes(*unit.program, options_.math, diagnostics);
        for (const auto& warning : diagnostics.warnings()) warnings.push_back(render(warning, "warning"));
        const bool is_c = unit.program->is_c;
        const auto names = neutral_names();
        const auto text = nmodl::generate(*unit.program, names);
        const auto lanes = is_c ? generate_lanes(*unit.program, names) : "";
        ContentHash hash;
        for (const auto& part : {unit.content, text, lanes, runtime_text_, compiler_text_}) hash.add(part);
        unit.symbol = "rv_mod_" + hash.digits();
        place(unit, text, names, hash.digits() + (is_c ? ".c" : ".cpp"));
        if (lanes.empty()) return;
        Unit more;
        more.path = unit.path;
        more.symbol = unit.symbol;
        place(more, lanes, names, hash.digits() + "_lanes.cpp");
        more.symbol += "_lanes";  // the lanes do not define a mechanism
        lanes_.push_back(std::move(more));
    }

    /// Writes a generated text to `file`, with the final names of its symbols.
    void place(Unit& unit, std::string text, const GenerateOptions& names, const std::string& file) const {
        unit.source = cache_ + "/" + file;
        unit.object = cache_ + "/" + fs::path(file).stem().string() + ".o";
        replace_all(text, names.symbol, unit.symbol);
        replace_all(text, names.source, unit.source);
        write_file(temporary(unit.source), text);
        fs::rename(temporary(unit.source), unit.source);
    }

    /// Compiles all files, with as many compilers at a time as allowed.
    void compile(std::vector<std::string>& warnings) {
        std::vector<const Unit*> in_cpp;
        std::vector<Unit*> in_c;
        for (auto& unit : units_) {
            generate(unit, warnings);
            if (is_whole_entry(unit.object)) continue;
            if (unit.program->is_c) {
                in_c.push_back(&unit);
            } else {
                in_cpp.push_back(&unit);
            }
        }
        for (const auto& unit : lanes_) {
            if (!is_whole_entry(unit.object)) in_cpp.push_back(&unit);
        }
        const std::vector<Group> groups = groups_of(in_cpp);
        std::vector<std::vector<std::string>> commands;
        for (const Unit* unit : in_c) commands.push_back(c_command(c_source(*unit)));
        for (const Group& group : groups) commands.push_back(cpp_command(group));
        if (options_.verbose) {
            for (const auto& command : commands) std::fprintf(stderr, "%s\n", joined(command).c_str());
        }
        const auto results = run_commands(commands, options_.jobs);
        for (const bool is_compiled : {true, false}) {  // an error in one file must not affect the others
            for (std::size_t k = 0; k < commands.size(); ++k) {
                if ((results[k].status == 0) != is_compiled) continue;
                if (k < in_c.size()) {
                    finish_c_file(*in_c[k], results[k], warnings);
                } else {
                    finish_cpp(groups[k - in_c.size()], results[k]);
                }
            }
        }
    }

    /// Functions whose VERBATIM the compiler rejects become such that fail when they are called.
    void finish_c_file(Unit& unit, CommandResult result, std::vector<std::string>& warnings) const {
        for (;;) {
            const auto errors = finish_c(c_source(unit), result);
            if (errors.empty()) break;
            const auto disabled = disable_rejected(*unit.program, errors);
            if (disabled.empty()) {
                throw std::runtime_error("the C compiler rejects VERBATIM in " + unit.path + ":\n" + errors);
            }
            warnings.insert(warnings.end(), disabled.begin(), disabled.end());
            result = compile_again(unit);
        }
        keep_entry(temporary(unit.object), unit.object);
    }

    /// Compiles a file in C after a change of its program.
    CommandResult compile_again(Unit& unit) const {
        const auto names = neutral_names();
        place(unit, nmodl::generate(*unit.program, names), names, fs::path(unit.source).filename());
        return run_commands({c_command(c_source(unit))}, 1).front();
    }

    CSource c_source(const Unit& unit) const {
        return {toolchain_.command, c_optimization(toolchain_), options_.runtime_root,      unit.path,
                unit.source,        temporary(unit.object),     unit.program->runs_verbatim};
    }

    std::vector<std::string> cpp_command(const Group& group) const {
        auto words = toolchain_.command;
        words.insert(words.end(), flags_.begin(), flags_.end());
        words.insert(words.end(), {"-I", options_.runtime_root, "-c", "-o", temporary(group.object), group.source});
        return words;
    }

    /// If a group fails, each of its files is compiled alone.
    void finish_cpp(const Group& group, const CommandResult& result) const {
        if (result.status == 0) {
            keep_entry(temporary(group.object), group.object);
            name_objects(group);
        } else if (group.units.size() == 1) {
            throw std::runtime_error("the C++ compiler failed on " + group.units.front()->path + " (" +
                                     joined(cpp_command(group)) + "):\n" + result.output);
        } else {
            for (const Unit* unit : group.units) {
                const Group alone = groups_of({unit}).front();
                finish_cpp(alone, run_commands({cpp_command(alone)}, 1).front());
            }
        }
    }

    /// Groups files that would have to wait anyway, to be compiled together.
    std::vector<Group> groups_of(const std::vector<const Unit*>& units) const {
        std::vector<std::size_t> sizes;
        for (const Unit* unit : units) sizes.push_back(fs::file_size(unit->source));
        std::vector<Group> groups;
        for (const auto& members : group_by_size(sizes, static_cast<std::size_t>(std::max(1, options_.jobs)))) {
            Group group;
            ContentHash hash;
            std::vector<std::string> sources, symbols;
            for (const std::size_t k : members) {
                group.units.push_back(units[k]);
                sources.push_back(units[k]->source);
                symbols.push_back(units[k]->symbol);
                hash.add(units[k]->object);
            }
            const auto name = cache_ + "/" + hash.digits();
            const bool is_alone = members.size() == 1;
            group.source = is_alone ? sources.front() : name + ".cpp";
            group.object = is_alone ? units[members.front()]->object : name + ".o";
            if (!is_alone) {
                write_file(temporary(group.source), text_of_group(sources, symbols));
                fs::rename(temporary(group.source), group.source);
            }
            groups.push_back(std::move(group));
        }
        return groups;
    }

    /// Makes each file's object a link to the object of its group.
    void name_objects(const Group& group) const {
        for (const Unit* unit : group.units) {
            if (unit->object == group.object) continue;
            fs::create_symlink(fs::path(group.object).filename(), temporary(unit->object));
            fs::rename(temporary(unit->object), unit->object);
        }
    }

    /// Each object once, in order.
    std::vector<std::string> objects() const {
        std::vector<std::string> all;
        for (const auto* units : {&units_, &lanes_}) {
            for (const auto& unit : *units) {
                const auto object = fs::canonical(unit.object).string();
                if (std::find(all.begin(), all.end(), object) == all.end()) all.push_back(object);
            }
        }
        return all;
    }

    /// Writes the library's table of mechanisms and links the library, under its temporary name.
    void link(const std::string& path) const {
        std::string declarations, calls;
        for (std::size_t k = 0; k < units_.size(); ++k) {
            declarations += "extern const void* const* " + units_[k].symbol + "(int*);\n";
            calls += "    all[" + std::to_string(k) + "] = " + units_[k].symbol + "(&one)[0];\n";
        }
        const auto source = path + "." + std::to_string(getpid()) + ".c";
        write_file(source, declarations +
                               "__attribute__((visibility(\"default\"))) const void* const* "
                               "rv_mechanisms(int* count) {\n"
                               "    static const void* all[" +
                               std::to_string(std::max<std::size_t>(units_.size(), 1)) + "];\n    int one;\n" + calls +
                               "    *count = " + std::to_string(units_.size()) + ";\n    return all;\n}\n");
        auto command = toolchain_.command;
        if (toolchain_.is_zig()) {
            command.back() = "cc";                            // c++ would first compile the C++ library, unused here
            command.emplace_back("-fno-sanitize=undefined");  // zig's default links its whole debug runtime
        }
        command.insert(command.end(),
                       {"-w", "-fPIC", "-shared", "-o", temporary(path), "-x", "c", source, "-x", "none"});
        for (const auto& object : objects()) command.push_back(object);
        const auto result = link_by(command);
        fs::remove(source);
        if (result.status != 0) throw std::runtime_error("linking the mechanisms failed:\n" + result.output);
    }

    /// Links, and looks for undefined names, because C may call undeclared functions.
    void link_known_names(CompiledLibrary& library) {
        const auto file = temporary(library.path);
        link(library.path);
        for (auto missing = missing_names(file); !missing.empty(); missing = missing_names(file)) {
            if (!disable_users_of(missing, library.warnings)) throw std::runtime_error(report_missing(missing, in_c()));
            link(library.path);
        }
        allow_undefined_names(file);
        keep_entry(file, library.path);
    }

    /// Compiles functions whose VERBATIM uses undefined names as such that fail when they are called. Returns whether
    /// there are any.
    bool disable_users_of(const std::vector<std::string>& names, std::vector<std::string>& warnings) {
        bool any = false;
        for (auto& unit : units_) {
            const auto disabled = unit.program->is_c ? disable_users(*unit.program, names) : std::vector<std::string>{};
            if (disabled.empty()) continue;
            any = true;
            warnings.insert(warnings.end(), disabled.begin(), disabled.end());
            finish_c_file(unit, compile_again(unit), warnings);
        }
        return any;
    }

    /// Runs a command for linking, with the libraries that suffice here.
    CommandResult link_by(const std::vector<std::string>& command) const {
        CommandResult result;
        for (const auto& libraries : link_libraries(toolchain_)) {
            auto words = command;
            words.insert(words.end(), libraries.begin(), libraries.end());
            if (options_.verbose) std::fprintf(stderr, "%s\n", joined(words).c_str());
            result = run_commands({words}, 1).front();
            if (result.status == 0) break;
        }
        return result;
    }

    /// Compute nodes may share the cache but lack a compiler; they use any compiler's library from the same sources.
    void name_for_machines_without_compiler() const {
        std::error_code ignored;
        const auto link = temporary(any_compilers_);
        fs::create_symlink(fs::path(name_).filename().string() + ".so", link, ignored);
        fs::rename(link, any_compilers_, ignored);
    }

    std::vector<const Program*> in_c() const {
        std::vector<const Program*> programs;
        for (const auto& unit : units_) {
            if (unit.program->is_c) programs.push_back(unit.program.get());
        }
        return programs;
    }

    std::vector<std::string> missing_names(const std::string& library) const {
        return in_c().empty() ? std::vector<std::string>{} : missing_symbols(library);
    }

    const CompileOptions& options_;
    std::string cache_, name_, any_compilers_;
    std::vector<std::string> tried_;
    Toolchain toolchain_;
    std::vector<std::string> flags_;
    std::string runtime_text_, compiler_text_;
    std::vector<Unit> units_;
    std::vector<Unit> lanes_;  ///< the C++ parts of files in C; they have no programs
};

}  // namespace

CompiledLibrary compile_files(const std::vector<std::string>& paths, const CompileOptions& options) {
    return Compilation(paths, options).run();
}

std::optional<CompiledLibrary> find_compiled(const std::vector<std::string>& paths, const CompileOptions& options) {
    return Compilation(paths, options).find();
}

}  // namespace ranvier::nmodl
