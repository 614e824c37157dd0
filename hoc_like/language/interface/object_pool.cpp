#include "hoc_like/language/interface/object_pool.hpp"

#include <algorithm>
#include <bitset>
#include <new>

namespace ranvier::hoc {
namespace {

constexpr std::size_t page_bytes = 64 * 1024;  // and its alignment
constexpr std::size_t least_object_bytes = 16;

}  // namespace

struct ObjectPool::Page {
    ObjectPool* pool;
    std::int64_t first_index;
    std::uint32_t used = 0;
    std::uint32_t living = 0;
    std::bitset<page_bytes / least_object_bytes> lives{};
};

ObjectPool::ObjectPool(const ClassInfo& info, std::size_t object_bytes, void* owner)
    : info_{info},
      object_bytes_{std::max(object_bytes, least_object_bytes)},
      owner_{owner},
      objects_a_page_{static_cast<std::uint32_t>((page_bytes - sizeof(Page)) / object_bytes_)} {}

ObjectPool::~ObjectPool() {
    while (!pages_.empty()) free_page(pages_.size() - 1);
}

ObjectPool::Page& ObjectPool::page_of(const PooledObject& object) {
    return *reinterpret_cast<Page*>(reinterpret_cast<std::uintptr_t>(&object) & ~std::uintptr_t{page_bytes - 1});
}

PooledObject* ObjectPool::at(Page& page, std::uint32_t place) const {
    return reinterpret_cast<PooledObject*>(reinterpret_cast<std::byte*>(&page + 1) + place * object_bytes_);
}

std::uint32_t ObjectPool::place_of(const PooledObject& object) const {
    const auto* first = reinterpret_cast<const std::byte*>(&page_of(object) + 1);
    const auto bytes = static_cast<std::uint32_t>(reinterpret_cast<const std::byte*>(&object) - first);
    return bytes / static_cast<std::uint32_t>(object_bytes_);
}

void ObjectPool::free_page(std::size_t number) {
    Page* page = pages_[number];
    pages_.erase(pages_.begin() + static_cast<std::ptrdiff_t>(number));
    page->~Page();
    ::operator delete(page, std::align_val_t{page_bytes});
}

void* ObjectPool::take() {
    if (pages_.empty() || pages_.back()->used == objects_a_page_) {
        if (!pages_.empty() && pages_.back()->living == 0) free_page(pages_.size() - 1);
        void* memory = ::operator new(page_bytes, std::align_val_t{page_bytes});
        pages_.push_back(new (memory) Page{this, next_index_});
    }
    Page& page = *pages_.back();
    page.lives.set(page.used);
    ++page.living;
    ++living_;
    ++next_index_;
    ++info_.changes;
    return at(page, page.used++);
}

void ObjectPool::remove(PooledObject& object) {
    Page& page = page_of(object);
    page.lives.reset(place_of(object));
    object.~PooledObject();
    --page.living;
    ++info_.changes;
    if (--living_ == 0) {
        while (pages_.size() > 1) free_page(0);
        pages_.back()->used = 0;
        pages_.back()->first_index = next_index_ = 0;
    } else if (page.living == 0 && &page != pages_.back()) {
        const auto by_index = [](const Page* a, const Page* b) { return a->first_index < b->first_index; };
        const auto found = std::lower_bound(pages_.begin(), pages_.end(), &page, by_index);
        free_page(static_cast<std::size_t>(found - pages_.begin()));
    }
}

PooledObject* ObjectPool::numbered(std::int64_t index) const {
    const auto behind = std::upper_bound(pages_.begin(), pages_.end(), index,
                                         [](std::int64_t i, const Page* page) { return i < page->first_index; });
    if (behind == pages_.begin()) return nullptr;
    Page& page = **(behind - 1);
    const auto place = index - page.first_index;
    if (place >= page.used || !page.lives.test(static_cast<std::size_t>(place))) return nullptr;
    return at(page, static_cast<std::uint32_t>(place));
}

std::vector<PooledObject*> ObjectPool::living() const {
    std::vector<PooledObject*> all;
    all.reserve(living_);
    for (Page* page : pages_) {
        for (std::uint32_t place = 0; place < page->used; ++place) {
            if (page->lives.test(place)) all.push_back(at(*page, place));
        }
    }
    return all;
}

const ClassInfo& PooledObject::class_info() const {
    return ObjectPool::page_of(*this).pool->info_;
}

std::int64_t PooledObject::index() const {
    const ObjectPool::Page& page = ObjectPool::page_of(*this);
    return page.first_index + page.pool->place_of(*this);
}

void* PooledObject::owner() const {
    return ObjectPool::page_of(*this).pool->owner_;
}

}  // namespace ranvier::hoc
