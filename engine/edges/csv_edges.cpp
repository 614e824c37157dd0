// Connections as lines of text: a header that names the columns, then one connection in each line.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <fstream>
#include <istream>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>

#include "engine/edges/edges.hpp"
#include "engine/raster/file/output_path.hpp"
#include "engine/raster/file/printable.hpp"
#include "engine/raster/file/sink.hpp"

namespace ranvier::edges {

namespace {

constexpr std::size_t longest_line = 1u << 16;

/// The fields of a line, which are separated by commas, semicolons, tabs or blanks.
std::vector<std::string_view> split(std::string_view line) {
    std::vector<std::string_view> fields;
    const char separator = line.find(',') != line.npos ? ',' : line.find(';') != line.npos ? ';' : ' ';
    const auto trimmed = [](std::string_view field) {
        const std::size_t first = field.find_first_not_of(" \t\r");
        if (first == field.npos) return std::string_view{};
        return field.substr(first, field.find_last_not_of(" \t\r") + 1 - first);
    };
    if (separator != ' ') {
        for (std::size_t at = 0; at <= line.size();) {
            const std::size_t end = std::min(line.find(separator, at), line.size());
            fields.push_back(trimmed(line.substr(at, end - at)));
            at = end + 1;
        }
        return fields;
    }
    for (std::size_t at = line.find_first_not_of(" \t\r"); at != line.npos;) {
        const std::size_t end = std::min(line.find_first_of(" \t\r", at), line.size());
        fields.push_back(line.substr(at, end - at));
        at = line.find_first_not_of(" \t\r", end);
    }
    return fields;
}

class CsvReader {
  public:
    CsvReader(std::istream& in, std::string file, const EdgeReading& reading)
        : in_(in), file_(std::move(file)), reading_(reading) {}

    EdgeTable read() {
        if (!next_line()) fail("has no header line; it should name the columns source, target, delay and weight");
        read_header();
        EdgeTable table;
        table.has_delays = place_[delay].has_value();
        table.has_weights = place_[weight].has_value();
        for (const auto& [name, place] : more_) table.columns[name];
        while (next_line()) take(table);
        return table;
    }

  private:
    enum Column : std::size_t { source, target, delay, weight, columns };

    [[noreturn]] void fail(std::string_view what) const {
        throw EdgeError(fmt::format("{}:{}: {}", file_, line_number_, raster::printable(what)));
    }

    /// The next line that is neither empty nor a comment.
    bool next_line() {
        while (in_.getline(line_.data(), static_cast<std::streamsize>(line_.size()))) {
            ++line_number_;
            fields_ = split(line_number_ == 1 ? raster::without_mark(line_.data()) : line_.data());
            if (!fields_.empty() && !fields_[0].empty() && fields_[0][0] != '#') return true;
            if (!fields_.empty() && fields_[0].empty() && fields_.size() > 1) return true;
        }
        if (in_.gcount() + 1 == static_cast<std::streamsize>(line_.size())) fail("the line is too long");
        if (in_.bad()) fail("cannot be read");
        return false;
    }

    void read_header() {
        static constexpr std::array<std::array<std::string_view, 2>, columns> names{
            {{"source", "source_node_id"}, {"target", "target_node_id"}, {"delay", "delay"}, {"weight", "syn_weight"}}};
        for (std::size_t c = 0; c < columns; ++c) {
            for (std::size_t i = 0; i < fields_.size(); ++i) {
                if (fields_[i] != names[c][0] && fields_[i] != names[c][1]) continue;
                if (place_[c]) fail(fmt::format("the header names the column {} twice", names[c][0]));
                place_[c] = i;
            }
            if (!place_[c] && c <= target) fail(fmt::format("the header lacks the column {}", names[c][0]));
        }
        for (const std::string& name : reading_.columns) {
            for (std::size_t i = 0; i < fields_.size(); ++i) {
                if (fields_[i] == name || fields_[i] == csv_name(name)) more_[name] = i;
            }
        }
        header_size_ = fields_.size();
    }

    void take(EdgeTable& table) {
        if (fields_.size() != header_size_) {
            fail(fmt::format("there are {} fields, but {} columns", fields_.size(), header_size_));
        }
        const auto from = number<std::int64_t>(source), to = number<std::int64_t>(target);
        double values[2] = {};
        const double* given[2] = {};
        for (const Column c : {delay, weight}) {
            if (!place_[c]) continue;
            values[c - delay] = number<double>(c);
            given[c - delay] = &values[c - delay];
        }
        std::vector<double> more;
        for (const auto& [name, place] : more_) more.push_back(number_at<double>(place));
        take_edge(table, reading_, fmt::format("{}:{}", file_, line_number_), table.in_file,
                  {from, to, given[0], given[1], more});
    }

    template <class T>
    T number(Column c) const {
        return number_at<T>(*place_[c]);
    }
    template <class T>
    T number_at(std::size_t place) const {
        const std::string_view text = fields_[place];
        T value{};
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
        if (error != std::errc() || end != text.data() + text.size()) {
            fail(fmt::format("'{}' is not a{}number", text, std::is_integral_v<T> ? " whole " : " "));
        }
        return value;
    }

    std::istream& in_;
    std::string file_;
    const EdgeReading& reading_;
    std::string line_ = std::string(longest_line, '\0');
    std::size_t line_number_ = 0, header_size_ = 0;
    std::vector<std::string_view> fields_;
    std::optional<std::size_t> place_[columns];
    std::map<std::string, std::size_t> more_;  // the places of further columns
};

class CsvWriter final : public EdgeWriter {
  public:
    CsvWriter(const std::filesystem::path& file, const std::vector<std::string>& columns)
        : columns_(columns.size()),
          file_(raster::output_path(file)),
          temporary_(raster::temporary_name(file_)),
          out_(temporary_, std::ios::binary) {
        out_ << "source,target,delay,weight";
        for (const std::string& name : columns) out_ << ',' << csv_name(name);
        out_ << '\n';
        if (!out_) fail("the folder is missing or not writable");
    }
    ~CsvWriter() override {
        if (is_committed_) return;
        std::error_code ignored;
        std::filesystem::remove(temporary_, ignored);
    }
    CsvWriter(const CsvWriter&) = delete;
    CsvWriter& operator=(const CsvWriter&) = delete;

    void append(std::span<const Edge> edges, std::span<const double> more) override {
        text_.clear();
        for (std::size_t i = 0; i < edges.size(); ++i) {
            const Edge& edge = edges[i];
            fmt::format_to(std::back_inserter(text_), "{},{},{},{}", edge.source, edge.target, edge.delay, edge.weight);
            for (const double value : more.subspan(i * columns_, columns_)) {
                fmt::format_to(std::back_inserter(text_), ",{}", value);
            }
            text_.push_back('\n');
        }
        out_.write(text_.data(), static_cast<std::streamsize>(text_.size()));
        if (!out_) fail("the disk may be full");
    }

    void commit() override {
        out_.close();
        if (!out_) fail("the disk may be full");
        raster::move_into_place(temporary_, file_);
        is_committed_ = true;
    }

  private:
    [[noreturn]] void fail(const char* why) const {
        throw EdgeError(fmt::format("cannot write {}; {}", file_.string(), why));
    }

    std::size_t columns_;
    std::filesystem::path file_, temporary_;
    std::ofstream out_;
    fmt::memory_buffer text_;
    bool is_committed_ = false;
};

}  // namespace

EdgeTable read_csv_edges(std::istream& in, const std::string& file, const EdgeReading& reading) {
    return CsvReader(in, file, reading).read();
}

std::unique_ptr<EdgeWriter> make_csv_edge_writer(const std::filesystem::path& file,
                                                 const std::vector<std::string>& columns) {
    return std::make_unique<CsvWriter>(file, columns);
}

}  // namespace ranvier::edges
