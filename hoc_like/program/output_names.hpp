#pragma once

#include <string>

#include "hoc_like/program/run_options.hpp"

namespace ranvier::program {

/// Throws RasterError if an option names an output file that is an input of the run, or has the name of a source: of
/// `ranvier --summary net.hoc`, the name of the summary was forgotten.
void check_output_names(const RunOptions& options);

/// The same for a file that a script names, by pc.raster, for example.
void check_output_name(const RunOptions& options, const std::string& file);

}  // namespace ranvier::program
