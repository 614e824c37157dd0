#include "engine/raster/rank_logs.hpp"

#include <chrono>
#include <random>
#include <span>

#include "engine/raster/log.hpp"
#include "engine/raster/output_path.hpp"
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

Task<CommonLog> begin_logs(Transport& transport, std::filesystem::path file) {
    CommonLog begun;
    begun.run = transport.rank() == 0 ? new_run_id() : 0;
    co_await transport.broadcast(std::as_writable_bytes(std::span(&begun.run, 1)), 0);
    const std::string clearing = complaint_of<RasterError>([&] {
        begun.file = output_path(file);
        if (transport.rank() > 0) return;
        for (const std::filesystem::path& log : find_logs(begun.file)) std::filesystem::remove(log);
    });
    co_await agree<RasterError>(transport, clearing);
    co_return begun;
}

}  // namespace ranvier::raster
