#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

namespace ranvier::program {

// Each command takes the arguments after its name and returns the exit status.

/// The program `ranvier` with all its commands.
int ranvier_command(std::span<const std::string> arguments);
int nrniv_command(std::span<const std::string> arguments, const std::string& command = "nrniv");
/// `nrnivmodl [files or folders]`: compiles .mod files and writes a list of them to the current folder, for nrniv.
int nrnivmodl_command(std::span<const std::string> arguments);

/// Prints what it finds (MPI and launcher, compiler, CPU features, libraries, caches) and the paths that it tried.
int doctor_command();
/// Runs one of the plotting scripts in hoc_like/program/plot with these arguments.
int plot_command(const std::string& script_name, std::span<const std::string> arguments);
/// Hands the words to the Python package ranvier_study, whose commands they are, and becomes that process. Throws
/// std::runtime_error if there is no Python with the packages that it needs.
int study_command(std::span<const std::string> words);
/// The Python script that runs SONATA circuits. Throws std::runtime_error if the package ranvier_sonata is missing.
std::string circuit_script();
/// `out`: to make instead of the file; may be empty. Returns 2 if something is lost because logs are damaged.
int recover_command(const std::string& file, const std::string& out, bool replaces);
/// Reads a raster and writes it in another format. `population` may be empty if the raster has only one.
int convert_raster_command(const std::string& from, const std::string& to, const std::string& population);
/// Prints "identical" and returns 0, or prints the first difference and returns 1.
int compare_rasters_command(const std::string& one, const std::string& other, const std::string& population);

/// The options of `ranvier compile`.
struct CompileWords {
    std::vector<std::string> files;  ///< or folders; empty: this folder
    bool vector_math = true;
    std::string isa = "native";  ///< or baseline, avx2, avx512, all
    std::string print_after;     ///< a pass, or "list"
    std::string dump;            ///< "cpp": print the generated C++; "vectorization": the compiler's report
    bool units = false;          ///< check units only
    bool verbose = false;
};
int compile_command(const CompileWords& words);
/// --print-after, --dump and --units: print without compiling. Status 1 if units are inconsistent.
int show_compilation(const std::vector<std::filesystem::path>& files, const CompileWords& words);
/// Describes what mechanisms compute, as "plain" text or "latex".
int explain_command(std::span<const std::string> files, const std::string& format);
/// `ranvier doc hoc` prints the reference page; `ranvier doc NAME` prints the same as `help NAME` at the prompt.
int doc_command(const std::string& name);

/// A text, and the name of its file.
struct Page {
    std::string file, text;
};
/// Prints the pages, or writes them to a folder, which it makes.
int write_pages_command(const std::vector<Page>& pages, const std::string& folder);

extern const char* const version_text;
/// The commit of the sources, as git describes it; null where they were not in git. Only of the program itself.
extern const char* const commit_text;

}  // namespace ranvier::program
