#include "engine/raster/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <utility>

namespace ranvier::raster {

namespace {

constexpr char file_magic[] = "RNVLOG01";
constexpr std::size_t magic_bytes = 8;
constexpr std::size_t fixed_header_bytes = magic_bytes + 4 + 4 + 8 + 4;  // up to the population's name
constexpr std::uint32_t longest_population = 4096;

constexpr std::uint32_t block_magic = 0x4B4C4252;  // "RBLK"
constexpr std::uint32_t flag_completes = 1;
constexpr std::size_t block_header_bytes = 4 + 4 + 4 + 8 + 8;
constexpr std::size_t spike_bytes = 12;
constexpr std::size_t most_spikes = 65536;  // per block

}  // namespace

std::filesystem::path log_name(const std::filesystem::path& file, int rank, int ranks) {
    std::filesystem::path name = file;
    name += fmt::format(".rank-{}-of-{}.log", rank, ranks);
    return name;
}

std::vector<std::filesystem::path> find_logs(const std::filesystem::path& file) {
    const std::string prefix = file.filename().string() + ".rank-";
    const std::filesystem::path folder = file.has_parent_path() ? file.parent_path() : ".";
    std::vector<std::filesystem::path> logs;
    std::error_code error;
    for (const auto& entry : std::filesystem::directory_iterator(folder, error)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with(prefix) && name.ends_with(".log")) logs.push_back(folder / name);
    }
    std::sort(logs.begin(), logs.end());
    return logs;
}

LogWriter::LogWriter(const std::filesystem::path& log, LogHeader header) : header_(std::move(header)), out_(log) {
    write_header();
}

void LogWriter::append(std::span<const Spike> spikes) {
    spikes_ += static_cast<std::int64_t>(spikes.size());
    while (!spikes.empty()) {
        if (pending_.size() == most_spikes) write_block(0, false);
        const auto some = spikes.first(std::min(spikes.size(), most_spikes - pending_.size()));
        pending_.insert(pending_.end(), some.begin(), some.end());
        spikes = spikes.subspan(some.size());
    }
}

void LogWriter::complete_interval(double t_end) {
    write_block(t_end, true);
    ++interval_;
    out_.flush_if_due();
}

void LogWriter::restart(std::uint64_t run) {
    pending_.clear();
    interval_ = 0;
    spikes_ = 0;
    out_.restart();
    header_.run = run;
    write_header();
}

void LogWriter::write_header() {
    out_.put_bytes(std::as_bytes(std::span(file_magic).first(magic_bytes)));
    out_.put(header_.rank);
    out_.put(header_.ranks);
    out_.put(header_.run);
    out_.put(static_cast<std::uint32_t>(header_.population.size()));
    out_.put_bytes(std::as_bytes(std::span(header_.population)));
    out_.end_record();
    out_.flush();
}

void LogWriter::write_block(double t_end, bool completes) {
    out_.put(block_magic);
    out_.put(completes ? flag_completes : 0u);
    out_.put(static_cast<std::uint32_t>(pending_.size()));
    out_.put(interval_);
    out_.put(t_end);
    std::byte* at = out_.grow(pending_.size() * spike_bytes).data();
    for (const Spike& spike : pending_) {
        std::memcpy(at, &spike.t, sizeof spike.t);
        std::memcpy(at + sizeof spike.t, &spike.gid, sizeof spike.gid);
        at += spike_bytes;
    }
    out_.end_record();
    pending_.clear();
}

LogReader::LogReader(const std::filesystem::path& log) : LogReader(std::fopen(log.c_str(), "rb"), log.string()) {}

LogReader::LogReader(std::FILE* stream, std::string name) : stream_(stream), name_(std::move(name)) {
    if (!stream_) throw RasterError(fmt::format("cannot read {}: {}", name_, std::strerror(errno)));
    try {
        read_header();
    } catch (...) {
        std::fclose(stream_);
        throw;
    }
}

LogReader::LogReader(LogReader&& other) noexcept
    : stream_(std::exchange(other.stream_, nullptr)),
      name_(std::move(other.name_)),
      header_(std::move(other.header_)),
      first_block_(other.first_block_),
      next_interval_(other.next_interval_),
      is_damaged_(other.is_damaged_) {}

LogReader::~LogReader() {
    if (stream_) std::fclose(stream_);
}

bool LogReader::read_more(std::size_t bytes) {
    if (bytes_.size() < read_ + bytes) bytes_.resize(read_ + bytes);  // never shrinks: growing fills in zeros
    const std::size_t got = std::fread(&bytes_[read_], 1, bytes, stream_);
    read_ += got;
    return got == bytes;
}

void LogReader::read_header() {
    const auto fail = [this] {
        throw RasterError(fmt::format("{} is not the log of a raster, or its header is damaged", name_));
    };
    read_ = 0;
    if (!read_more(fixed_header_bytes) || std::memcmp(bytes_.data(), file_magic, magic_bytes) != 0) fail();
    Cursor cursor(std::span<const std::byte>(bytes_).subspan(magic_bytes));
    header_.rank = cursor.take<std::uint32_t>();
    header_.ranks = cursor.take<std::uint32_t>();
    header_.run = cursor.take<std::uint64_t>();
    const auto length = cursor.take<std::uint32_t>();
    if (length > longest_population || !read_more(length + crc_bytes)) fail();
    if (!ends_with_its_crc(std::span(bytes_).first(read_))) fail();
    if (header_.rank >= header_.ranks) fail();
    header_.population.assign(reinterpret_cast<const char*>(&bytes_[fixed_header_bytes]), length);
    first_block_ = std::ftell(stream_);
}

bool LogReader::next(LogBlock& block) {
    if (is_damaged_) return false;
    read_ = 0;
    const bool has_header = read_more(block_header_bytes);
    if (read_ == 0) return false;
    is_damaged_ = true;  // until the whole block has been checked
    if (!has_header) return false;
    Cursor cursor(bytes_);
    const auto magic = cursor.take<std::uint32_t>();
    const auto flags = cursor.take<std::uint32_t>();
    const auto count = cursor.take<std::uint32_t>();
    block.interval = cursor.take<std::uint64_t>();
    block.t_end = cursor.take<double>();
    block.completes = (flags & flag_completes) != 0;
    if (magic != block_magic || count > most_spikes || block.interval != next_interval_) return false;
    if (!read_more(count * spike_bytes + crc_bytes)) return false;
    if (!ends_with_its_crc(std::span(bytes_).first(read_))) return false;

    Cursor spikes(std::span<const std::byte>(bytes_).subspan(block_header_bytes));
    block.spikes.resize(count);
    for (Spike& spike : block.spikes) {
        spike.t = spikes.take<double>();
        spike.gid = spikes.take<Gid>();
        if (!std::isfinite(spike.t)) return false;
    }
    if (block.completes) ++next_interval_;
    is_damaged_ = false;
    return true;
}

void LogReader::rewind() {
    std::fseek(stream_, first_block_, SEEK_SET);
    next_interval_ = 0;
    is_damaged_ = false;
}

}  // namespace ranvier::raster
