#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <optional>

#include "engine/raster/printable.hpp"
#include "engine/raster/sink.hpp"

namespace ranvier::raster {

namespace {

/// `time<TAB>gid`, with the 17 digits that bring back every double.
class TextSink final : public Sink {
  public:
    explicit TextSink(const std::filesystem::path& file) : file_(file), temporary_(temporary_name(file)) {
        out_ = std::fopen(temporary_.c_str(), "w");
        if (!out_) throw_cannot_write();
    }

    ~TextSink() override {
        if (!out_) return;
        std::fclose(out_);
        std::error_code ignored;
        std::filesystem::remove(temporary_, ignored);
    }

    void append(std::span<const Spike> spikes) override {
        for (const Spike& spike : spikes) {
            if (std::fprintf(out_, "%.17g\t%d\n", spike.t, spike.gid) < 0) throw_cannot_write();
        }
    }

    void commit() override {
        const bool is_written = std::fclose(out_) == 0;
        out_ = nullptr;
        if (!is_written) {
            const int reason = errno;
            std::error_code ignored;
            std::filesystem::remove(temporary_, ignored);
            errno = reason;
            throw_cannot_write();
        }
        move_into_place(temporary_, file_);
    }

  private:
    [[noreturn]] void throw_cannot_write() const {
        throw RasterError(fmt::format("{}: cannot be written: {}", file_.string(), std::strerror(errno)));
    }

    std::filesystem::path file_, temporary_;
    std::FILE* out_;
};

std::vector<std::string_view> fields_of(std::string_view line) {
    constexpr std::string_view separators = " \t,\r";
    std::vector<std::string_view> fields;
    while (true) {
        line.remove_prefix(std::min(line.find_first_not_of(separators), line.size()));
        if (line.empty()) return fields;
        fields.push_back(line.substr(0, line.find_first_of(separators)));
        line.remove_prefix(fields.back().size());
    }
}

template <typename Number>
bool parse(std::string_view field, Number& value) {
    const auto [rest, error] = std::from_chars(field.data(), field.data() + field.size(), value);
    return error == std::errc() && rest == field.data() + field.size();
}

bool is_one_of(std::string_view word, std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
}

/// Which column holds what; the first line may say so, in NEST's or CoreNEURON's words too.
struct Columns {
    std::size_t time = 0;
    std::size_t gid = 1;

    std::size_t count = 2;
    std::optional<std::size_t> population;

    /// True if the fields name columns, in any order; of others than time, gid and population nothing is read.
    bool learn(const std::vector<std::string_view>& fields) {
        const auto is_time = [](std::string_view f) { return is_one_of(f, {"time", "t", "time_ms", "timestamps"}); };
        const auto is_gid = [](std::string_view f) {
            return is_one_of(f, {"gid", "gids", "sender", "node_ids", "node_id", "id"});
        };
        const auto time_at = std::find_if(fields.begin(), fields.end(), is_time);
        const auto gid_at = std::find_if(fields.begin(), fields.end(), is_gid);
        if (time_at == fields.end() || gid_at == fields.end()) return false;
        time = static_cast<std::size_t>(time_at - fields.begin());
        gid = static_cast<std::size_t>(gid_at - fields.begin());
        count = fields.size();
        const auto population_at = std::find(fields.begin(), fields.end(), "population");
        if (population_at != fields.end()) population = static_cast<std::size_t>(population_at - fields.begin());
        return true;
    }
};

}  // namespace

std::unique_ptr<Sink> make_text_sink(const std::filesystem::path& file) {
    return std::make_unique<TextSink>(file);
}

void read_text(const std::filesystem::path& file, const ReadOptions& options, const TakeSpike& take) {
    std::ifstream in(file);
    if (!in) throw RasterError(fmt::format("{}: cannot be read: {}", file.string(), std::strerror(errno)));
    read_text(in, file.string(), options, take);
}

void read_text(std::istream& in, const std::string& file, const ReadOptions& options, const TakeSpike& take) {
    bool is_empty = true;
    Columns columns;
    std::string line, chosen = options.population;
    for (int number = 1; std::getline(in, line); ++number) {
        const auto fail = [&](std::string_view what) {
            throw RasterError(fmt::format("{}:{}: {}: '{:.80}'", file, number, what, printable(line)));
        };
        std::string_view text = line;
        const bool is_comment = text.starts_with('#') || text.starts_with('/');  // neurodamus begins by /scatter
        if (is_comment) text.remove_prefix(1);
        const std::vector<std::string_view> fields = fields_of(text);
        if (fields.empty()) continue;
        if (is_empty && columns.learn(fields)) continue;
        if (is_comment) continue;
        Spike spike{};
        if (fields.size() != columns.count) {
            fail(columns.count == 2 ? "expected a time and a gid" : fmt::format("expected {} columns", columns.count));
        }
        std::string_view name;
        if (columns.population) {
            name = fields[*columns.population];
            if (chosen.empty()) chosen = name;
            if (options.all_populations && options.population.empty()) chosen = name;
            if (name != chosen && options.population.empty()) {
                throw RasterError(fmt::format("{} has several populations ({}, {} ...); say which", file,
                                              printable(chosen), printable(name)));
            }
            if (name != chosen) continue;
        }
        if (!parse(fields[columns.time], spike.t)) fail("expected a time [ms]");
        if (!std::isfinite(spike.t)) fail("the time is not a finite number");
        if (!parse(fields[columns.gid], spike.gid) || spike.gid < 0) fail("expected a gid");
        is_empty = false;
        take(spike, name);
    }
    if (!options.population.empty() && columns.population && is_empty) {
        throw RasterError(fmt::format("{} has no spikes of a population '{}'", file, options.population));
    }
}

}  // namespace ranvier::raster
