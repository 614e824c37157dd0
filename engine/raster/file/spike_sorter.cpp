#include "engine/raster/file/spike_sorter.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <cstring>

namespace ranvier::raster {

/// Spikes accessed by number, in a file that is deleted with this object.
class SpikeSorter::File {
  public:
    File() {
        std::string name = std::filesystem::temp_directory_path() / "ranvier-spikes-XXXXXX";
        descriptor_ = mkstemp(name.data());
        if (descriptor_ < 0) fail();
        unlink(name.c_str());
    }
    File(const File&) = delete;
    File& operator=(const File&) = delete;
    ~File() {
        if (descriptor_ >= 0) close(descriptor_);
    }

    std::size_t size() const { return size_; }

    void append(std::span<const Spike> spikes) {
        const auto* bytes = reinterpret_cast<const char*>(spikes.data());
        for (std::size_t done = 0; done < spikes.size_bytes();) {
            const ssize_t n = pwrite(descriptor_, bytes + done, spikes.size_bytes() - done,
                                     static_cast<off_t>(size_ * sizeof(Spike) + done));
            if (n <= 0) fail();
            done += static_cast<std::size_t>(n);
        }
        size_ += spikes.size();
    }

    void read(std::size_t begin, std::span<Spike> spikes) const {
        auto* bytes = reinterpret_cast<char*>(spikes.data());
        for (std::size_t done = 0; done < spikes.size_bytes();) {
            const ssize_t n = pread(descriptor_, bytes + done, spikes.size_bytes() - done,
                                    static_cast<off_t>(begin * sizeof(Spike) + done));
            if (n <= 0) fail();
            done += static_cast<std::size_t>(n);
        }
    }

  private:
    [[noreturn]] static void fail() {
        throw RasterError(fmt::format("cannot sort a raster in {}: {}; set TMPDIR to another folder",
                                      std::filesystem::temp_directory_path().string(), std::strerror(errno)));
    }

    int descriptor_;
    std::size_t size_ = 0;
};

/// The runs of a file as one sequence.
class SpikeSorter::Merged final : public exchange::SpikeSource {
  public:
    Merged(std::unique_ptr<File> file, std::span<const Run> runs, std::vector<Gid> gids)
        : file_(std::move(file)), gids_(std::move(gids)) {
        for (const Run& run : runs) cursors_.push_back({run, run.begin, {}, 0});
        seek(beginning);
    }

    std::span<const Gid> gids() const override { return gids_; }

    void seek(double t) override {
        heap_.clear();
        for (Cursor& cursor : cursors_) {
            cursor.next = find(cursor.run, t);
            cursor.buffer.clear();
            cursor.at = 0;
            if (advance(cursor)) heap_.push_back(&cursor);
        }
        std::make_heap(heap_.begin(), heap_.end(), later);
    }

    std::span<const Spike> next() override {
        merged_.clear();
        if (heap_.size() == 1) {  // nothing left to merge: return the rest of the buffer
            Cursor& only = *heap_.front();
            merged_.assign(only.buffer.begin() + static_cast<std::ptrdiff_t>(only.at), only.buffer.end());
            only.at = only.buffer.size();
            if (!advance(only)) heap_.clear();
            return merged_;
        }
        while (merged_.size() < piece && !heap_.empty()) {
            std::pop_heap(heap_.begin(), heap_.end(), later);
            Cursor& first = *heap_.back();
            merged_.push_back(first.front());
            ++first.at;
            if (advance(first)) {
                std::push_heap(heap_.begin(), heap_.end(), later);
            } else {
                heap_.pop_back();
            }
        }
        return merged_;
    }

  private:
    static constexpr std::size_t piece = std::size_t{1} << 14;
    struct Cursor {
        Run run;
        std::size_t next;  // number, in the file, of the spike after the buffer
        std::vector<Spike> buffer;
        std::size_t at;  // index in the buffer
        const Spike& front() const { return buffer[at]; }
    };
    static bool later(const Cursor* a, const Cursor* b) { return fires_before(b->front(), a->front()); }

    /// Makes the cursor's front valid. Returns false at the end of the run.
    bool advance(Cursor& cursor) const {
        if (cursor.at < cursor.buffer.size()) return true;
        cursor.buffer.resize(std::min(piece, cursor.run.end - cursor.next));
        file_->read(cursor.next, cursor.buffer);
        cursor.next += cursor.buffer.size();
        cursor.at = 0;
        return !cursor.buffer.empty();
    }

    /// The number of the first spike of the run that is not before t.
    std::size_t find(const Run& run, double t) const {
        std::size_t low = run.begin, high = run.end;
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            Spike spike{};
            file_->read(middle, std::span(&spike, 1));
            if (spike.t < t) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    std::unique_ptr<File> file_;
    std::vector<Gid> gids_;
    std::vector<Cursor> cursors_;
    std::vector<Cursor*> heap_;  // cursors with more spikes; the one with the first spike is on top
    std::vector<Spike> merged_;
};

SpikeSorter::SpikeSorter(std::size_t in_memory) : in_memory_(in_memory) {}

SpikeSorter::~SpikeSorter() = default;

void SpikeSorter::add(std::span<const Spike> spikes) {
    while (!spikes.empty()) {
        const std::size_t n = std::min(in_memory_ - spikes_.size(), spikes.size());
        spikes_.insert(spikes_.end(), spikes.begin(), spikes.begin() + static_cast<std::ptrdiff_t>(n));
        spikes = spikes.subspan(n);
        if (spikes_.size() == in_memory_) write_run();
    }
}

void SpikeSorter::write_run() {
    if (spikes_.empty()) return;
    sort(spikes_);
    if (!file_) file_ = std::make_unique<File>();
    const bool goes_on = !runs_.empty() && !fires_before(spikes_.front(), last_);
    if (!goes_on) runs_.push_back({file_->size(), file_->size()});
    file_->append(spikes_);
    runs_.back().end = file_->size();
    last_ = spikes_.back();
    spikes_.clear();
}

std::shared_ptr<exchange::SpikeSource> SpikeSorter::finish(std::vector<Gid> gids) {
    if (!file_) {
        sort(spikes_);
        return exchange::make_spike_source(std::move(spikes_));
    }
    write_run();
    spikes_ = {};
    return std::make_shared<Merged>(std::move(file_), runs_, std::move(gids));
}

}  // namespace ranvier::raster
