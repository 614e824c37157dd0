#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <filesystem>
#include <span>
#include <vector>

// What the logs of spikes and of reports share; for engine/raster alone.
namespace ranvier::raster {

/// A file that grows record by record, each with a CRC: readable up to the last whole one whenever the run ends. What
/// is written reaches the system when enough has gathered, and at the latest with the first record that ends a second
/// after the last time. Throws RasterError.
class AppendFile {
  public:
    explicit AppendFile(const std::filesystem::path& path);
    ~AppendFile();
    AppendFile(const AppendFile&) = delete;
    AppendFile& operator=(const AppendFile&) = delete;

    /// Values are appended as memory holds them.
    template <typename T>
    void put(const T& value) {
        put_bytes(std::as_bytes(std::span(&value, 1)));
    }
    void put_bytes(std::span<const std::byte> bytes);
    /// More bytes of the record, to be filled in at once.
    std::span<std::byte> grow(std::size_t bytes);
    /// Ends the record by its CRC.
    void end_record();

    void flush();
    void flush_if_due();
    /// Empties the file.
    void restart();
    void close();
    /// Given to the system.
    std::int64_t bytes() const { return bytes_; }

  private:
    [[noreturn]] void throw_cannot_write() const;

    std::filesystem::path path_;
    int descriptor_ = -1;
    std::vector<std::byte> buffer_;
    std::size_t record_ = 0;  // where the present one begins in the buffer
    double last_flush_ = 0;   // [s]
    std::int64_t bytes_ = 0;
};

/// Takes values one after another out of bytes that are long enough.
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

constexpr std::size_t crc_bytes = 4;
bool ends_with_its_crc(std::span<const std::byte> record);

}  // namespace ranvier::raster
