#pragma once

#include <cstdint>
#include <map>
#include <optional>

#include "engine/storage/variable_ref.hpp"
#include "hoc_like/library/network/cells/cell_sections.hpp"

namespace ranvier::hoc {

/// The numbers that sections have in tables of connections (CellSections::numbered).
class SectionNumbers {
  public:
    explicit SectionNumbers(const Context& context) : context_(context), finder_(context) {}

    struct Place {
        std::uint32_t section;
        double x;
    };
    /// Where a synapse is in the cell of a gid; nothing for an artificial cell.
    std::optional<Place> of(engine::Gid gid, engine::InstanceId synapse);

  private:
    void number(engine::Gid gid);

    const Context& context_;
    CellSections finder_;
    std::map<const engine::Section*, std::uint32_t> numbers_;
};

}  // namespace ranvier::hoc
