#include <cstdio>

#include "exchange/strategy/registry.hpp"
#include "hoc_like/program/commands.hpp"

namespace ranvier::program {

int list_exchanges_command() {
    for (const auto& [name, description] : exchange::strategies()) std::printf("%-12s %s\n", name.c_str(), description.c_str());
    return 0;
}

}  // namespace ranvier::program
