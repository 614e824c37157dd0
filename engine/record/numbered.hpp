#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace ranvier::engine {

/// Items under ascending numbers that are not reused, since events know them.
///
/// 1. Finding an item takes O(1). Visiting all takes the time of those that exist, in order of their numbers.
/// 2. The address of an item does not change.
/// 3. A number without an item, below the highest, costs 8 bytes.
template <class T>
class Numbered {
  public:
    /// Precondition: `number` is higher than all before.
    T& add(std::uint32_t number, T item) {
        items_.resize(std::size_t{number} + 1);
        items_.back() = std::make_unique<T>(std::move(item));
        living_.push_back(number);
        return *items_.back();
    }
    /// Returns whether the item existed.
    bool remove(std::uint32_t number) {
        if (!find(number)) return false;
        items_[number] = nullptr;
        return true;
    }
    /// Null: removed, or never added.
    T* find(std::uint32_t number) const { return number < items_.size() ? items_[number].get() : nullptr; }
    /// Calls act(number, item) for each item, in order. `act` may remove items.
    template <class Act>
    void for_each(Act&& act) const {
        for (const std::uint32_t number : living_) {
            if (T* item = find(number)) act(number, *item);
        }
    }
    /// Visiting skips removed items faster afterwards.
    void forget_removed() {
        std::erase_if(living_, [this](std::uint32_t number) { return !items_[number]; });
    }
    /// One more than the highest number so far.
    std::uint32_t end() const { return static_cast<std::uint32_t>(items_.size()); }

  private:
    std::vector<std::unique_ptr<T>> items_;  // by number
    std::vector<std::uint32_t> living_;      // until forget_removed, also of some that have been removed
};

}  // namespace ranvier::engine
