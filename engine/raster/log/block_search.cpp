#include "engine/raster/log/block_search.hpp"

#include <cstddef>
#include <cstring>
#include <string_view>

namespace ranvier::raster {

namespace {

constexpr std::size_t piece_bytes = 1 << 16;

}  // namespace

BlockSearch::BlockSearch(std::FILE* stream, std::uint64_t begin, std::uint32_t magic)
    : stream_(stream), at_(begin), magic_(magic) {
    std::fseek(stream, 0, SEEK_END);
    const long size = std::ftell(stream);
    if (size > 0) size_ = static_cast<std::uint64_t>(size);
}

std::optional<std::uint64_t> BlockSearch::next() {
    char bytes[sizeof magic_];
    std::memcpy(bytes, &magic_, sizeof magic_);
    const std::string_view wanted(bytes, sizeof bytes);
    while (at_ + wanted.size() <= size_) {
        if (at_ < piece_begin_ || at_ + wanted.size() > piece_begin_ + piece_.size()) {
            piece_.resize(piece_bytes);
            std::fseek(stream_, static_cast<long>(at_), SEEK_SET);
            piece_.resize(std::fread(piece_.data(), 1, piece_bytes, stream_));
            piece_begin_ = at_;
            if (piece_.size() < wanted.size()) break;
        }
        const std::string_view piece(piece_.data(), piece_.size());
        const std::size_t found = piece.find(wanted, at_ - piece_begin_);
        if (found != std::string_view::npos) {
            const std::uint64_t place = piece_begin_ + found;
            at_ = place + 1;
            std::fseek(stream_, static_cast<long>(place), SEEK_SET);
            return place;
        }
        at_ = piece_begin_ + piece_.size() - (wanted.size() - 1);
    }
    return std::nullopt;
}

}  // namespace ranvier::raster
