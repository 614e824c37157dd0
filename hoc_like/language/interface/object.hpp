#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>

namespace ranvier::hoc {

class ClassInfo;  // a template written in hoc, or a built-in class

/// The state of an object of a built-in class (a Vector, an IClamp, ...), owned by its Object. Small objects contain
/// their state (object_pool.hpp).
class Native {
  public:
    virtual ~Native() = default;
};

/// An object of a script: an instance of a template written in hoc or of a built-in class.
///
/// Reference-counted: releasing the last reference runs the template's `unref` procedure, then deletes the object's
/// sections and the object. `unref` also runs whenever a variable of a script releases the object; its argument is the
/// remaining count. An interpreter and its objects belong to one thread.
class Object : public Native {
  public:
    /// "Vector[3]": class name and running number.
    std::string name() const;
    /// Appends the name to a text, with capacity for `more` characters after it.
    void append_name(std::string& text, std::size_t more) const;
    const std::string& class_name() const;
    virtual const ClassInfo& class_info() const = 0;
    virtual std::int64_t index() const = 0;
    /// Null for instances of templates.
    virtual Native* native() const = 0;

  protected:
    explicit Object(bool is_pooled) : is_pooled_(is_pooled) {}
    bool is_view() const { return is_view_ != 0; }
    void set_view() { is_view_ = 1; }

  private:
    friend class ObjectPtr;
    friend struct ObjectAccess;  // the machine's view
    // One word with the count in its upper bits: a NetCon takes 16 bytes, with its number after this word.
    std::uint32_t is_pooled_ : 1;
    std::uint32_t is_dying_ : 1 = 0;
    std::uint32_t has_aliases_ : 1 = 0;
    std::uint32_t tells_each_loss_ : 1 = 0;  // its template has an `unref` procedure
    std::uint32_t is_watched_ : 1 = 0;       // a WeakObject refers to it
    std::uint32_t is_view_ : 1 = 0;          // of something that stays when the object is deleted
    std::uint32_t references_ : 26 = 0;
    static void reference_gone(Object* object);
};

/// The state as a T; null if it is of another type.
template <class T>
T* state_as(Native* state) {
    if constexpr (std::is_final_v<T>) {
        return state && typeid(*state) == typeid(T) ? static_cast<T*>(state) : nullptr;
    } else {
        return dynamic_cast<T*>(state);
    }
}

/// A counted reference; may be null (hoc's NULLobject).
class ObjectPtr {
  public:
    ObjectPtr() = default;
    explicit ObjectPtr(Object* object) : object_{object} { acquire(); }
    ObjectPtr(const ObjectPtr& other) : object_{other.object_} { acquire(); }
    ObjectPtr(ObjectPtr&& other) noexcept : object_{std::exchange(other.object_, nullptr)} {}
    ObjectPtr& operator=(ObjectPtr other) noexcept {
        std::swap(object_, other.object_);
        return *this;
    }
    ~ObjectPtr() { release(); }

    Object* get() const { return object_; }
    Object* operator->() const { return object_; }
    Object& operator*() const { return *object_; }
    explicit operator bool() const { return object_ != nullptr; }
    bool operator==(const ObjectPtr&) const = default;
    /// Returns the object and makes this pointer null; the caller takes over the reference.
    Object* detach() { return std::exchange(object_, nullptr); }

    /// The native state if it is a T; else null.
    template <class T>
    T* as() const {
        return object_ ? state_as<T>(object_->native()) : nullptr;
    }

  private:
    void acquire() {
        if (object_) ++object_->references_;
    }
    void release() {
        if (object_ && --object_->references_ == 0) Object::reference_gone(object_);
    }
    Object* object_ = nullptr;
};

}  // namespace ranvier::hoc
