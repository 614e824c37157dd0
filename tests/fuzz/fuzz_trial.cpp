// Lets the child of a trial do arbitrary things: the parent must end, in a short time, with the result or a clear error.

#include <fcntl.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <iterator>
#include <new>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/raster/file/raster.hpp"
#include "engine/raster/file/trial.hpp"

namespace {

// Those that the process keeps for itself are left out: it may handle them.
constexpr int signals[] = {SIGSEGV, SIGBUS,  SIGFPE, SIGILL,  SIGABRT, SIGXCPU, SIGKILL,
                           SIGSTOP, SIGTRAP, SIGSYS, SIGPIPE, SIGQUIT, SIGTSTP};

/// One thing that a child may do, with a byte that says more.
void misbehave(unsigned what, unsigned byte, std::span<const std::uint8_t> rest) {
    switch (what % 12) {
        case 0:
            std::raise(signals[byte % std::size(signals)]);
            break;
        case 1:  // garbage
            for (int to = 1; to < 32; ++to) {
                if (to > 2 && ::fcntl(to, F_GETFD) != FD_CLOEXEC) continue;  // the pipe to the parent is so
                if (::write(to, rest.data(), rest.size()) < 0) continue;
            }
            break;
        case 2:
            for (int each = 0; each < 32; ++each) ::close(each);
            break;
        case 3:
            ::_exit(static_cast<int>(byte));
        case 4:
            throw std::runtime_error(std::string(rest.begin(), rest.end()));
        case 5:
            throw static_cast<int>(byte);
        case 6:
            for (std::vector<void*> held;;) {
                held.push_back(std::malloc(std::size_t{1} << (byte % 28 + 8)));
                if (!held.back()) throw std::bad_alloc();
                std::memset(held.back(), 1, std::size_t{1} << (byte % 28 + 8));
            }
        case 7:
            if (byte % 16 == 0) std::signal(SIGTERM, SIG_IGN), ::pause();
            break;
        case 8:
            if (byte % 16 == 0) {
                while (std::clock() >= 0) {
                }
            }
            break;
        case 9:
            std::signal(signals[byte % std::size(signals)], SIG_IGN);
            break;
        case 10:
            std::fwrite(rest.data(), 1, rest.size(), stdout);
            std::fflush(nullptr);
            break;
        default:
            break;
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ranvier::raster;
    const auto begin = std::chrono::steady_clock::now();
    const std::span<const std::uint8_t> input(data, size);
    try {
        const std::string end = try_in_child(
            [&] {
                for (std::size_t k = 0; k + 1 < size; k += 2) misbehave(input[k], input[k + 1], input.subspan(k));
            },
            {.processor_seconds = 1, .seconds = 2, .memory = std::size_t{1} << 28});
        if (end.size() > 200) __builtin_trap();
    } catch (const RasterError& error) {
        if (std::strlen(error.what()) > 8192) __builtin_trap();
    }
    if (std::chrono::steady_clock::now() - begin > std::chrono::seconds(15)) __builtin_trap();
    return 0;
}
