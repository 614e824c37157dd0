#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <utility>
#include <vector>

namespace ranvier::engine {

/// Functions that are called in order of registration. One of them may add and remove others, and itself: in the present
/// run those that it adds are not called, nor are those that it removes and whose turn has not come.
///
/// Scripts have registered 50,000 (a handler of each cell), so that a run looks at each in one place, and copies none.
class OrderedCalls {
  public:
    using Id = std::uint32_t;
    using Call = std::function<void()>;

    Id add(Call call) {
        entries_.push_back({next_, std::make_shared<const Call>(std::move(call))});
        return next_++;
    }
    void remove(Id id) {
        const auto at = std::ranges::lower_bound(entries_, id, {}, &Entry::id);
        if (at == entries_.end() || at->id != id || !at->call) return;
        at->call.reset();
        ++removed_;
        if (!is_running_) tidy();
    }
    bool empty() const { return entries_.size() == removed_; }
    void run() {
        const Running running(*this);
        const std::size_t count = entries_.size();
        for (std::size_t k = 0; k < count; ++k) {
            // Shared: it may remove itself.
            if (const std::shared_ptr<const Call> call = entries_[k].call) (*call)();
        }
    }

  private:
    struct Entry {
        Id id;
        std::shared_ptr<const Call> call;  // null: removed
    };
    /// While one of the functions is called, entries keep their places.
    class Running {
      public:
        explicit Running(OrderedCalls& all) : all_(all), was_running_(std::exchange(all.is_running_, true)) {}
        ~Running() {
            all_.is_running_ = was_running_;
            if (!was_running_) all_.tidy();
        }
        Running(const Running&) = delete;
        Running& operator=(const Running&) = delete;

      private:
        OrderedCalls& all_;
        bool was_running_;
    };
    /// Frees the places of those that were removed once they are half of all.
    void tidy() {
        if (2 * removed_ <= entries_.size()) return;
        std::erase_if(entries_, [](const Entry& entry) { return !entry.call; });
        removed_ = 0;
    }

    std::vector<Entry> entries_;  // ascending
    std::size_t removed_ = 0;
    Id next_ = 0;
    bool is_running_ = false;
};

}  // namespace ranvier::engine
