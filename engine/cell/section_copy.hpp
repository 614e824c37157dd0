#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "engine/storage/variable_ref.hpp"

namespace ranvier::engine {

class Cells;
class Section;

/// Two sets of sections, each of them whole cells: those of a cell that is copied, and as many of another one.
///
/// Values that the engine computes (area, axial resistance, currents) take no part, nor do point processes, which belong to
/// script objects; `place` tells where a copy of one belongs.
class SectionCopy {
  public:
    using Sections = std::vector<Section*>;

    /// Throws std::invalid_argument if the numbers of sections differ, or if a section of `from` is connected to another cell
    /// or has a mechanism whose instances cannot be copied: one with a POINTER that is set, RANDOM variables, or a CONSTRUCTOR.
    SectionCopy(Cells& cells, Sections from, Sections to);

    /// Gives sections that were just created the shape, the connections, the mechanisms and the values of those of `from`.
    void run();
    /// Gives an instance in `to` all values of one in `from`. Throws as the constructor does.
    void copy_values(InstanceId from, InstanceId to);

    /// The first difference, such as "dend[2]: gbar_na"; empty if there is none.
    std::string difference() const;
    /// The variable in which two instances of a mechanism differ; empty if there is none. Throws as the constructor does.
    std::string difference(InstanceId from, InstanceId to) const;

    const Sections& from() const { return from_; }
    const Sections& to() const { return to_; }
    /// The section of `to` in place of one of `from`; null if it is not among these.
    Section* twin(const Section& of_from) const;

  private:
    void connect(Section& from);
    void copy(const Section& from, Section& to);
    std::string difference(const Section& from, const Section& to) const;
    std::string difference_of_values(const Section& from, const Section& to) const;
    std::string variable_name(MechanismId mechanism, std::size_t column) const;
    void check(MechanismId mechanism, std::uint32_t id) const;

    Cells& cells_;
    Sections from_, to_;
    std::unordered_map<const Section*, std::size_t> number_;  // in from_
};

}  // namespace ranvier::engine
