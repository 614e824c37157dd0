#pragma once

#include <unordered_map>

#include "python/bindings/python.hpp"

namespace ranvier::bindings {

/// `name`, a str, as the one object that stands for all equal names.
inline Held interned(PyObject* name) {
    Held same = Held::share(name);
    PyObject* object = same.release();
    PyUnicode_InternInPlace(&object);
    return Held::take(object);
}

/// Meanings of attribute names. A name that a program spells is interned already, so its address finds the meaning.
template <class Meaning>
class NameTable {
  public:
    /// The meaning of `name`, a str; null if it is not known yet.
    Meaning* find(PyObject* name) {
        if (const auto found = meanings_.find(name); found != meanings_.end()) return &found->second.meaning;
        if (meanings_.empty()) return nullptr;
        const Held same = interned(name);  // getattr(section, "".join(...)) makes a new str
        if (same.get() == name) return nullptr;
        const auto found = meanings_.find(same.get());
        return found != meanings_.end() ? &found->second.meaning : nullptr;
    }
    Meaning& add(PyObject* name, Meaning meaning) {
        Held same = interned(name);
        PyObject* const key = same.get();
        return meanings_.insert_or_assign(key, Entry{std::move(same), std::move(meaning)}).first->second.meaning;
    }
    void clear() { meanings_.clear(); }

  private:
    struct Entry {
        Held name;
        Meaning meaning;
    };
    std::unordered_map<PyObject*, Entry> meanings_;
};

}  // namespace ranvier::bindings
