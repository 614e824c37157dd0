#include "engine/raster/rank_logs.hpp"

#include <chrono>
#include <random>
#include <span>
#include <vector>

#include "engine/raster/log.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::raster {

using exchange::Task;
using exchange::Transport;

namespace {

std::uint64_t new_run_id() {
    std::random_device random;
    const auto now = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
    return now ^ (std::uint64_t{random()} << 32);
}

}  // namespace

Task<void> agree(Transport& transport, std::string complaint) {
    std::vector<std::size_t> lengths;
    const std::vector<char> all = co_await exchange::gather_vectors<char>(transport, complaint, &lengths);
    for (const std::size_t length : lengths) {
        if (length > 0) throw RasterError(std::string(all.data(), length));
    }
}

Task<std::uint64_t> begin_logs(Transport& transport, std::filesystem::path file) {
    std::uint64_t run = transport.rank() == 0 ? new_run_id() : 0;
    co_await transport.broadcast(std::as_writable_bytes(std::span(&run, 1)), 0);
    std::string clearing;
    if (transport.rank() == 0) {
        clearing = complaint_of([&] {
            for (const std::filesystem::path& log : find_logs(file)) std::filesystem::remove(log);
        });
    }
    co_await agree(transport, clearing);
    co_return run;
}

}  // namespace ranvier::raster
