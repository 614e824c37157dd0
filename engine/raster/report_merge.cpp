#include "engine/raster/report_merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <tuple>

namespace ranvier::raster {

namespace {

/// A log's columns in the report, and the values that have been read but not used yet.
struct Part {
    ReportLogReader* log;
    std::vector<std::size_t> columns;
    std::vector<double> values;
    std::size_t at = 0;
};

struct Origin {
    ReportElement element;
    std::size_t part, column;
};

/// Returns all elements in order of gid, section and x; sets the columns of each part.
std::vector<ReportElement> order_elements(std::vector<Part>& parts) {
    std::vector<Origin> origins;
    for (std::size_t p = 0; p < parts.size(); ++p) {
        const auto& elements = parts[p].log->header().layout.elements;
        parts[p].columns.resize(elements.size());
        for (std::size_t c = 0; c < elements.size(); ++c) origins.push_back({elements[c], p, c});
    }
    const auto key = [](const Origin& o) { return std::tie(o.element.gid, o.element.section, o.element.x); };
    std::stable_sort(origins.begin(), origins.end(), [&](const Origin& a, const Origin& b) { return key(a) < key(b); });
    std::vector<ReportElement> elements;
    for (const Origin& origin : origins) {
        parts[origin.part].columns[origin.column] = elements.size();
        elements.push_back(origin.element);
    }
    return elements;
}

/// Copies the part's next values into its columns of a frame.
void take_frame(Part& part, std::span<double> frame) {
    if (part.at == part.values.size()) {
        if (!part.log->next(part.values)) {
            throw RasterError(fmt::format("{} can no longer be read", part.log->name()));
        }
        part.at = 0;
    }
    for (const std::size_t column : part.columns) frame[column] = part.values[part.at++];
}

}  // namespace

MergedReport merge_reports(std::vector<ReportLogReader>& logs, const std::filesystem::path& file,
                           const Metadata& metadata) {
    std::vector<Part> parts;
    MergedReport merged;
    std::int64_t least = std::numeric_limits<std::int64_t>::max(), most = 0;
    for (ReportLogReader& log : logs) {
        if (log.header().layout.elements.empty()) continue;
        parts.push_back({&log, {}, {}});
        const std::int64_t frames = log.count_frames();
        least = std::min(least, frames);
        most = std::max(most, frames);
    }
    if (parts.empty()) least = 0;
    merged.frames = least;
    merged.dropped = most - least;
    ReportLayout layout = (parts.empty() ? logs.at(0) : *parts[0].log).header().layout;
    layout.elements = order_elements(parts);
    merged.t = layout.t_begin + static_cast<double>(std::max<std::int64_t>(0, merged.frames - 1)) * layout.dt;

    const std::unique_ptr<ReportSink> sink = make_report_sink(file, layout, merged.frames, metadata);
    const std::size_t width = layout.elements.size();
    const std::int64_t at_once = sink->frames_at_once();
    std::vector<double> batch;
    for (std::int64_t begin = 0; begin < merged.frames; begin += at_once) {
        const auto n = static_cast<std::size_t>(std::min(at_once, merged.frames - begin));
        batch.resize(n * width);
        for (std::size_t k = 0; k < n; ++k) {
            for (Part& part : parts) take_frame(part, std::span(batch).subspan(k * width, width));
        }
        sink->append(batch);
    }
    sink->commit();
    return merged;
}

}  // namespace ranvier::raster
