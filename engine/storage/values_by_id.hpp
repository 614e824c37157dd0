#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ranvier::engine {

/// A value for each id of a Table. Ids grow and are never reused, so pages of ids that have all been removed are freed:
/// what is made and removed over and over leaves nothing behind.
///
/// Memory [bytes]: the values of whole pages, and 8 for a page.
template <class T>
class ValuesById {
  public:
    /// `missing`: the value of ids that have been removed.
    explicit ValuesById(T missing = {}) : missing_(std::move(missing)) {}

    bool empty() const { return end_ == 0; }
    std::uint32_t end() const { return end_; }  ///< above all ids
    /// Adds the value of the next id.
    void add(T value) {
        if (end_ % page_size == 0) pages_.push_back(std::make_unique<Page>());
        pages_.back()->values[end_++ % page_size] = std::move(value);
        ++pages_.back()->count;
    }
    /// Precondition: the id has a value.
    void remove(std::uint32_t id) {
        at(id) = missing_;
        std::unique_ptr<Page>& page = pages_[id / page_size];
        const bool is_full = end_ / page_size > id / page_size;  // and takes no more
        if (--page->count == 0 && is_full) page = nullptr;
    }
    /// Precondition: the id has been added.
    const T& operator[](std::uint32_t id) const {
        const Page* page = pages_[id / page_size].get();
        return page ? page->values[id % page_size] : missing_;
    }
    /// Precondition: the id has a value.
    T& at(std::uint32_t id) { return pages_[id / page_size]->values[id % page_size]; }

    std::size_t bytes() const {
        std::size_t sum = pages_.capacity() * sizeof(pages_[0]);
        for (const auto& page : pages_) sum += page ? sizeof(Page) : 0;
        return sum;
    }

  private:
    static constexpr std::size_t page_size = 512;
    struct Page {
        std::array<T, page_size> values;
        std::size_t count = 0;  // of those that have not been removed
    };
    std::vector<std::unique_ptr<Page>> pages_;  // null: all removed
    std::uint32_t end_ = 0;
    T missing_;
};

}  // namespace ranvier::engine
