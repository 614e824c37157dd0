#include "engine/raster/log/report_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <string_view>

namespace ranvier::raster {

namespace {

constexpr std::string_view magic_word = "RNVREP";
// Up to the texts; a later part has a number and a frame.
constexpr std::size_t fixed_header_bytes = magic_bytes + 4 + 4 + 8 + 2 * 8 + 4 + 3 * 4 + 8, part_bytes = 4 + 8;
constexpr std::size_t element_bytes = 4 + 4 + 8;

constexpr std::uint32_t block_magic = 0x4B4C4246;  // "FBLK"
constexpr std::size_t block_header_bytes = 4 + 4 + 8;
constexpr std::uint64_t most_frames = std::uint64_t{1} << 62;
constexpr std::size_t most_values = 1 << 17;  // per block of more than one frame

std::uint32_t length_of(const std::string& text) {
    return static_cast<std::uint32_t>(text.size());
}

}  // namespace

void ReportLogWriter::restart(const ReportLogHeader& header) {
    const ReportLayout& layout = header.layout;
    width_ = layout.elements.size();
    is_single_ = layout.is_single;
    frames_ = header.first;
    out_.restart();
    const bool is_later = header.part > 0 || header.first > 0;
    out_.put_bytes(std::as_bytes(std::span<const char>(log_magic(magic_word, is_later))));
    out_.put(header.rank);
    out_.put(header.ranks);
    if (is_later) out_.put(header.part);
    out_.put(header.run);
    if (is_later) out_.put(header.first);
    out_.put(layout.t_begin);
    out_.put(layout.dt);
    out_.put(std::uint32_t{layout.is_single});
    for (const std::string* text : {&layout.population, &layout.variable, &layout.units}) out_.put(length_of(*text));
    out_.put(std::uint64_t{layout.elements.size()});
    for (const std::string* text : {&layout.population, &layout.variable, &layout.units}) {
        out_.put_bytes(std::as_bytes(std::span(*text)));
    }
    for (const ReportElement& element : layout.elements) {
        out_.put(element.gid);
        out_.put(element.section);
        out_.put(element.x);
    }
    out_.end_record();
    out_.flush();
}

void ReportLogWriter::append(std::span<const double> frames) {
    const std::size_t most = std::max<std::size_t>(1, most_values / std::max<std::size_t>(1, width_)) * width_;
    while (!frames.empty()) {
        const auto some = frames.first(std::min(most, frames.size()));
        out_.put(block_magic);
        out_.put(static_cast<std::uint32_t>(some.size() / width_));
        out_.put(frames_);
        out_.end_head();
        if (is_single_) {
            for (const double value : some) out_.put(static_cast<float>(value));
        } else {
            out_.put_bytes(std::as_bytes(some));
        }
        out_.end_record();
        frames_ += some.size() / width_;
        frames = frames.subspan(some.size());
        out_.flush_if_due();
    }
}

ReportLogReader::ReportLogReader(const std::filesystem::path& log)
    : ReportLogReader(std::fopen(log.c_str(), "rb"), log.string()) {}

ReportLogReader::ReportLogReader(std::FILE* stream, std::string name) : stream_(stream), name_(std::move(name)) {
    if (!stream_) throw RasterError(fmt::format("cannot read {}: {}", name_, std::strerror(errno)));
    std::fseek(stream, 0, SEEK_END);
    length_ = static_cast<std::uint64_t>(std::max(0L, std::ftell(stream)));
    std::fseek(stream, 0, SEEK_SET);
    read_header();
}

bool ReportLogReader::is_one(const std::filesystem::path& log) {
    const std::unique_ptr<std::FILE, Close> stream(std::fopen(log.c_str(), "rb"));
    std::array<std::byte, magic_bytes> begin{};
    return stream && std::fread(begin.data(), 1, magic_bytes, stream.get()) == magic_bytes &&
           log_format(magic_word, begin).has_value();
}

bool ReportLogReader::read_more(std::uint64_t bytes) {
    if (bytes > length_) return false;
    const std::size_t begin = bytes_.size();
    bytes_.resize(begin + bytes);
    const std::size_t got = std::fread(&bytes_[begin], 1, bytes, stream_.get());
    bytes_.resize(begin + got);
    return got == bytes;
}

void ReportLogReader::read_header() {
    const auto fail = [this] {
        throw RasterError(fmt::format("{} is not the log of a report, or its header is damaged", name_));
    };
    if (!read_more(fixed_header_bytes)) fail();
    const auto format = log_format(magic_word, bytes_);
    if (!format || (format->is_later && !read_more(part_bytes))) fail();
    const bool is_later = format->is_later;
    head_bytes_ = block_header_bytes + (format->has_head_crcs ? crc_bytes : 0);
    const std::size_t fixed = bytes_.size();
    Cursor cursor(std::span<const std::byte>(bytes_).subspan(magic_bytes));
    header_.rank = cursor.take<std::uint32_t>();
    header_.ranks = cursor.take<std::uint32_t>();
    if (is_later) header_.part = cursor.take<std::uint32_t>();
    header_.run = cursor.take<std::uint64_t>();
    if (is_later) header_.first = next_frame_ = cursor.take<std::uint64_t>();
    ReportLayout& layout = header_.layout;
    layout.t_begin = cursor.take<double>();
    layout.dt = cursor.take<double>();
    layout.is_single = cursor.take<std::uint32_t>() != 0;
    std::uint32_t lengths[3];
    for (std::uint32_t& length : lengths) length = cursor.take<std::uint32_t>();
    const auto elements = cursor.take<std::uint64_t>();
    if (elements > length_ / element_bytes) fail();
    const std::uint64_t texts = std::uint64_t{lengths[0]} + lengths[1] + lengths[2];
    if (!read_more(texts + elements * element_bytes + crc_bytes) || !ends_with_its_crc(bytes_)) fail();
    if (header_.first > most_frames || header_.rank >= header_.ranks || !(layout.dt > 0) ||
        !std::isfinite(layout.t_begin + layout.dt))
        fail();

    const char* text = reinterpret_cast<const char*>(bytes_.data()) + fixed;
    int k = 0;
    for (std::string* to : {&layout.population, &layout.variable, &layout.units}) {
        to->assign(text, lengths[k]);
        text += lengths[k++];
    }
    Cursor rest(std::span<const std::byte>(bytes_).subspan(fixed + texts));
    layout.elements.resize(elements);
    for (ReportElement& element : layout.elements) {
        element.gid = rest.take<Gid>();
        element.section = rest.take<std::uint32_t>();
        element.x = rest.take<double>();
    }
}

std::size_t ReportLogReader::frame_bytes() const {
    return header_.layout.elements.size() * (header_.layout.is_single ? sizeof(float) : sizeof(double));
}

ReportLogReader::Found ReportLogReader::read_block(std::vector<double>& values) {
    bytes_.clear();
    if (!read_more(head_bytes_)) return bytes_.empty() ? Found::end : Found::cut;
    if (head_bytes_ > block_header_bytes && !ends_with_its_crc(bytes_)) return Found::damage;
    Cursor cursor(bytes_);
    const auto magic = cursor.take<std::uint32_t>();
    const auto frames = cursor.take<std::uint32_t>();
    block_begin_ = cursor.take<std::uint64_t>();
    const std::uint64_t count = frames * header_.layout.elements.size();
    const bool is_next = skips_damage_ ? block_begin_ >= next_frame_ : block_begin_ == next_frame_;
    if (magic != block_magic || !is_next || count == 0 || count > length_) return Found::damage;
    if (!read_more(frames * frame_bytes() + crc_bytes)) return Found::cut;
    if (!ends_with_its_crc(bytes_)) return Found::damage;
    Cursor body(std::span<const std::byte>(bytes_).subspan(head_bytes_));
    values.resize(count);
    for (double& value : values) value = header_.layout.is_single ? body.take<float>() : body.take<double>();
    return Found::block;
}

void ReportLogReader::lose(std::uint64_t begin, std::uint64_t end, std::uint64_t frames) {
    for (const LostPart& known : lost_) {
        if (known.begin == begin) return;  // has been counted
    }
    const ReportLayout& layout = header_.layout;
    const auto time_of = [&](std::uint64_t frame) { return layout.t_begin + static_cast<double>(frame) * layout.dt; };
    LostPart lost{name_, header_.rank, begin, end, time_of(next_frame_), std::nullopt};
    if (frames > 0) lost.t_end = time_of(next_frame_ + frames - 1);
    lost_.push_back(std::move(lost));
}

/// Finds the first whole block behind `begin`, where there is none. If the log is only cut there, nothing is lost.
bool ReportLogReader::find_block(std::uint64_t begin, bool is_cut, std::vector<double>& values) {
    BlockSearch search(stream_.get(), begin + 1, block_magic);
    while (const auto at = search.next()) {
        if (read_block(values) != Found::block || (block_begin_ - next_frame_) > (*at - begin) / frame_bytes())
            continue;
        if (block_begin_ >= stop_) break;
        missing_ = block_begin_ - next_frame_;
        lose(begin, *at, missing_);
        return true;
    }
    if (may_lack_end()) missing_ = lacking_end_ = stop_ - next_frame_;  // the part's other logs may have these frames
    if (!is_cut || missing_ > 0) lose(begin, search.size(), missing_);
    values.clear();
    return missing_ > 0;
}

bool ReportLogReader::next(std::vector<double>& values) {
    const std::size_t width = header_.layout.elements.size();
    values.clear();
    if (next_frame_ >= stop_ || width == 0) return false;
    if (missing_ == 0 && behind_.empty()) {
        const auto begin = static_cast<std::uint64_t>(std::ftell(stream_.get()));
        const Found found = read_block(behind_);
        const bool ends = found == Found::end && !may_lack_end();
        if (found != Found::block && (ends || !skips_damage_ || !find_block(begin, found != Found::damage, behind_))) {
            behind_.clear();
            return false;
        }
    }
    if (missing_ > 0) {
        const std::uint64_t some = std::min<std::uint64_t>(missing_, std::max<std::size_t>(1, most_values / width));
        values.assign(some * width, std::numeric_limits<double>::quiet_NaN());
        missing_ -= some;
    } else {
        values.swap(behind_);
        behind_.clear();
    }
    next_frame_ += values.size() / width;
    return true;
}

bool reads_to_stop(ReportLogReader& log) {
    std::vector<double> values;
    while (log.next(values)) {
    }
    return log.is_at_stop() || log.header().layout.elements.empty();
}

std::int64_t ReportLogReader::count_frames() {
    const long here = std::ftell(stream_.get());
    const std::uint64_t before = next_frame_;
    std::vector<double> values;
    while (next(values)) next_frame_ += std::exchange(missing_, 0);
    const std::uint64_t end = std::min(std::exchange(next_frame_, before), stop_);
    std::fseek(stream_.get(), here, SEEK_SET);
    return static_cast<std::int64_t>(end - std::min(before, end));
}

}  // namespace ranvier::raster
