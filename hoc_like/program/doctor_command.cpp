#include <fmt/format.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "exchange/transport/launch.hpp"
#include "hoc_like/program/commands.hpp"
#include "hoc_like/program/locations.hpp"
#include "mechanisms/builtin/builtin_mechanisms.hpp"
#include "mechanisms/nmodl/driver/cache_folder.hpp"
#include "mechanisms/nmodl/driver/run_command.hpp"
#include "mechanisms/nmodl/driver/toolchain.hpp"

namespace ranvier::program {

namespace {

void line(const char* what, const std::string& found) {
    std::printf("%-22s %s\n", what, found.c_str());
}

/// "path", or "not found; tried ...".
std::string describe(const Location& location) {
    if (!location.path.empty()) return location.path.string();
    std::string text = "not found; tried";
    for (const auto& path : location.tried) text += " " + path.string();
    return text;
}

std::string describe_launcher() {
    std::string tried;
    for (const char* name : {"mpiexec.mpich", "mpiexec.hydra", "mpiexec"}) {
        const auto path = find_command(name);
        if (!path.empty()) return path.string();
        tried += std::string(" ") + name;
    }
    return "not found; tried" + tried + " on PATH";
}

std::string output_of(const std::vector<std::string>& command) {
    std::string text;
    try {
        text = nmodl::run_commands({command}, 1).front().output;
    } catch (const std::runtime_error&) {
        return {};  // it cannot be started
    }
    while (!text.empty() && text.back() == '\n') text.pop_back();
    return text;
}

bool has_module(const Location& interpreter, const std::string& module) {
    if (interpreter.path.empty()) return false;
    // Not from the current folder, which may be a stranger's.
    const std::string ask = "import sys; sys.path[:] = filter(None, sys.path); import " + module + "; print('yes')";
    return output_of({interpreter.path.string(), "-c", ask}) == "yes";
}

}  // namespace

int doctor_command() {
    bool healthy = true;
    line("ranvier", version_text);

    line("MPI library", exchange::describe_mpi_library());
    const std::string launcher = describe_launcher();
    line("MPI launcher", launcher);
    if (exchange::built_with_mpi()) {
        line("started by launcher",
             exchange::started_by_launcher() ? "yes, ranks: " + std::to_string(exchange::launched_ranks()) : "no");
    }

    std::vector<std::string> tried;
    const auto words = nmodl::find_toolchain("", tried).command;
    std::string compiler;
    for (const std::string& word : words) compiler += (compiler.empty() ? "" : " ") + word;
    auto asked = words;
    asked.emplace_back("--version");
    const std::string version = compiler.empty() ? "" : output_of(asked);
    line("compiler for .mod",
         compiler.empty() ? "not found" : compiler + " (" + version.substr(0, version.find('\n')) + ")");
    for (const std::string& name : tried) line("", "tried " + name);
    healthy &= !compiler.empty();
    const Location headers = runtime_headers();
    line("runtime headers", describe(headers));
    healthy &= !headers.path.empty();
    const nmodl::CacheFolder cache = nmodl::open_cache("");
    line(".mod cache", cache.path);
    if (!cache.warning.empty()) line("", cache.warning);

    line("built with",
         "HDF5 " RANVIER_HDF5_VERSION ", SUNDIALS " RANVIER_SUNDIALS_VERSION ", Boost " RANVIER_BOOST_VERSION);
    line("CPU cores", std::to_string(std::thread::hardware_concurrency()));
    line("instructions",
         std::string("built-in mechanisms use ") + std::string(mechanisms::name_of(mechanisms::best_isa())));

    const ChosenPython of_scripts = python_of_scripts();
    const std::string where = find_command(of_scripts.command).string();
    line("Python (for scripts)", fmt::format("{} ({})", where.empty() ? of_scripts.command : where, of_scripts.why));
    if (const char* library = std::getenv("NRN_PYLIB"); library && *library) {
        line("", fmt::format("its library: {} (NRN_PYLIB names it)", library));
    }
    for (const char* module : {"numpy", "matplotlib"}) {
        line("",
             std::string(module) + (has_module({where, {}}, module) ? ": found" : ": not found; scripts may need it"));
    }
    const Location interpreter = python();
    line("Python (for figures)", describe(interpreter));
    for (const char* module : {"numpy", "h5py", "matplotlib"}) {
        line("", std::string(module) +
                     (has_module(interpreter, module) ? ": found" : ": not found; `ranvier plot` needs it"));
    }
    line("drawing script", describe(plot_script("plot_raster.py")));
    std::puts(healthy ? "everything that a run needs was found" : "something that a run needs is missing (see above)");
    return healthy ? 0 : 1;
}

}  // namespace ranvier::program
