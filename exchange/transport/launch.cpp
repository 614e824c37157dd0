#include "exchange/transport/launch.hpp"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <optional>
#include <utility>

#include "exchange/error.hpp"
#include "exchange/transport/local_transport.hpp"
#include "exchange/transport/patience.hpp"
#ifdef RANVIER_WITH_MPI
#include "exchange/mpi/library.hpp"
#include "exchange/transport/mpi_transport.hpp"
#endif

namespace ranvier::exchange {

namespace {

// Every process of a batch script has SLURM_NTASKS, but only processes started by srun have the step's variables.
constexpr const char* size_variables[] = {"PMI_SIZE", "OMPI_COMM_WORLD_SIZE", "MV2_COMM_WORLD_SIZE",
                                          "SLURM_STEP_NUM_TASKS"};
constexpr const char* rank_variables[] = {"PMI_RANK",    "PMIX_RANK",  "OMPI_COMM_WORLD_RANK", "MV2_COMM_WORLD_RANK",
                                          "PALS_RANKID", "ALPS_APP_PE"};

/// The number in an environment variable; nothing if it is not set or no number.
std::optional<int> number_in(const char* variable) {
    const char* value = std::getenv(variable);
    if (!value) return std::nullopt;
    int number = 0;
    const auto [end, error] = std::from_chars(value, value + std::strlen(value), number);
    if (error != std::errc{}) return std::nullopt;
    return number;
}

std::unique_ptr<Transport> make_mpi_or_throw([[maybe_unused]] WaitPolicy policy) {
#ifdef RANVIER_WITH_MPI
    patience_factor();  // throws before MPI is initialized
    auto transport = make_mpi_transport(policy);
    if (launched_ranks() > 1 && transport->size() == 1) {
        throw ExchangeError(fmt::format(
            "the launcher started {} ranks, but the MPI library ({}, {}) sees only one; use the mpiexec that "
            "belongs to this library, or name the launcher's library by RANVIER_MPI_LIBRARY",
            launched_ranks(), mpi_library_version(), mpi_library_file()));
    }
    return transport;
#else
    throw ExchangeError("this program was built without MPI (RANVIER_MPI=OFF): it runs on one rank, without mpiexec");
#endif
}

}  // namespace

bool started_by_launcher() {
    for (const char* name : rank_variables) {
        if (std::getenv(name)) return true;
    }
    return launched_ranks() > 1;
}

std::string announcement(const Transport& transport) {
    static bool was_made = false;
    if (std::exchange(was_made, true) || transport.rank() != 0) return {};
    return fmt::format("numprocs={}\n", transport.size());
}

int launched_ranks() {
    for (const char* name : size_variables) {
        if (const int ranks = number_in(name).value_or(0); ranks > 0) return ranks;
    }
    return 1;
}

int launched_rank() {
    for (const char* name : rank_variables) {
        if (const auto rank = number_in(name)) return std::max(*rank, 0);
    }
    if (std::getenv("SLURM_STEP_NUM_TASKS")) return std::max(number_in("SLURM_PROCID").value_or(0), 0);
    return 0;
}

bool built_with_mpi() {
#ifdef RANVIER_WITH_MPI
    return true;
#else
    return false;
#endif
}

namespace {

/// Returns when what was written to this pipe has been read, at the latest after a second.
void wait_until_read(int descriptor) {
    struct stat kind{};
    if (fstat(descriptor, &kind) != 0 || !S_ISFIFO(kind.st_mode)) return;
    constexpr timespec ten_ms{0, 10'000'000};
    for (int looks = 0; looks < 100; ++looks) {
        int unread = 0;
        if (ioctl(descriptor, FIONREAD, &unread) != 0 || unread == 0) return;
        nanosleep(&ten_ms, nullptr);
    }
}

}  // namespace

void wait_until_output_is_read() {
    wait_until_read(STDOUT_FILENO);
    wait_until_read(STDERR_FILENO);
}

bool ask_launcher_to_end_all(int status) {
    static const char* const descriptor = std::getenv("HYDI_CONTROL_FD") ? std::getenv("PMI_FD") : nullptr;
    if (!descriptor) return false;
    char command[] = "cmd=abort exitcode=000\n";
    char* digits = std::strrchr(command, '=') + 1;
    for (int divisor = 100; divisor > 0; divisor /= 10) *digits++ = static_cast<char>('0' + status / divisor % 10);
    wait_until_output_is_read();
    return write(std::atoi(descriptor), command, sizeof command - 1) > 0;
}

const char* mpi_vendor() {
#ifdef RANVIER_WITH_MPI
    static std::string vendor;
    vendor = chosen_mpi_vendor();
    return vendor.c_str();
#else
    return "";
#endif
}

std::string mpi_library_version() {
#ifdef RANVIER_WITH_MPI
    if (is_mpi_open()) return mpi_version_text();
#endif
    return "none";
}

std::string describe_mpi_library() {
#ifdef RANVIER_WITH_MPI
    try {
        open_mpi();
        return fmt::format("{}, {}", mpi_version_text(), mpi_library_file());
    } catch (const ExchangeError& error) {
        return fmt::format("none: {}", error.what());
    }
#else
    return "none (built without)";
#endif
}

std::unique_ptr<Transport> make_transport(Parallel parallel, WaitPolicy policy) {
    const bool wants_mpi = parallel == Parallel::mpi || (parallel == Parallel::automatic && started_by_launcher());
    if (!wants_mpi) return make_local_transport();
    if (!built_with_mpi() && launched_ranks() == 1) return make_local_transport();
    return make_mpi_or_throw(policy);
}

}  // namespace ranvier::exchange
