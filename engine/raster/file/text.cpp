#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>
#include <optional>

#include "engine/raster/file/output_path.hpp"
#include "engine/raster/file/printable.hpp"
#include "engine/raster/file/sink.hpp"

namespace ranvier::raster {

namespace {

/// Writes lines of `time<TAB>gid`; 17 digits reproduce every double.
class TextSink final : public Sink {
  public:
    explicit TextSink(const std::filesystem::path& file) : file_(output_path(file)), temporary_(temporary_name(file_)) {
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

    void describe(const Metadata&) override {}

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
        throw RasterError(fmt::format("cannot write {}: {}", file_.string(), std::strerror(errno)));
    }

    std::filesystem::path file_, temporary_;
    std::FILE* out_;
};

using Fields = std::vector<std::string_view>;

void split(std::string_view line, Fields& fields) {
    constexpr std::string_view separators = " \t,\r";
    fields.clear();
    while (true) {
        line.remove_prefix(std::min(line.find_first_not_of(separators), line.size()));
        if (line.empty()) return;
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

/// The meaning of columns; the first line may name them, also in the styles of NEST and CoreNEURON.
struct Columns {
    std::size_t time = 0;
    std::size_t gid = 1;

    std::size_t count = 2;
    std::optional<std::size_t> population;

    /// Returns true if the fields name columns, in any order; ignores columns other than time, gid and population.
    bool learn(const Fields& fields) {
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
        population.reset();  // a second line of names replaces the first
        if (population_at != fields.end()) population = static_cast<std::size_t>(population_at - fields.begin());
        return true;
    }
};

/// Reads a file's spikes line by line. Keeps the meaning of the columns and the populations to read.
class SpikeLines {
  public:
    SpikeLines(std::istream& in, const std::string& file, const ReadOptions& options)
        : in_(in), file_(file), options_(options), chosen_(options.population) {}

    void read(const TakeSpike& take) {
        for (; std::getline(in_, line_); ++number_) {
            std::string_view text = number_ == 1 ? without_mark(line_) : line_;
            const bool is_comment = text.starts_with('#') || text.starts_with('/');  // neurodamus begins with /scatter
            if (is_comment) text.remove_prefix(1);
            split(text, fields_);
            if (fields_.empty()) continue;
            if (is_empty_ && columns_.learn(fields_)) continue;
            if (!is_comment) read_spike(take);
        }
        if (!options_.population.empty() && columns_.population && is_empty_) {
            throw RasterError(fmt::format("{} has no spikes of population '{}'", file_, options_.population));
        }
    }

  private:
    [[noreturn]] void fail(std::string_view what) const {
        throw RasterError(fmt::format("{}:{}: {}: '{:.80}'", file_, number_, what, printable(line_)));
    }

    void read_spike(const TakeSpike& take) {
        if (fields_.size() != columns_.count) {
            fail(columns_.count == 2 ? "expected a time and a gid"
                                     : fmt::format("expected {} columns", columns_.count));
        }
        std::string_view name;
        if (columns_.population) {
            name = fields_[*columns_.population];
            if (!is_wanted(name)) return;
        }
        Spike spike{};
        if (!parse(fields_[columns_.time], spike.t)) fail("expected a time [ms]");
        if (!std::isfinite(spike.t)) fail("the time is not a finite number");
        if (!parse(fields_[columns_.gid], spike.gid) || spike.gid < 0) fail("expected a gid");
        is_empty_ = false;
        take(spike, name);
    }

    bool is_wanted(std::string_view population) {
        const bool takes_any = options_.population.empty();
        if (chosen_.empty() || (options_.all_populations && takes_any)) chosen_ = population;
        if (population == chosen_) return true;
        if (!takes_any) return false;
        throw RasterError(fmt::format("{} has several populations ({}, {} ...); specify one", file_, printable(chosen_),
                                      printable(population)));
    }

    std::istream& in_;
    const std::string& file_;
    const ReadOptions& options_;
    Columns columns_;
    std::string line_, chosen_;
    Fields fields_;  // of the line
    int number_ = 1;
    bool is_empty_ = true;  // no spike has been read yet
};

}  // namespace

std::unique_ptr<Sink> make_text_sink(const std::filesystem::path& file) {
    return std::make_unique<TextSink>(file);
}

void read_text(const std::filesystem::path& file, const ReadOptions& options, const TakeSpike& take) {
    std::ifstream in(file);
    if (!in) throw RasterError(fmt::format("cannot read {}: {}", file.string(), std::strerror(errno)));
    read_text(in, file.string(), options, take);
}

void read_text(std::istream& in, const std::string& file, const ReadOptions& options, const TakeSpike& take) {
    SpikeLines(in, file, options).read(take);
}

}  // namespace ranvier::raster
