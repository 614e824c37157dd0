#include "engine/raster/log/rank_logs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <functional>
#include <random>
#include <span>

#include "engine/raster/file/output_path.hpp"
#include "engine/raster/log/append_file.hpp"
#include "engine/raster/log/log.hpp"
#include "exchange/transport/agreement.hpp"
#include "exchange/transport/typed.hpp"

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

/// Checks that the folder takes a log, and leaves what is there.
void check_can_write(const std::filesystem::path& log) {
    if (std::filesystem::is_symlink(log)) std::filesystem::remove(log);  // not ours
    const bool exists = std::filesystem::exists(log);
    AppendFile(log, AppendFile::Content::keep).close();
    if (!exists) std::filesystem::remove(log);
}

std::unique_ptr<engine::FileLock> lock(const std::filesystem::path& file) {
    try {
        return std::make_unique<engine::FileLock>(file);
    } catch (const std::runtime_error& error) {
        throw RasterError(error.what());
    }
}

}  // namespace

std::vector<std::filesystem::path> logs_of(const std::filesystem::path& file, std::span<const LogPart> parts) {
    std::vector<std::filesystem::path> names;
    for (const LogPart& part : parts) {
        for (std::uint32_t rank = 0; rank < part.ranks; ++rank) {
            names.push_back(log_name(file, static_cast<int>(rank), static_cast<int>(part.ranks), part.number));
        }
    }
    return names;
}

Task<RankLogs> RankLogs::open(Transport& transport, std::filesystem::path file) {
    RankLogs logs(transport, std::move(file));
    const std::uint64_t own_name = std::hash<std::string>()(logs.file_.string());
    std::array<std::uint64_t, 2> of_rank_0{transport.rank() == 0 ? new_run_id() : 0, own_name};
    co_await transport.broadcast(std::as_writable_bytes(std::span(of_rank_0)), 0);
    logs.run_ = of_rank_0[0];
    std::string names;  // separated by zeros, which no name contains
    const std::string opening = complaint_of<RasterError>([&] {
        if (own_name != of_rank_0[1]) {
            throw RasterError(fmt::format("{} on rank {}, but another file on rank 0: all ranks must name the same one",
                                          logs.file_.string(), transport.rank()));
        }
        logs.file_ = output_path(logs.file_);
        check_can_write(log_name(logs.file_, transport.rank(), transport.size()));
        if (transport.rank() > 0) return;
        logs.lock_ = lock(logs.file_);
        for (const std::filesystem::path& log : find_logs(logs.file_)) names += log.filename().string() + '\0';
    });
    co_await agree<RasterError>(transport, opening);
    const std::vector<char> found =
        co_await exchange::broadcast_vector(transport, std::vector<char>(names.begin(), names.end()), 0);
    for (auto begin = found.begin(); begin != found.end();) {
        const auto end = std::find(begin, found.end(), '\0');
        const std::string name(begin, end);
        if (rank_of_log(logs.file_, name) % transport.size() == transport.rank()) {
            logs.found_.push_back(logs.file_.parent_path() / name);
        }
        begin = end + 1;
    }
    co_return logs;
}

std::filesystem::path RankLogs::own() const {
    return log_name(file_, transport_->rank(), transport_->size(), part().number);
}

/// The same on all ranks, because all keep the same parts.
std::uint32_t RankLogs::next_number() const {
    std::uint32_t number = 0;
    for (const LogPart& part : kept_) number = std::max(number, part.number + 1);
    return number;
}

void RankLogs::begin() {
    parts_ = {{next_number(), static_cast<std::uint32_t>(transport_->size()), 0}};
    remove_found();
}

void RankLogs::go_on(const LogPosition& position) {
    kept_ = position.parts;
    run_ = position.run;
    parts_ = position.parts;
    parts_.push_back({next_number(), static_cast<std::uint32_t>(transport_->size()), position.end});
    remove_found();
}

void RankLogs::remove_found() {
    const std::vector<std::filesystem::path> kept = logs_of(file_, kept_);
    for (const std::filesystem::path& log : std::exchange(found_, {})) {
        if (std::find(kept.begin(), kept.end(), log) == kept.end()) std::filesystem::remove(log);
    }
}

void RankLogs::remove() const {
    for (const LogPart& part : parts_) {
        if (std::find(kept_.begin(), kept_.end(), part) != kept_.end()) continue;
        for (const std::filesystem::path& log : logs_of(file_, std::span(&part, 1))) std::filesystem::remove(log);
    }
}

}  // namespace ranvier::raster
