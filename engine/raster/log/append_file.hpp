#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

// The common part of the logs of spikes and of reports; only for engine/raster/log.
namespace ranvier::raster {

/// A file that grows by records, each with a CRC; whenever the run ends, the file is readable up to the last complete
/// record. Data is passed to the system in large pieces, or when a record ends at least one second after the last
/// flush. Throws RasterError.
class AppendFile {
  public:
    enum class Content { empty, keep };  ///< empty: another file of this name goes
    /// Follows no link of this name.
    explicit AppendFile(const std::filesystem::path& path, Content content = Content::empty);
    ~AppendFile();
    AppendFile(const AppendFile&) = delete;
    AppendFile& operator=(const AppendFile&) = delete;

    /// Appends a value, in the byte order of memory.
    template <typename T>
    void put(const T& value) {
        put_bytes(std::as_bytes(std::span(&value, 1)));
    }
    void put_bytes(std::span<const std::byte> bytes);
    /// Extends the record by `bytes` bytes, to be filled in before the next call.
    std::span<std::byte> grow(std::size_t bytes);
    /// Appends the CRC of the record so far: what says how long the record is can be checked before its end is read.
    void end_head();
    /// Ends the record with its CRC.
    void end_record();

    void flush();
    void flush_if_due();
    /// Flushes, and returns when the data are on disk.
    void sync();
    /// Empties the file.
    void restart();
    void close();
    /// Bytes passed to the system.
    std::int64_t bytes() const { return bytes_; }

  private:
    [[noreturn]] void throw_cannot_write() const;

    std::filesystem::path path_;
    int descriptor_ = -1;
    std::vector<std::byte> buffer_;
    std::size_t record_ = 0;  // start of the current record in the buffer
    double last_flush_ = 0;   // [s]
    std::int64_t bytes_ = 0;
};

/// Reads values one after another from a span, which must be long enough.
class Cursor {
  public:
    explicit Cursor(std::span<const std::byte> bytes) : bytes_(bytes) {}
    template <typename T>
    T take() {
        T value;
        std::memcpy(&value, bytes_.data(), sizeof value);
        bytes_ = bytes_.subspan(sizeof value);
        return value;
    }

  private:
    std::span<const std::byte> bytes_;
};

/// What the first bytes of a log say: a word of six letters, and the number of the format.
struct LogFormat {
    bool is_later = false;      ///< of a part behind the first
    bool has_head_crcs = true;  ///< blocks have a CRC behind their number of values, as well as at the end
};
constexpr std::size_t magic_bytes = 8;
/// The first bytes of a log.
std::array<char, magic_bytes> log_magic(std::string_view word, bool is_later);
/// nullopt: these bytes do not begin a log of this word.
std::optional<LogFormat> log_format(std::string_view word, std::span<const std::byte> bytes);

constexpr std::size_t crc_bytes = 4;
bool ends_with_its_crc(std::span<const std::byte> record);

}  // namespace ranvier::raster
