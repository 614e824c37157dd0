// The program. It acts as ranvier, nrniv or nrnivmodl, depending on the name under which it is called.

#include <cstdio>
#include <exception>
#include <filesystem>
#include <string>
#include <vector>

#include "exchange/transport/launch.hpp"
#include "hoc_like/program/commands.hpp"

int main(int argc, char** argv) {
    using namespace ranvier::program;
    const std::string name = std::filesystem::path(argv[0]).filename().string();
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    try {
        if (name == "nrniv" || name == "special") return nrniv_command(arguments);
        if (name == "nrnivmodl") return nrnivmodl_command(arguments);
        return ranvier_command(arguments);
    } catch (const std::exception& error) {
        if (ranvier::exchange::launched_rank() == 0) std::fprintf(stderr, "%s: %s\n", name.c_str(), error.what());
        return 1;
    }
}
