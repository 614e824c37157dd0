#include "engine/raster/rank_logs.hpp"

#include <chrono>
#include <random>
#include <span>

#include "engine/raster/log.hpp"
#include "exchange/transport/agreement.hpp"

namespace ranvier::raster {

using exchange::agree;
using exchange::complaint_of;
using exchange::Task;
using exchange::Transport;

namespace {

std::uint64_t new_run_id() {
    std::random_device random;
    const auto now = static_cast<std::uint64_t>(std::chrono::system_clock::now().time_since_epoch().count());
    return now ^ (std::uint64_t{random()} << 32);
}

}  // namespace

Task<std::uint64_t> begin_logs(Transport& transport, std::filesystem::path file) {
    std::uint64_t run = transport.rank() == 0 ? new_run_id() : 0;
    co_await transport.broadcast(std::as_writable_bytes(std::span(&run, 1)), 0);
    std::string clearing;
    if (transport.rank() == 0) {
        clearing = complaint_of<RasterError>([&] {
            for (const std::filesystem::path& log : find_logs(file)) std::filesystem::remove(log);
        });
    }
    co_await agree<RasterError>(transport, clearing);
    co_return run;
}

}  // namespace ranvier::raster
