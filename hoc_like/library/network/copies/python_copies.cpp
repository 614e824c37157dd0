// Copies of cells of a Python class, by way of ranvier.cell_copies.

#include <fmt/format.h>

#include <array>
#include <stdexcept>

#include "hoc_like/library/cable/sections/section_list.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/list.hpp"
#include "hoc_like/library/network/copies/cell_copies.hpp"
#include "hoc_like/library/network/copies/paired_cells.hpp"
#include "hoc_like/library/python/python_object.hpp"

namespace ranvier::hoc {

namespace {

using python::Handle;

class PythonCopies final : public CellCopies {
  public:
    PythonCopies(const Context& context, const NewCell& first, const NewCell& second)
        : context_(context), first_(first) {
        const Handle module = python::module_named("ranvier.cell_copies");
        const std::array<Handle, 3> of{python_from(first.object), number(first.gid), list_of(first.sections)};
        copies_ = python::call(python::attribute(module, "Copies"), of);
        check(second);
        held_ = objects_in(ask("prepare", {}), "");
        names_ = python::attribute(copies_, "names");
    }

    ObjectPtr make(engine::Gid gid) override {
        const ObjectPtr sections = object(ask("begin", {number(gid)}));
        PairedCells pair(context_, first_.sections, sections.as<SectionListObject>()->living());
        pair.copy();
        std::vector<ObjectPtr> copied;
        for (std::size_t k = 0; k < held_.size(); ++k) {
            about(names_, k, [&] { copied.push_back(pair.copy_of(held_[k])); });
        }
        const ObjectPtr list = make_list(context_.interpreter, std::move(copied));
        return object(ask("finish", {number(gid), python_from(list)}));
    }

    void check(const NewCell& built) override {
        const std::string what = fmt::format("the cells of gid {} and {} differ in ", first_.gid, built.gid);
        PairedCells pair(context_, first_.sections, built.sections);
        if (const std::string found = pair.difference(); !found.empty()) throw std::runtime_error(what + found);
        const Handle answer = ask("compare", {python_from(built.object), number(built.gid), list_of(built.sections)});
        const std::vector<ObjectPtr> pairs = objects_in(answer, what);
        const Handle names = python::attribute(copies_, "names");
        for (std::size_t k = 0; 2 * k < pairs.size(); ++k) {
            bool is_copy = false;
            about(names, k, [&] { is_copy = pair.is_copy(pairs[2 * k], pairs[2 * k + 1]); });
            if (!is_copy) throw std::runtime_error(what + name(names, k));
        }
    }

  private:
    static Handle number(double value) { return python::from_number(value); }
    Handle list_of(const std::vector<SectionPtr>& sections) const {
        auto list = std::make_unique<SectionListObject>();
        list->sections = sections;
        return python_from(context_.interpreter.make(SectionListObject::class_name, std::move(list)));
    }
    Handle ask(const std::string& method, std::initializer_list<Handle> arguments) const {
        return python::call(python::attribute(copies_, method), {arguments.begin(), arguments.size()});
    }
    ObjectPtr object(Handle value) const { return object_from_python(context_.interpreter, std::move(value)); }
    /// Those of a List. Throws std::runtime_error with the text that Python has returned in its place.
    std::vector<ObjectPtr> objects_in(const Handle& answer, const std::string& before) const {
        if (const auto text = python::to_text(answer)) throw std::runtime_error(before + *text);
        return object(answer).as<ListObject>()->objects();
    }
    static std::string name(const Handle& names, std::size_t k) {
        return python::describe(python::item(names, python::from_index(static_cast<double>(k))));
    }
    template <class Work>
    static void about(const Handle& names, std::size_t k, Work work) {
        try {
            work();
        } catch (const std::runtime_error& error) {
            throw std::runtime_error(
                fmt::format("its attribute {} holds {}, which has no copy", name(names, k), error.what()));
        }
    }

    const Context& context_;
    NewCell first_;
    Handle copies_, names_;
    std::vector<ObjectPtr> held_;
};

}  // namespace

std::unique_ptr<CellCopies> copies_of_python(const Context& context, const NewCell& first, const NewCell& second) {
    return std::make_unique<PythonCopies>(context, first, second);
}

}  // namespace ranvier::hoc
