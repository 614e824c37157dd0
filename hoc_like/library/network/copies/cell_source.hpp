#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "hoc_like/library/network/copies/cell_copies.hpp"

namespace ranvier::hoc {

class CellTemplate;

/// The cells of one call of pc.cells: made by the template's code, or copies of the first of them.
///
/// The first two are always made by the code and compared. If the user vouches for it that cells are equal, one cell in a hundred
/// is, too, and std::runtime_error says what differs; otherwise cells are copied only if the code shows that they are equal. The
/// last one is made by the code, so that what the code leaves behind, such as the origin of distance(), is its own.
class CellSource {
  public:
    /// `equal`: what the user says; nullopt: nothing. `count`: how many cells this rank makes.
    CellSource(const Context& context, CellTemplate& of, std::optional<bool> equal, std::size_t count);

    NewCell make(engine::Gid gid);
    /// Whether cells must stay as they were made until the last one is there: others may be copied from the first.
    bool keeps_cells() const { return keeps_cells_; }

  private:
    NewCell made_by(const std::function<ObjectPtr()>& make, engine::Gid gid) const;
    void begin_copies(const NewCell& second);

    const Context& context_;
    CellTemplate& of_;
    std::size_t count_;
    bool is_vouched_, keeps_cells_;
    std::size_t made_ = 0;
    NewCell first_;
    std::unique_ptr<CellCopies> copies_;
};

}  // namespace ranvier::hoc
