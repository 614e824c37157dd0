#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "hoc_like/language/interface/cable_host.hpp"
#include "hoc_like/language/interface/number_ref.hpp"
#include "hoc_like/language/interface/object.hpp"

namespace ranvier::hoc {

/// Lets those who point into a variable find out that it is gone.
struct Life {
    bool over = false;
    std::string where;  ///< it ended, as "file:line:column"; may be empty
    /// For messages: " (it went at file:line:column)", or nothing.
    std::string since() const { return where.empty() ? where : " (it went at " + where + ")"; }
};
using LifePtr = std::shared_ptr<Life>;

/// Gives out a Life on demand and ends it when destroyed. Most variables are never pointed at.
class Mortal {
  public:
    Mortal() = default;
    Mortal(const Mortal&) = delete;
    Mortal& operator=(const Mortal&) = delete;
    ~Mortal() {
        if (life_) life_->over = true;
    }
    /// Asks for the place only if anybody would hear of it.
    template <class Place>
    void tell_where(Place place) {
        if (life_) life_->where = place();
    }
    const LifePtr& life() {
        if (!life_) life_ = std::make_shared<Life>();
        return life_;
    }

  private:
    LifePtr life_;
};

struct NumberArray {
    std::vector<int> shape;
    std::vector<double> data;
    Mortal mortal;
};
struct ObjectArray {
    std::vector<int> shape;
    std::vector<Object*> data;  ///< counted
};
/// Most templates have one section or a few arrays of them: the first needs no memory of its own.
using SectionPtrs = boost::container::small_vector<SectionPtr, 1>;

struct SectionArray {
    std::vector<int> shape;  ///< empty: one section, no array
    SectionPtrs data;
};

/// Where a variable lives: one word, whose use its Symbol knows.
union Slot {
    double number = 0;
    NumberArray* numbers;
    Object* object;
    ObjectArray* objects;
    std::string* string;
    SectionArray* sections;
};

struct LoopState {
    std::vector<SectionPtr> sections;
    std::vector<double> positions;
    std::size_t next = 0;
    std::uint32_t depth = 0;  ///< of the section stack below it
};

enum class Tag : std::uint8_t {
    number,
    object_slot,    ///< Object**: an objref passed by reference
    constant_text,  ///< const std::string in a code
    text_slot,      ///< std::string*: a strdef passed by reference
    place,          ///< double* of a loop variable
    // Those that own what they name follow.
    object,     ///< counted
    text,       ///< owned std::string
    reference,  ///< owned NumberRefPtr
    section,    ///< counted; may be null
    loop,       ///< owned LoopState
};

/// An entry of the machine's stack: sixteen bytes, of which `tag` says the use. Copied as raw words; what it owns is
/// freed by `drop` and by nothing else.
struct Value {
    Tag tag;
    union {
        double number;
        Object* object;
        Object** object_slot;
        std::string* text;
        const std::string* constant_text;
        NumberRefPtr* reference;
        SectionObject* section;
        double* place;
        LoopState* loop;
    };
};

/// The machine's view of objects.
struct ObjectAccess {
    static void retain(Object* object) {
        if (object) ++object->references_;
    }
    /// Gives a count back without telling `unref`, unless it was the last.
    static void release_quietly(Object* object) {
        if (object && --object->references_ == 0) Object::reference_gone(object);
    }
    static void release(Object* object) {
        if (object && (--object->references_ == 0 || object->tells_each_loss_)) Object::reference_gone(object);
    }
    static int references(const Object& object) { return static_cast<int>(object.references_); }
    static void set_references(Object& object, unsigned count) { object.references_ = count & 0x7ffffff; }
    static bool tells_each_loss(const Object& object) { return object.tells_each_loss_; }
    static void tell_each_loss(Object& object, bool tell) { object.tells_each_loss_ = tell; }
    static bool is_pooled(const Object& object) { return object.is_pooled_; }
    static bool is_dying(const Object& object) { return object.is_dying_; }
    static void begin_dying(Object& object) { object.is_dying_ = 1; }
    static bool has_aliases(const Object& object) { return object.has_aliases_; }
    static void set_has_aliases(Object& object, bool has) { object.has_aliases_ = has; }
    static bool is_watched(const Object& object) { return object.is_watched_; }
    static void set_watched(Object& object) { object.is_watched_ = 1; }
};

inline bool is_owner(const Value& value) {
    return value.tag >= Tag::object;
}
/// Frees what the value owns, and makes it a number.
void drop_owned(Value& value);
inline void drop(Value& value) {
    if (!is_owner(value)) return;
    if (value.tag == Tag::object) {
        value.tag = Tag::number;
        ObjectAccess::release_quietly(value.object);
    } else {
        drop_owned(value);
    }
}

/// The largest whole number <= x, for |x| < 9e18. (std::floor is a call of the C library on plain x86-64.)
inline long long floor_of(double x) {
    const auto whole = static_cast<long long>(x);
    return whole - (static_cast<double>(whole) > x ? 1 : 0);
}

inline Value number_value(double number) {
    Value value;
    value.tag = Tag::number;
    value.number = number;
    return value;
}
Value text_value(std::string text);
/// Counts the object.
Value object_value(Object* object);
Value reference_value(NumberRefPtr reference);
Value section_value(const SectionPtr& section);

inline bool is_text(const Value& v) {
    return v.tag == Tag::text || v.tag == Tag::constant_text || v.tag == Tag::text_slot;
}
inline bool is_object(const Value& v) {
    return v.tag == Tag::object || v.tag == Tag::object_slot;
}
inline const std::string& text_of(const Value& v) {
    return *v.constant_text;
}
inline Object* object_of(const Value& v) {
    return v.tag == Tag::object ? v.object : *v.object_slot;
}
/// "a number", "a string", "an object Vector[0]": for messages.
std::string describe(const Value& value);

}  // namespace ranvier::hoc
