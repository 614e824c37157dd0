#include "engine/raster/report_log.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstring>

namespace ranvier::raster {

namespace {

constexpr char file_magic[] = "RNVREP01";
constexpr std::size_t magic_bytes = 8;
constexpr std::size_t fixed_header_bytes = magic_bytes + 4 + 4 + 8 + 8 + 8 + 4 + 3 * 4 + 8;
constexpr std::size_t element_bytes = 4 + 4 + 8;

constexpr std::uint32_t block_magic = 0x4B4C4246;  // "FBLK"
constexpr std::size_t block_header_bytes = 4 + 4 + 8;
constexpr std::size_t most_values = 1 << 17;  // per block of more than one frame

std::uint32_t length_of(const std::string& text) {
    return static_cast<std::uint32_t>(text.size());
}

}  // namespace

void ReportLogWriter::restart(const ReportLogHeader& header) {
    const ReportLayout& layout = header.layout;
    width_ = layout.elements.size();
    is_single_ = layout.is_single;
    frames_ = 0;
    out_.restart();
    out_.put_bytes(std::as_bytes(std::span(file_magic).first(magic_bytes)));
    out_.put(header.rank);
    out_.put(header.ranks);
    out_.put(header.run);
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
        out_.put(static_cast<std::uint64_t>(frames_));
        if (is_single_) {
            for (const double value : some) out_.put(static_cast<float>(value));
        } else {
            out_.put_bytes(std::as_bytes(some));
        }
        out_.end_record();
        frames_ += static_cast<std::int64_t>(some.size() / width_);
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
    char begin[magic_bytes] = {};
    return stream && std::fread(begin, 1, magic_bytes, stream.get()) == magic_bytes &&
           std::memcmp(begin, file_magic, magic_bytes) == 0;
}

bool ReportLogReader::read_more(std::uint64_t bytes) {
    if (bytes > length_) return false;
    const std::size_t begin = bytes_.size();
    bytes_.resize(begin + bytes);
    return std::fread(&bytes_[begin], 1, bytes, stream_.get()) == bytes;
}

void ReportLogReader::read_header() {
    const auto fail = [this] {
        throw RasterError(fmt::format("{} is not the log of a report, or its header is damaged", name_));
    };
    if (!read_more(fixed_header_bytes) || std::memcmp(bytes_.data(), file_magic, magic_bytes) != 0) fail();
    Cursor cursor(std::span<const std::byte>(bytes_).subspan(magic_bytes));
    header_.rank = cursor.take<std::uint32_t>();
    header_.ranks = cursor.take<std::uint32_t>();
    header_.run = cursor.take<std::uint64_t>();
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
    if (header_.rank >= header_.ranks || !(layout.dt > 0) || !std::isfinite(layout.t_begin + layout.dt)) fail();

    const char* text = reinterpret_cast<const char*>(bytes_.data()) + fixed_header_bytes;
    int k = 0;
    for (std::string* to : {&layout.population, &layout.variable, &layout.units}) {
        to->assign(text, lengths[k]);
        text += lengths[k++];
    }
    Cursor rest(std::span<const std::byte>(bytes_).subspan(fixed_header_bytes + texts));
    layout.elements.resize(elements);
    for (ReportElement& element : layout.elements) {
        element.gid = rest.take<Gid>();
        element.section = rest.take<std::uint32_t>();
        element.x = rest.take<double>();
    }
}

bool ReportLogReader::next(std::vector<double>& values) {
    values.clear();
    bytes_.clear();
    if (!read_more(block_header_bytes)) return false;
    Cursor cursor(bytes_);
    const auto magic = cursor.take<std::uint32_t>();
    const auto frames = cursor.take<std::uint32_t>();
    const auto first = cursor.take<std::uint64_t>();
    const std::uint64_t count = frames * header_.layout.elements.size();
    const std::size_t value_bytes = header_.layout.is_single ? sizeof(float) : sizeof(double);
    if (magic != block_magic || first != next_frame_ || count == 0 || count > length_) return false;
    if (!read_more(count * value_bytes + crc_bytes) || !ends_with_its_crc(bytes_)) return false;
    Cursor body(std::span<const std::byte>(bytes_).subspan(block_header_bytes));
    values.resize(count);
    for (double& value : values) value = header_.layout.is_single ? body.take<float>() : body.take<double>();
    next_frame_ += frames;
    return true;
}

std::int64_t ReportLogReader::count_frames() {
    const long here = std::ftell(stream_.get());
    const std::uint64_t before = next_frame_;
    std::vector<double> values;
    while (next(values)) {
    }
    const std::uint64_t count = std::exchange(next_frame_, before);
    std::fseek(stream_.get(), here, SEEK_SET);
    return static_cast<std::int64_t>(count);
}

}  // namespace ranvier::raster
