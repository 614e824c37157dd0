#include "hoc_like/library/network/copies/cell_source.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>
#include <string>

#include "engine/cell/section.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/object_copy.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/network/cells/cell_template.hpp"
#include "hoc_like/library/python/python_object.hpp"

namespace ranvier::hoc {

namespace {

constexpr std::size_t fewest_for_copies = 4;
constexpr std::size_t between_checks = 100;

[[noreturn]] void fail_as_unequal(const std::exception& error) {
    throw std::runtime_error(std::string("equal: ") + error.what());
}

}  // namespace

CellSource::CellSource(const Context& context, CellTemplate& of, std::optional<bool> equal, std::size_t count)
    : context_(context), of_(of), count_(count), is_vouched_(equal.value_or(false)) {
    keeps_cells_ = count >= fewest_for_copies && (equal ? *equal : of.makes_equal_cells());
}

NewCell CellSource::make(engine::Gid gid) {
    const std::size_t number = made_++;
    const bool is_last = number + 1 == count_;
    const bool is_checked = is_vouched_ && (number % between_checks == 0 || is_last);
    if (copies_ && !is_checked && !is_last) return made_by([&] { return copies_->make(gid); }, gid);
    NewCell made = made_by([&] { return of_.make(gid); }, gid);
    if (!keeps_cells_) return made;
    if (number == 0) first_ = made;
    if (number == 1) begin_copies(made);
    if (copies_ && is_checked) {
        try {
            copies_->check(made);
        } catch (const std::exception& error) {
            fail_as_unequal(error);
        }
    }
    return made;
}

void CellSource::begin_copies(const NewCell& second) {
    try {
        const bool is_of_python = python_object_in(first_.object) != nullptr;
        if (!is_of_python && !ObjectCopy::is_of_template(first_.object)) {
            throw std::runtime_error("only cells of templates and of Python classes have copies");
        }
        copies_ = is_of_python ? copies_of_python(context_, first_, second) : copies_of_hoc(context_, first_, second);
    } catch (const std::exception& error) {
        if (is_vouched_) fail_as_unequal(error);
    }
}

NewCell CellSource::made_by(const std::function<ObjectPtr()>& make, engine::Gid gid) const {
    const auto before = context_.model.sections();
    const bool is_first = before.empty();
    const std::uint32_t last = is_first ? 0 : before.back()->id();
    NewCell cell{make(), gid, {}};
    const auto all = context_.model.sections();
    for (auto section = all.rbegin(); section != all.rend(); ++section) {
        if (!is_first && (*section)->id() <= last) break;
        cell.sections.push_back(context_.cables.object_of(**section));
    }
    std::ranges::reverse(cell.sections);
    return cell;
}

}  // namespace ranvier::hoc
