#pragma once

#include <cstdint>
#include <vector>

#include "hoc_like/language/interface/object.hpp"

namespace ranvier::hoc {

class ObjectPool;

/// A small object that contains its state and is stored in the pool of its class: a NetCon takes 16 bytes.
class PooledObject : public Object {
  public:
    const ClassInfo& class_info() const final;
    std::int64_t index() const final;
    Native* native() const final { return const_cast<PooledObject*>(this); }

  protected:
    PooledObject() : Object{true} {}
    /// PooledClass::owner of the object's class.
    void* owner() const;
};

/// Stores the objects of a built-in class of which networks have millions.
///
/// 1. An object takes only its own bytes: common data (class, owner, first running number) are in the header of its
///    page, which is found from the object's address.
/// 2. Objects never move and are stored in order of creation: a place is not reused before its whole page is free. An
///    object's running number therefore follows from its place.
/// 3. `take` and `remove` are O(1), `numbered` is O(log n).
class ObjectPool {
  public:
    ObjectPool(const ClassInfo& info, std::size_t object_bytes, void* owner);
    ~ObjectPool();
    ObjectPool(const ObjectPool&) = delete;
    ObjectPool& operator=(const ObjectPool&) = delete;

    /// Reserves memory for the next object; the caller must construct the object there immediately.
    void* take();
    /// Destroys an object. When the last one is destroyed, numbering restarts.
    void remove(PooledObject& object);

    /// The object with this number, or null.
    PooledObject* numbered(std::int64_t index) const;
    /// All objects, in order of creation.
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
