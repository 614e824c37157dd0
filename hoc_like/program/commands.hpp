#pragma once

#include <span>
#include <string>

namespace ranvier::program {

// Each takes the words after its name and returns the exit status.

/// `ranvier [run] ...`, compile, plot, raster, doctor, exchange.
int ranvier_command(std::span<const std::string> arguments);
int nrniv_command(std::span<const std::string> arguments);
/// `nrnivmodl [files or folders]`: compiles, and leaves a list in the current folder for nrniv.
int nrnivmodl_command(std::span<const std::string> arguments);

/// What was found: MPI and launcher, compiler, CPU features, libraries, caches; with the paths that were tried.
int doctor_command();
int plot_command(const std::string& raster, const std::string& figure, std::span<const std::string> more);
int recover_command(const std::string& raster);
int compile_command(std::span<const std::string> files, bool vector_math, bool verbose);
int list_exchanges_command();

extern const char* const version_text;

}  // namespace ranvier::program
