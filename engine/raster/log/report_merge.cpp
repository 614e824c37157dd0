#include "engine/raster/log/report_merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <span>
#include <tuple>
#include <utility>

namespace ranvier::raster {

namespace {

/// A log's columns in the report, and the values that have been read but not used yet.
struct Share {
    ReportLogReader* log;
    std::vector<std::size_t> columns;
    std::vector<double> values;
    std::size_t at = 0;
};

/// The logs of one part that have elements, and the frames that all of them have.
struct Part {
    std::vector<Share> shares;
    std::vector<ReportElement> elements;  // of all, in order
    std::int64_t frames = 0, dropped = 0;
};

struct Origin {
    ReportElement element;
    std::size_t share, column;
};

/// Puts all elements in order of gid, section and x; sets the columns of each share.
void order_elements(Part& part) {
    std::vector<Origin> origins;
    for (std::size_t s = 0; s < part.shares.size(); ++s) {
        const auto& elements = part.shares[s].log->header().layout.elements;
        part.shares[s].columns.resize(elements.size());
        for (std::size_t c = 0; c < elements.size(); ++c) origins.push_back({elements[c], s, c});
    }
    const auto key = [](const Origin& o) { return std::tie(o.element.gid, o.element.section, o.element.x); };
    std::stable_sort(origins.begin(), origins.end(), [&](const Origin& a, const Origin& b) { return key(a) < key(b); });
    for (const Origin& origin : origins) {
        part.shares[origin.share].columns[origin.column] = part.elements.size();
        part.elements.push_back(origin.element);
    }
}

/// Throws RasterError if all logs of a part end much earlier than the next one says: a wrong number in its header would
/// make a file full of NaN.
void check_lost(const Part& part) {
    constexpr std::uint64_t most_values = std::uint64_t{1} << 24;  // and as many as the bytes that are there
    std::uint64_t frames = std::numeric_limits<std::uint64_t>::max(), most = most_values;
    for (const Share& share : part.shares) {
        frames = std::min(frames, share.log->lacking_end());
        most += share.log->length();
    }
    if (part.shares.empty() || frames <= most / part.elements.size()) return;
    throw RasterError(fmt::format(
        "{} ends {} frames before those of the resumed run begin: logs are missing, or the header of one is "
        "wrong",
        part.shares[0].log->name(), frames));
}

Part part_of(std::vector<ReportLogReader>& logs) {
    Part part;
    std::int64_t least = std::numeric_limits<std::int64_t>::max(), most = 0;
    for (ReportLogReader& log : logs) {
        if (log.header().layout.elements.empty()) continue;
        part.shares.push_back({&log, {}, {}});
        const std::int64_t frames = log.count_frames();
        least = std::min(least, frames);
        most = std::max(most, frames);
    }
    part.frames = part.shares.empty() ? 0 : least;
    part.dropped = most - part.frames;
    order_elements(part);
    check_lost(part);
    return part;
}

/// Copies the share's next values into its columns of a frame.
void take_frame(Share& share, std::span<double> frame) {
    if (share.at == share.values.size()) {
        if (!share.log->next(share.values)) {
            throw RasterError(fmt::format("{} can no longer be read", share.log->name()));
        }
        share.at = 0;
    }
    for (const std::size_t column : share.columns) frame[column] = share.values[share.at++];
}

/// Drops frames behind the first part that has fewer than its successor counts on.
void drop_frames_behind_gaps(std::vector<Part>& parts, std::span<std::vector<ReportLogReader>> logs) {
    bool is_complete = true;
    for (std::size_t p = 0; p < parts.size(); ++p) {
        if (!is_complete) parts[p].dropped += std::exchange(parts[p].frames, 0);
        if (p + 1 == parts.size()) break;
        const std::uint64_t wanted = logs[p + 1].at(0).header().first - logs[p].at(0).header().first;
        is_complete &= static_cast<std::uint64_t>(parts[p].frames) == wanted;
    }
}

/// Writes frames in the pieces that the sink wants.
class FrameWriter {
  public:
    FrameWriter(ReportSink& sink, std::size_t width)
        : sink_(sink), width_(width), most_(static_cast<std::size_t>(sink.frames_at_once()) * width) {}
    std::span<double> next() {
        if (batch_.size() == most_) flush();
        batch_.resize(batch_.size() + width_);
        return std::span(batch_).last(width_);
    }
    void flush() {
        if (!batch_.empty()) sink_.append(batch_);
        batch_.clear();
    }

  private:
    ReportSink& sink_;
    std::size_t width_, most_;
    std::vector<double> batch_;
};

}  // namespace

MergedReport merge_reports(std::vector<std::vector<ReportLogReader>>& logs, const std::filesystem::path& file,
                           const Metadata& metadata) {
    std::vector<Part> parts;
    for (std::vector<ReportLogReader>& each : logs) parts.push_back(part_of(each));
    drop_frames_behind_gaps(parts, logs);
    MergedReport merged;
    for (const Part& part : parts) {
        merged.frames += part.frames;
        merged.dropped += part.dropped;
        if (part.elements != parts[0].elements) {
            throw RasterError(
                fmt::format("{}: the report has other elements since the run was resumed", file.string()));
        }
    }
    // Of the last part: if a checkpoint came before the first frame, the part before does not know its time.
    ReportLayout layout =
        (parts.back().shares.empty() ? logs.back().at(0) : *parts.back().shares[0].log).header().layout;
    layout.elements = parts[0].elements;
    merged.t = layout.t_begin + static_cast<double>(std::max<std::int64_t>(0, merged.frames - 1)) * layout.dt;

    const std::unique_ptr<ReportSink> sink = make_report_sink(file, layout, merged.frames, metadata);
    FrameWriter frames(*sink, layout.elements.size());
    for (Part& part : parts) {
        for (std::int64_t k = 0; k < part.frames; ++k) {
            const std::span<double> frame = frames.next();
            for (Share& share : part.shares) take_frame(share, frame);
        }
    }
    frames.flush();
    sink->commit();
    return merged;
}

}  // namespace ranvier::raster
