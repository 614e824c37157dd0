#pragma once

#include <cstdint>
#include <vector>

#include "hoc_like/language/interface/object.hpp"

namespace ranvier::hoc {

class ObjectPool;

/// A small object that is also its state, in the pool of its class: a NetCon takes 16 bytes.
class PooledObject : public Object {
  public:
    const ClassInfo& class_info() const final;
    std::int64_t index() const final;
    Native* native() const final { return const_cast<PooledObject*>(this); }

  protected:
    PooledObject() : Object{true} {}
    /// The object of PooledClass::owner.
    void* owner() const;
};

/// The objects of a built-in class of which networks have millions.
///
/// 1. An object takes only its own bytes: common data (class, owner, first running number) are at the head of its page,
///    found from the object's address.
/// 2. Objects never move, and are stored in order of creation: a place is not reused before its whole page is free. So
///    the running number of an object follows from its place.
/// 3. `take` and `remove` are O(1), `numbered` is O(log n).
class ObjectPool {
  public:
    ObjectPool(const ClassInfo& info, std::size_t object_bytes, void* owner);
    ~ObjectPool();
    ObjectPool(const ObjectPool&) = delete;
    ObjectPool& operator=(const ObjectPool&) = delete;

    /// The place of the next object, which the caller must construct there at once.
    void* take();
    /// Destroys it. After the last one was destroyed, numbers start again.
    void remove(PooledObject& object);

    /// Null if there is none of that number.
    PooledObject* numbered(std::int64_t index) const;
    /// In order of creation.
    std::vector<PooledObject*> living() const;

  private:
    friend class PooledObject;
    struct Page;
    static Page& page_of(const PooledObject& object);
    std::uint32_t place_of(const PooledObject& object) const;
    PooledObject* at(Page& page, std::uint32_t place) const;
    void free_page(std::size_t number);

    const ClassInfo& info_;
    std::size_t object_bytes_;
    void* owner_;
    std::uint32_t objects_a_page_;
    std::vector<Page*> pages_;  // in order of creation; the last one is being filled
    std::int64_t next_index_ = 0;
    std::size_t living_ = 0;
};

}  // namespace ranvier::hoc
