#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

// Only for engine/raster/log.
namespace ranvier::raster {

/// Bytes of a log that cannot be read, and what they may have held.
struct LostPart {
    std::string log;                   ///< its name
    std::uint32_t rank = 0;            ///< of the log
    std::uint64_t begin = 0, end = 0;  ///< bytes
    double t_begin = 0;                ///< [ms]
    std::optional<double> t_end;       ///< [ms]; none: the end of the run
};

/// Finds where blocks of a damaged log may begin: at the bytes of their magic number.
class BlockSearch {
  public:
    /// Searches the stream from byte `begin` on.
    BlockSearch(std::FILE* stream, std::uint64_t begin, std::uint32_t magic);

    /// The next place; the stream is then there. None at the end of the file.
    std::optional<std::uint64_t> next();
    /// Of the file in bytes.
    std::uint64_t size() const { return size_; }

  private:
    std::FILE* stream_;
    std::uint64_t at_, size_ = 0;
    std::uint32_t magic_;
    std::vector<char> piece_;
    std::uint64_t piece_begin_ = 0;
};

}  // namespace ranvier::raster
