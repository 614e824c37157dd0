#include "hoc_like/program/report_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <functional>
#include <map>
#include <stdexcept>

#include "engine/raster/file/output_path.hpp"
#include "hoc_like/language/interface/advice/nearest.hpp"
#include "hoc_like/program/gid_words.hpp"

namespace ranvier::program {

namespace {

using Parse = std::function<void(ReportRequest&, const std::string&)>;

double milliseconds(const std::string& key, const std::string& text) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc() || end != text.data() + text.size() || !std::isfinite(value)) {
        throw std::invalid_argument(fmt::format("--report: {}={} is not a time in ms", key, text));
    }
    return value;
}

bool choice(const std::string& key, const std::string& text, const char* yes, const char* no) {
    if (text != yes && text != no) {
        throw std::invalid_argument(fmt::format("--report: {} must be {} or {}, not '{}'", key, yes, no, text));
    }
    return text == yes;
}

std::vector<std::string> split(const std::string& text, char at) {
    std::vector<std::string> parts;
    std::size_t begin = 0;
    for (std::size_t end; (end = text.find(at, begin)) != std::string::npos; begin = end + 1) {
        parts.push_back(text.substr(begin, end - begin));
    }
    parts.push_back(text.substr(begin));
    return parts;
}

const std::map<std::string, Parse>& keys() {
    static const std::map<std::string, Parse> table{
        {"variable", [](ReportRequest& r, const std::string& text) { r.selection.variable = text; }},
        {"cells", [](ReportRequest& r, const std::string& text) { r.selection.gids = parse_gids(text); }},
        {"sections", [](ReportRequest& r, const std::string& text) { r.selection.sections = split(text, ','); }},
        {"rule", [](ReportRequest& r, const std::string& text) { r.rule = text; }},
        {"compartments",
         [](ReportRequest& r, const std::string& text) {
             r.selection.center_only = choice("compartments", text, "center", "all");
         }},
        {"dt", [](ReportRequest& r, const std::string& text) { r.selection.dt = milliseconds("dt", text); }},
        {"start", [](ReportRequest& r, const std::string& text) { r.selection.begin = milliseconds("start", text); }},
        {"end", [](ReportRequest& r, const std::string& text) { r.selection.end = milliseconds("end", text); }},
        {"precision", [](ReportRequest& r,
                         const std::string& text) { r.is_single = choice("precision", text, "single", "double"); }},
        {"population",
         [](ReportRequest& r, const std::string& text) {
             if (text.find('/') != std::string::npos || text == ".") {
                 throw std::invalid_argument(fmt::format("--report: '{}' is not the name of a population", text));
             }
             r.population = text;
         }},
    };
    return table;
}

}  // namespace

ReportRequest parse_report(const std::string& words) {
    ReportRequest request;
    request.selection.variable = "v";
    const std::size_t colon = words.rfind(':');
    request.file = words.substr(0, colon);
    if (!raster::is_hdf5_name(request.file)) {
        throw std::invalid_argument(
            fmt::format("--report {}: a report is a SONATA file, whose name must end in .h5 or .hdf5", request.file));
    }
    if (colon == std::string::npos) return request;
    std::vector<std::pair<std::string, std::string>> values;
    for (const std::string& word : split(words.substr(colon + 1), ',')) {
        const std::size_t equals = word.find('=');
        if (equals != std::string::npos) {
            values.emplace_back(word.substr(0, equals), word.substr(equals + 1));
        } else if (values.empty()) {
            throw std::invalid_argument(
                fmt::format("--report: expected key=value after {}:, not '{}'", request.file, word));
        } else {
            values.back().second += "," + word;
        }
    }
    for (const auto& [key, value] : values) {
        const auto found = keys().find(key);
        if (found == keys().end()) {
            std::vector<std::string> names;
            for (const auto& [name, parse] : keys()) names.push_back(name);
            throw std::invalid_argument(fmt::format("--report: unknown key '{}'{}; see ranvier run --help", key,
                                                    hoc::nearest_suggestion(key, names)));
        }
        if (value.empty()) throw std::invalid_argument(fmt::format("--report: {} is empty", key));
        found->second(request, value);
    }
    const auto is_sections = [](const auto& word) { return word.first == "sections"; };
    const bool has_sections = std::any_of(values.begin(), values.end(), is_sections);
    if (!request.rule.empty() && !has_sections) request.selection.sections = {"all"};
    return request;
}

}  // namespace ranvier::program
