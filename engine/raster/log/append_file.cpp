#include "engine/raster/log/append_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <chrono>
#include <utility>

#include "engine/checksum/crc32.hpp"
#include "engine/raster/file/raster.hpp"

namespace ranvier::raster {

namespace {

static_assert(std::endian::native == std::endian::little, "logs are written in the byte order of memory");

constexpr std::size_t flush_bytes = 256 * 1024;
constexpr double flush_interval_s = 1.0;

double wall_clock() {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

AppendFile::AppendFile(const std::filesystem::path& path, Content content) : path_(path) {
    if (content == Content::empty) unlink(path.c_str());
    const int is_new = content == Content::empty ? O_EXCL : 0;
    descriptor_ = open(path.c_str(), O_WRONLY | O_CREAT | is_new | O_NOFOLLOW | O_CLOEXEC, 0666);
    if (descriptor_ < 0) throw_cannot_write();
}

AppendFile::~AppendFile() {
    if (descriptor_ < 0) return;
    try {
        flush();  // if an exception ends the run, its complete intervals are kept
        // The first exception is reported, not this one. NOLINTNEXTLINE(bugprone-empty-catch)
    } catch (const RasterError&) {
    }
    ::close(descriptor_);
}

void AppendFile::put_bytes(std::span<const std::byte> bytes) {
    buffer_.insert(buffer_.end(), bytes.begin(), bytes.end());
}

std::span<std::byte> AppendFile::grow(std::size_t bytes) {
    buffer_.resize(buffer_.size() + bytes);
    return std::span(buffer_).last(bytes);
}

void AppendFile::end_head() {
    put(crc32(std::span(buffer_).subspan(record_)));
}

void AppendFile::end_record() {
    put(crc32(std::span(buffer_).subspan(record_)));
    record_ = buffer_.size();
}

void AppendFile::flush_if_due() {
    if (buffer_.size() >= flush_bytes || wall_clock() - last_flush_ >= flush_interval_s) flush();
}

void AppendFile::flush() {
    std::span<const std::byte> rest = buffer_;
    while (!rest.empty()) {
        const ssize_t written = ::write(descriptor_, rest.data(), rest.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) throw_cannot_write();
        rest = rest.subspan(static_cast<std::size_t>(written));
    }
    bytes_ += static_cast<std::int64_t>(buffer_.size());
    buffer_.clear();
    record_ = 0;
    last_flush_ = wall_clock();
}

void AppendFile::sync() {
    flush();
    if (fsync(descriptor_) != 0 && errno != EINVAL) throw_cannot_write();  // EINVAL: a file system without it
}

void AppendFile::restart() {
    buffer_.clear();
    record_ = 0;
    bytes_ = 0;
    if (ftruncate(descriptor_, 0) != 0 || lseek(descriptor_, 0, SEEK_SET) != 0) throw_cannot_write();
}

void AppendFile::close() {
    flush();
    if (::close(std::exchange(descriptor_, -1)) != 0) throw_cannot_write();
}

void AppendFile::throw_cannot_write() const {
    throw RasterError(fmt::format("cannot write {}: {}", path_.string(), std::strerror(errno)));
}

std::array<char, magic_bytes> log_magic(std::string_view word, bool is_later) {
    std::array<char, magic_bytes> bytes{};
    std::copy(word.begin(), word.end(), bytes.begin());
    bytes[word.size()] = '0';
    bytes[word.size() + 1] = is_later ? '4' : '3';
    return bytes;
}

std::optional<LogFormat> log_format(std::string_view word, std::span<const std::byte> bytes) {
    const std::string_view begin(reinterpret_cast<const char*>(bytes.data()), std::min(bytes.size(), magic_bytes));
    if (begin.size() < magic_bytes || !begin.starts_with(word) || begin[word.size()] != '0') return std::nullopt;
    const char number = begin.back();
    if (number < '1' || number > '4') return std::nullopt;
    return LogFormat{number == '2' || number == '4', number >= '3'};
}

bool ends_with_its_crc(std::span<const std::byte> record) {
    Cursor end(record.last(crc_bytes));
    return end.take<std::uint32_t>() == crc32(record.first(record.size() - crc_bytes));
}

}  // namespace ranvier::raster
