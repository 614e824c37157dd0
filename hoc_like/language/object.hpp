#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <utility>

namespace ranvier::hoc {

class ClassInfo;  // a template written in hoc, or a built-in class

/// The state of an object of a built-in class (a Vector, a NetCon, ...), owned by its Object.
class Native {
  public:
    virtual ~Native() = default;
};

/// An object of a script: an instance of a template written in hoc or of a built-in class.
///
/// Counted: it goes when the last reference does, and then its `unref` procedure has run and its sections are gone.
/// A template's `unref` runs whenever a variable of a script loses it, with the count that remains, and at the end.
/// An interpreter and its objects belong to one thread.
class Object {
  public:
    virtual ~Object() = default;
    /// "Vector[3]": class name and running number.
    std::string name() const;
    const ClassInfo& class_info() const { return *class_; }
    const std::string& class_name() const;
    std::int64_t index() const { return index_; }
    /// Null for instances of templates.
    Native* native() const { return native_.get(); }

  protected:
    Object(const ClassInfo& info, std::int64_t index) : class_{&info}, index_{index} {}
    const ClassInfo* class_;
    std::int64_t index_;
    std::unique_ptr<Native> native_;

  private:
    friend class ObjectPtr;
    friend class Interpreter;
    friend struct ObjectAccess;  // the machine's own view
    std::int32_t references_ = 0;
    bool tells_each_loss_ = false;  // its template has an `unref` procedure
    static void reference_gone(Object* object);
};

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

    /// The native state if the object is of a built-in class whose state is a T; else null.
    template <class T>
    T* as() const {
        return object_ ? dynamic_cast<T*>(object_->native()) : nullptr;
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
