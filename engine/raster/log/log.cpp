#include "engine/raster/log/log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstring>
#include <string_view>
#include <utility>

namespace ranvier::raster {

namespace {

constexpr std::string_view magic_word = "RNVLOG";
// Up to the population's name; a later part has a number and an interval.
constexpr std::size_t fixed_header_bytes = magic_bytes + 4 + 4 + 8 + 4, part_bytes = 4 + 8;
constexpr std::uint32_t longest_population = 4096;

constexpr std::uint32_t block_magic = 0x4B4C4252;  // "RBLK"
constexpr std::uint32_t flag_completes = 1, flag_describes = 2;
constexpr std::size_t block_header_bytes = 4 + 4 + 4 + 8 + 8;
constexpr std::size_t spike_bytes = 12;
constexpr std::size_t most_spikes = 65536;  // per block

}  // namespace

std::filesystem::path log_name(const std::filesystem::path& file, int rank, int ranks, std::uint32_t part) {
    std::filesystem::path name = file;
    name += fmt::format(".rank-{}-of-{}", rank, ranks);
    if (part > 0) name += fmt::format(".part-{}", part);
    name += ".log";
    return name;
}

int rank_of_log(const std::filesystem::path& file, const std::string& name) {
    const std::string prefix = file.filename().string() + ".rank-";
    int rank = 0;
    if (name.starts_with(prefix)) std::from_chars(name.data() + prefix.size(), name.data() + name.size(), rank);
    return std::max(0, rank);
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

void LogWriter::restart(LogHeader header) {
    pending_.clear();
    spikes_ = 0;
    out_.restart();
    header_ = std::move(header);
    write_header();
}

void LogWriter::write_header() {
    const bool is_later = header_.part > 0 || header_.first > 0;
    out_.put_bytes(std::as_bytes(std::span<const char>(log_magic(magic_word, is_later))));
    out_.put(header_.rank);
    out_.put(header_.ranks);
    if (is_later) out_.put(header_.part);
    out_.put(header_.run);
    if (is_later) out_.put(header_.first);
    out_.put(static_cast<std::uint32_t>(header_.population.size()));
    out_.put_bytes(std::as_bytes(std::span(header_.population)));
    out_.end_record();
    out_.flush();
    interval_ = header_.first;
}

void LogWriter::write_head(std::uint32_t flags, std::size_t count, double t_end) {
    out_.put(block_magic);
    out_.put(flags);
    out_.put(static_cast<std::uint32_t>(count));
    out_.put(interval_);
    out_.put(t_end);
    out_.end_head();
}

void LogWriter::describe(const Metadata& metadata) {
    const std::string text = packed(metadata);
    const std::size_t length = std::min(text.size(), most_spikes * spike_bytes);
    const std::size_t count = (length + spike_bytes - 1) / spike_bytes;
    write_head(flag_describes, count, 0);
    std::span<std::byte> at = out_.grow(count * spike_bytes);
    std::memset(at.data(), 0, at.size());
    std::memcpy(at.data(), text.data(), length);
    out_.end_record();
}

void LogWriter::write_block(double t_end, bool completes) {
    write_head(completes ? flag_completes : 0u, pending_.size(), t_end);
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
      head_bytes_(other.head_bytes_),
      first_block_(other.first_block_),
      next_interval_(other.next_interval_),
      stop_(other.stop_),
      is_damaged_(other.is_damaged_),
      skips_damage_(other.skips_damage_),
      lost_(std::move(other.lost_)),
      last_end_(other.last_end_),
      metadata_(std::move(other.metadata_)) {}

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
    if (!read_more(fixed_header_bytes)) fail();
    const auto format = log_format(magic_word, bytes_);
    if (!format || (format->is_later && !read_more(part_bytes))) fail();
    const bool is_later = format->is_later;
    head_bytes_ = block_header_bytes + (format->has_head_crcs ? crc_bytes : 0);
    const std::size_t fixed = read_;
    Cursor cursor(std::span<const std::byte>(bytes_).subspan(magic_bytes));
    header_.rank = cursor.take<std::uint32_t>();
    header_.ranks = cursor.take<std::uint32_t>();
    if (is_later) header_.part = cursor.take<std::uint32_t>();
    header_.run = cursor.take<std::uint64_t>();
    if (is_later) header_.first = cursor.take<std::uint64_t>();
    const auto length = cursor.take<std::uint32_t>();
    if (length > longest_population || !read_more(length + crc_bytes)) fail();
    if (!ends_with_its_crc(std::span(bytes_).first(read_))) fail();
    if (header_.rank >= header_.ranks) fail();
    header_.population.assign(reinterpret_cast<const char*>(&bytes_[fixed]), length);
    first_block_ = std::ftell(stream_);
    next_interval_ = header_.first;
}

LogReader::Found LogReader::read_block(LogBlock& block) {
    read_ = 0;
    if (!read_more(head_bytes_)) return read_ == 0 ? Found::end : Found::cut;
    const bool has_crc = head_bytes_ > block_header_bytes;
    if (has_crc && !ends_with_its_crc(std::span(bytes_).first(head_bytes_))) return Found::damage;
    Cursor cursor(bytes_);
    const auto magic = cursor.take<std::uint32_t>();
    const auto flags = cursor.take<std::uint32_t>();
    const auto count = cursor.take<std::uint32_t>();
    block.interval = cursor.take<std::uint64_t>();
    block.t_end = cursor.take<double>();
    block.completes = (flags & flag_completes) != 0;
    const bool is_next = skips_damage_ ? block.interval >= next_interval_ : block.interval == next_interval_;
    if (magic != block_magic || count > most_spikes || !is_next) return Found::damage;
    if (!read_more(count * spike_bytes + crc_bytes)) return Found::cut;
    if (!ends_with_its_crc(std::span(bytes_).first(read_))) return Found::damage;
    if ((flags & flag_describes) != 0) {
        metadata_ = unpacked({reinterpret_cast<const char*>(&bytes_[head_bytes_]), count * spike_bytes});
        return Found::description;
    }
    return read_spikes(count, block) ? Found::block : Found::damage;
}

bool LogReader::read_spikes(std::size_t count, LogBlock& block) const {
    Cursor spikes(std::span<const std::byte>(bytes_).subspan(head_bytes_));
    block.spikes.resize(count);
    for (Spike& spike : block.spikes) {
        spike.t = spikes.take<double>();
        spike.gid = spikes.take<Gid>();
        if (!std::isfinite(spike.t)) return false;
    }
    return true;
}

void LogReader::accept(const LogBlock& block) {
    next_interval_ = block.interval + (block.completes ? 1 : 0);
    if (!block.completes) return;
    last_end_ = block.t_end;
    // The blocks of an interval have no numbers, so the first one behind damage may not be the interval's first.
    if (!lost_.empty() && !lost_.back().t_end) lost_.back().t_end = block.t_end;
}

bool LogReader::next(LogBlock& block) {
    if (is_damaged_ || next_interval_ >= stop_) return false;
    long begin = 0;
    Found found = Found::description;
    while (found == Found::description) {
        begin = std::ftell(stream_);
        found = read_block(block);
    }
    if (found == Found::block) {
        accept(block);
        return true;
    }
    if (found == Found::end && !may_lack_end()) return false;
    if (skips_damage_ && find_block(static_cast<std::uint64_t>(begin), found != Found::damage, block)) return true;
    is_damaged_ = true;
    return false;
}

/// Finds the first whole block behind `begin`, where there is none. If the log is only cut there, nothing is lost.
bool LogReader::find_block(std::uint64_t begin, bool is_cut, LogBlock& block) {
    BlockSearch search(stream_, begin + 1, block_magic);
    while (const auto at = search.next()) {
        const std::uint64_t most_intervals = (*at - begin) / (head_bytes_ + crc_bytes) + 1;
        if (read_block(block) != Found::block || block.interval - next_interval_ > most_intervals) continue;
        if (block.interval >= stop_) break;
        lost_.push_back({name_, header_.rank, begin, *at, last_end_, std::nullopt});
        accept(block);
        return true;
    }
    if (!is_cut || may_lack_end())
        lost_.push_back({name_, header_.rank, begin, search.size(), last_end_, std::nullopt});
    return false;
}

bool reads_to_stop(LogReader& log) {
    LogBlock block;
    while (log.next(block)) {
    }
    return log.is_at_stop();
}

void LogReader::rewind() {
    std::fseek(stream_, first_block_, SEEK_SET);
    next_interval_ = header_.first;
    is_damaged_ = false;
    lost_.clear();
    last_end_ = 0;
}

}  // namespace ranvier::raster
