#include "hoc_like/program/system_sandbox.hpp"

#include <unistd.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>

#include "exchange/task.hpp"
#include "exchange/transport/launch.hpp"
#include "exchange/transport/typed.hpp"
#include "hoc_like/program/mechanism_loading.hpp"
#include "hoc_like/program/system_calls.hpp"

namespace ranvier::program {

namespace {

/// Whether the launcher says that all its ranks are on this computer.
bool launcher_uses_one_computer() {
    const auto number = [](const char* variable) {
        const char* text = std::getenv(variable);
        return text ? std::atoi(text) : 0;
    };
    const int ranks = exchange::launched_ranks();
    return number("MPI_LOCALNRANKS") == ranks || number("OMPI_COMM_WORLD_LOCAL_SIZE") == ranks ||
           number("SLURM_STEP_NUM_NODES") == 1;
}

/// A number that differs from computer to computer.
std::int64_t number_of_computer() {
    std::string name;
    std::ifstream("/proc/sys/kernel/random/boot_id") >> name;
    std::array<char, 256> host{};
    if (name.empty() && gethostname(host.data(), host.size() - 1) == 0) name = host.data();
    return static_cast<std::int64_t>(std::hash<std::string>{}(name));
}

bool share_a_computer(exchange::Transport& transport) {
    if (transport.size() == 1) return true;
    const auto over_all = [&](exchange::Reduce how) {
        return exchange::run_to_completion(exchange::reduce_over_ranks(transport, number_of_computer(), how));
    };
    return over_all(exchange::Reduce::min) == over_all(exchange::Reduce::max);
}

}  // namespace

std::unique_ptr<const CompileHelper> start_helper(const RunOptions& options) {
    return std::make_unique<CompileHelper>(
        [](const std::filesystem::path&) { refuse_calls(refused_calls({.programs = true})); },
        [&options](const CompileHelper::Paths& files) { return find_or_compile(files, options); });
}

void prepare_mpi_for_sandbox() {
    const auto unless_set = [](const char* name, const char* value) { setenv(name, value, 0); };
    unless_set("UCX_TLS", launcher_uses_one_computer() ? "^cma,tcp" : "^cma");
    unless_set("FI_SHM_DISABLE_CMA", "1");
    unless_set("OMPI_MCA_btl_vader_single_copy_mechanism", "none");
    unless_set("OMPI_MCA_smsc", "^cma");
}

void close_sandbox(exchange::Transport& transport) {
    const bool needs_internet = !share_a_computer(transport);
    const std::string obstacle = refuse_calls(refused_calls({.internet = needs_internet}));
    if (obstacle.empty() || transport.rank() != 0) return;
    std::fprintf(stderr,
                 "sandbox    this system does not keep the model from starting programs and connecting (seccomp: %s)\n",
                 obstacle.c_str());
}

}  // namespace ranvier::program
