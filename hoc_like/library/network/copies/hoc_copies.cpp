// Copies of cells of a template written in hoc.

#include <fmt/format.h>

#include <stdexcept>

#include "hoc_like/language/interface/object_copy.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/network/copies/cell_copies.hpp"
#include "hoc_like/library/network/copies/paired_cells.hpp"

namespace ranvier::hoc {

namespace {

struct UnequalCells : std::runtime_error {
    using runtime_error::runtime_error;
};

class HocCopies final : public CellCopies {
  public:
    HocCopies(const Context& context, const NewCell& first, const NewCell& second)
        : context_(context), first_(first), sections_(ObjectCopy::sections(first.object)) {
        if (sections_ != first.sections) throw std::runtime_error("the cell has sections that are not its template's");
        gids_ = ObjectCopy::numbers(first.object, first.gid, second.object, second.gid);
        check(second);
    }

    ObjectPtr make(engine::Gid gid) override {
        ObjectPtr made = ObjectCopy(context_.interpreter).make(first_.object);
        ObjectCopy::set(made, gids_, gid);
        PairedCells pair(context_, sections_, ObjectCopy::sections(made));
        pair.copy();
        pair.pair(first_.object, made);
        const auto from = ObjectCopy::held(first_.object), to = ObjectCopy::held(made);
        for (std::size_t k = 0; k < from.size(); ++k) {
            about(from[k].name, [&] { to[k].set(pair.copy_of(ObjectPtr{from[k].get()})); });
        }
        return made;
    }

    void check(const NewCell& built) override {
        PairedCells pair(context_, sections_, built.sections);
        std::string found = ObjectCopy::difference(first_.object, built.object, gids_);
        if (found.empty()) found = pair.difference();
        if (!found.empty()) differ(built, found);
        pair.pair(first_.object, built.object);
        const auto from = ObjectCopy::held(first_.object), to = ObjectCopy::held(built.object);
        for (std::size_t k = 0; k < from.size(); ++k) {
            about(from[k].name, [&] {
                const bool is_copy = pair.is_copy(ObjectPtr{from[k].get()}, ObjectPtr{to[k].get()});
                if (!is_copy) differ(built, from[k].name);
            });
        }
    }

  private:
    [[noreturn]] void differ(const NewCell& built, const std::string& what) const {
        throw UnequalCells(fmt::format("the cells of gid {} and {} differ in {}", first_.gid, built.gid, what));
    }
    template <class Work>
    static void about(const std::string& member, Work work) {
        try {
            work();
        } catch (const UnequalCells&) {
            throw;
        } catch (const std::runtime_error& error) {
            throw std::runtime_error(fmt::format("its member {} holds {}, which has no copy", member, error.what()));
        }
    }

    const Context& context_;
    NewCell first_;
    std::vector<SectionPtr> sections_;
    ObjectCopy::Numbers gids_;
};

}  // namespace

std::unique_ptr<CellCopies> copies_of_hoc(const Context& context, const NewCell& first, const NewCell& second) {
    return std::make_unique<HocCopies>(context, first, second);
}

}  // namespace ranvier::hoc
