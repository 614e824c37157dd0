#include <cstdio>
#include <memory>
#include <vector>

#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/context/object_directory.hpp"
#include "hoc_like/library/context/script_run.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/files/sandbox.hpp"
#include "hoc_like/library/run/run_parts.hpp"

namespace ranvier::hoc {

namespace {

using FilePtr = std::unique_ptr<std::FILE, int (*)(std::FILE*)>;
using Places = std::vector<NumberRefPtr>;

void write_row(std::FILE* file, const Places& places) {
    if (!file) return;
    for (const NumberRefPtr& place : places) std::fprintf(file, " %g", place->load());
    std::fputc('\n', file);
}

FilePtr open_file(Call& call, double tstop, double tstep) {
    FilePtr file{nullptr, std::fclose};
    if (call.size() < 3) return file;
    const std::string name = call.string(2);
    sandbox::check_write(name);
    file.reset(std::fopen(name.c_str(), "w"));
    if (!file) fail(call, "can't write " + name);
    const std::string comment = call.string_or(3, "");
    std::fprintf(file.get(), "%s\nbatch_run from t = %g to %g in steps of %g with dt = %g\n", comment.c_str(),
                 call.interpreter().number("t").value_or(0), tstop, tstep, call.interpreter().number("dt").value_or(0));
    return file;
}

/// Steps until tstop and writes the saved variables every tstep, as NEURON does with a fixed step.
Result run(Call& call, const RunParts& parts, const Places& places) {
    engine::Model& model = parts.context.model;
    double tstop = call.number(0), tstep = call.number(1);
    const FilePtr file = open_file(call, tstop, tstep);
    write_row(file.get(), places);
    tstop -= model.dt / 4.;
    tstep -= model.dt / 4.;
    double next = model.t + tstep;
    while (model.t < tstop) {
        parts.run.advance();
        if (model.t > next) {
            write_row(file.get(), places);
            next = model.t + tstep;
        }
        if (call.interpreter().number("stoprun").value_or(0) != 0) break;
    }
    return 1.;
}

}  // namespace

/// batch_save and batch_run: a run that writes variables to a file.
void register_batch(Registry& registry, const RunParts& parts) {
    const auto places = std::make_shared<Places>();
    registry.add(FunctionDefinition{"batch_save", "batch_save(&x, ...)",
                                    "Adds variables for batch_run to write; without arguments, removes all.",
                                    [places](Call& call) -> Result {
                                        if (call.size() == 0) places->clear();
                                        for (int i = 0; i < call.size(); ++i) places->push_back(call.reference(i));
                                        return 1.;
                                    }});
    registry.add(
        FunctionDefinition{"batch_run", "batch_run(tstop, tstep, [\"file\", \"comment\"])",
                           "Runs to tstop [ms] and writes the variables of batch_save to a file every tstep [ms].",
                           [places, &parts](Call& call) { return run(call, parts, *places); }});
    parts.context.objects.at_end([places] { places->clear(); });
}

}  // namespace ranvier::hoc
