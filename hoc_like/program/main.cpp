// The program. It acts as ranvier, nrniv or nrnivmodl, depending on the name under which it is called.

#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <new>
#include <string>
#include <vector>

#include "engine/run/number_locale.hpp"
#include "exchange/transport/launch.hpp"
#include "hoc_like/library/data/files/written.hpp"
#include "hoc_like/program/commands.hpp"
#include "hoc_like/program/signals.hpp"

namespace {

/// nohup.
bool ignores_hangups() {
    struct sigaction present{};
    sigaction(SIGHUP, nullptr, &present);
    return !(present.sa_flags & SA_SIGINFO) && present.sa_handler == SIG_IGN;
}

int run_as(const std::string& command, const std::string& name, const std::vector<std::string>& arguments) {
    using namespace ranvier::program;
    if (name == "nrniv" || name == "special") return nrniv_command(arguments, command);
    if (name == "nrnivmodl") return nrnivmodl_command(arguments);
    return ranvier_command(arguments);
}

}  // namespace

int main(int argc, char** argv) {
    using namespace ranvier::program;
    const ranvier::engine::NumberLocale numbers(ranvier::engine::NumberLocale::Of::c);
    const std::string name = std::filesystem::path(argv[0]).filename().string();
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    SignalHandlers::ignore_hangups(ignores_hangups());
    std::signal(SIGXFSZ, SIG_IGN);  // a file that reaches ulimit -f is then an error with a message, as on a full disk
    try {
        const int status = run_as(argv[0], name, arguments);
        if (status == 0) ranvier::hoc::flush_text(stdout, "standard output");
        return status;
    } catch (const std::bad_alloc&) {
        if (ranvier::exchange::launched_rank() == 0) {
            std::fprintf(stderr, "%s: this needs more memory than there is\n", name.c_str());
        }
        return 1;
    } catch (const std::exception& error) {
        if (ranvier::exchange::launched_rank() == 0) std::fprintf(stderr, "%s: %s\n", name.c_str(), error.what());
        return 1;
    }
}
