#include <fmt/format.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <thread>
#include <utility>

#include "hoc_like/language/interface/expand_environment.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/files/file.hpp"
#include "hoc_like/library/data/files/sandbox.hpp"

namespace ranvier::hoc {

namespace {

/// Flushes C streams, whose buffered output must precede the command's output.
Result run_command(Call& call) {
    std::fflush(nullptr);
    const std::string command = call.string(0);
    sandbox::refuse_command(command);
    if (call.size() < 2) {
        return static_cast<double>(std::system(command.c_str()));
    }
    std::FILE* pipe = ::popen(command.c_str(), "r");
    if (!pipe) fail(call, "the command could not be started");
    std::string output;
    char buffer[4096];
    for (std::size_t n = 0; (n = std::fread(buffer, 1, sizeof buffer, pipe)) > 0;) output.append(buffer, n);
    const int status = ::pclose(pipe);
    call.set_string(1, output);
    return static_cast<double>(status);
}

Result change_folder(Call& call) {
    return ::chdir(expand_environment(call.string(0)).c_str()) == 0 ? 0.0 : -1.0;
}

Result folder(Call& call) {
    std::error_code error;
    std::string path = std::filesystem::current_path(error).string();
    if (error) fail(call, "the current folder no longer exists");
    if (path.back() != '/') path += '/';
    return path;
}

double seconds_since_epoch() {
    const auto now = std::chrono::system_clock::now().time_since_epoch();
    return std::chrono::duration<double>(now).count();
}

Result machine_name(Call& call) {
    char name[256] = {};
    ::gethostname(name, sizeof name - 1);
    call.set_string(0, name);
    return 0.0;
}

/// The program and its options: of the Python module those in NEURON_MODULE_OPTIONS, as in NEURON.
std::string command_line() {
    if (const char* options = std::getenv("NEURON_MODULE_OPTIONS")) return fmt::format("NEURON {}", options);
    std::ifstream in("/proc/self/cmdline", std::ios::binary);
    std::string words{std::istreambuf_iterator<char>(in), {}};
    while (words.ends_with('\0')) words.pop_back();
    std::replace(words.begin(), words.end(), '\0', ' ');
    return words;
}

/// Returns NEURON's values for the version whose results we reproduce, because scripts compare them.
Result version(Call& call) {
    switch (whole_or(call, 0, 0, 20, "what", 1)) {
        case 0:
        case 5:
            return std::string{"9.0.2"};
        case 7:
            return command_line();
        case 8: {
            utsname names{};
            ::uname(&names);
            return fmt::format("{}-{}", names.machine, names.sysname);
        }
        case 9:
            return std::to_string(std::max(1U, std::thread::hardware_concurrency()));
        default:
            return std::string{"NEURON -- VERSION 9.0.2 (Ranvier)"};
    }
}

/// Does nothing; returns 0 or 1, like NEURON's function without a screen.
Result accepted(Call&) {
    return 0.0;
}

Result accepted_with_1(Call&) {
    return 1.0;
}

/// Redirects standard output to a file; without a name restores it.
Result redirect_output(Call& call, int& saved) {
    std::fflush(stdout);
    if (saved < 0) saved = ::dup(STDOUT_FILENO);
    if (call.size() == 0) return ::dup2(saved, STDOUT_FILENO) >= 0 ? 1.0 : 0.0;
    sandbox::check_write(call.string(0));
    std::FILE* file = std::fopen(call.string(0).c_str(), "w");
    if (!file) fail(call, fmt::format("cannot write \"{}\"", call.string(0)));
    ::dup2(::fileno(file), STDOUT_FILENO);
    std::fclose(file);
    return 1.0;
}

void put(Registry& registry, const char* name, std::string signature, const char* doc,
         std::function<Result(Call&)> function) {
    registry.add(FunctionDefinition{name, std::move(signature), doc, std::move(function)});
}

void register_platform(Registry& registry) {
    put(registry, "system", "system(\"command\", strdef)",
        "Runs a shell command; prints its output or assigns it to strdef. Returns the status as C's wait() does: 256 "
        "times the exit status.",
        run_command);
    put(registry, "chdir", "chdir(\"folder\")", "Changes the current folder; returns 0 on success, else -1.",
        change_folder);
    put(registry, "getcwd", "getcwd()", "The current folder, with a / at its end.", folder);
    put(registry, "machine_name", "machine_name(strdef)", "Assigns the name of this computer to strdef.", machine_name);
    put(registry, "install_vector_fitness", "install_vector_fitness()",
        "No effect: Vectors always have firstpeak, width, xfitness and yfitness.", [](Call&) -> Result { return 1.0; });
    put(registry, "unix_mac_pc", "unix_mac_pc()", "The kind of system: 1 Unix, 3 Windows, 4 macOS.",
        [](Call&) -> Result { return 1.0; });
    put(registry, "nrnversion", "nrnversion(what)",
        "The version of NEURON whose results Ranvier reproduces; with 7, the program and its options; with 8, the "
        "machine; with 9, its number of processors.",
        version);
    put(registry, "neuronhome", "neuronhome()", "Folder of the standard library, which is embedded in the program.",
        [](Call&) -> Result { return std::string{"$(NEURONHOME)"}; });
    put(registry, "startsw", "startsw()", "Seconds since 1 January 1970.",
        [](Call&) -> Result { return seconds_since_epoch(); });
    auto started = std::make_shared<double>(0.0);
    put(registry, "stopsw", "stopsw()", "Seconds since the last call of stopsw.", [started](Call&) -> Result {
        const double now = seconds_since_epoch();
        const double passed = *started == 0.0 ? 0.0 : now - *started;
        *started = now;
        return passed;
    });
    auto saved = std::make_shared<int>(-1);
    put(registry, "hoc_stdout", "hoc_stdout(\"name\")",
        "Redirects printed text to a file; without a name, back to the screen.",
        [saved](Call& call) { return redirect_output(call, *saved); });
}

/// NEURON 9 warns, too, or refuses.
Result use_legacy_units(Call& call) {
    static bool has_warned = false;
    const bool wants_former = call.size() > 0 && call.number(0) != 0;
    if (wants_former && !std::exchange(has_warned, true)) {
        std::fputs("nrnunit_use_legacy(1): FARADAY, R and the like keep their values of 2019; there are no others\n",
                   stderr);
    }
    return 0.0;
}

void register_accepted(Registry& registry) {
    put(registry, "nrnunit_use_legacy", "nrnunit_use_legacy([on])",
        "Physical constants such as FARADAY always have their values of 2019; for 1, a warning says so.",
        use_legacy_units);
    put(registry, "variable_domain", "variable_domain(&x, low, high)",
        "Sets the limits of a variable in panels; no effect without a screen.", accepted_with_1);
    put(registry, "ivoc_style", "ivoc_style(\"name\", value)", "Sets the style of windows; no effect without a screen.",
        accepted_with_1);
    put(registry, "show_winio", "show_winio(on)", "Shows or hides the Windows console; no effect here.", accepted);
    put(registry, "show_errmess_always", "show_errmess_always(on)", "Errors are always shown; no effect.",
        accepted_with_1);
    put(registry, "coredump_on_error", "coredump_on_error(on)", "For debugging NEURON; no effect.", accepted_with_1);
    put(registry, "nrn_feenableexcept", "nrn_feenableexcept(on)",
        "Turns floating-point exceptions on or off; no effect.", accepted);
    put(registry, "use_exp_pow_precision", "use_exp_pow_precision(n)",
        "exp and pow always have full precision; no "
        "effect.",
        accepted);
    put(registry, "nrn_mallinfo", "nrn_mallinfo(what)", "Memory statistics of the C library; always 0.", accepted);
    for (const char* name : {"saveaudit", "retrieveaudit"}) {
        put(registry, name, std::string{name} + "()", "A function of the first versions of hoc; not supported.",
            [](Call& call) -> Result {
                fail(call, "is a function of the first versions of hoc that is not supported");
            });
    }
    constexpr const char* old_graphics =
        "A graphics function of the first versions of hoc; no effect without a screen.";
    for (const char* name : {"plotx", "ploty", "regraph", "symbols", "graph", "graphmode", "lw", "sred"}) {
        put(registry, name, std::string{name} + "(...)", old_graphics, accepted);
    }
    for (const char* name : {"plt", "plot", "axis"}) {
        put(registry, name, std::string{name} + "(...)", old_graphics, accepted_with_1);
    }
    put(registry, "setcolor", "setcolor(i)", old_graphics, [](Call& call) -> Result { return call.number(0); });
}

}  // namespace

/// system, chdir, getcwd, startsw, nrnversion, ...
void register_system(Registry& registry) {
    register_platform(registry);
    register_accepted(registry);
}

}  // namespace ranvier::hoc
