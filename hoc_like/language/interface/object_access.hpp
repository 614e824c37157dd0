#pragma once

#include "hoc_like/language/interface/object.hpp"

namespace ranvier::hoc {

/// The machine's view of objects: their counts and flags, which share one word.
///
/// An object is deleted when its count becomes 0. The `unref` procedure of a template runs for every variable that
/// releases an object, not only for the last one (`tells_each_loss`). Variables use `release`; the machine's temporary
/// references use `release_quietly`.
struct ObjectAccess {
    static void retain(Object* object) {
        if (object) ++object->references_;
    }
    /// Releases a reference; calls `unref` only if it was the last one.
    static void release_quietly(Object* object) {
        if (object && --object->references_ == 0) Object::reference_gone(object);
    }
    static void release(Object* object) {
        if (object && (--object->references_ == 0 || object->tells_each_loss_)) Object::reference_gone(object);
    }
    static int references(const Object& object) { return static_cast<int>(object.references_); }
    static void set_references(Object& object, unsigned count) { object.references_ = count & 0x3ffffff; }
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

}  // namespace ranvier::hoc
