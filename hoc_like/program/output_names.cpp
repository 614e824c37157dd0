#include "hoc_like/program/output_names.hpp"

#include <vector>

#include "engine/raster/file/output_path.hpp"
#include "hoc_like/program/report_words.hpp"

namespace ranvier::program {

namespace {

std::vector<std::string> inputs_of(const RunOptions& options) {
    std::vector<std::string> files;
    for (const Input& input : options.inputs) {
        using enum Input::Kind;
        if (input.kind == file || input.kind == extracted || input.kind == python_file) files.push_back(input.text);
    }
    if (options.replay) files.push_back(options.replay->raster);
    return files;
}

}  // namespace

void check_output_name(const RunOptions& options, const std::string& file) {
    raster::check_is_no_source(file);
    raster::check_is_no_input(file, inputs_of(options));
}

void check_output_names(const RunOptions& options) {
    std::vector<std::string> outputs{options.raster, options.connections, options.summary, options.extract,
                                     options.checkpoints.file};
    for (const std::string& report : options.reports) outputs.push_back(parse_report(report).file);
    if (!options.traces.empty()) outputs.push_back(options.trace_file);
    for (const std::string& output : outputs) {
        if (!output.empty()) check_output_name(options, output);
    }
}

}  // namespace ranvier::program
