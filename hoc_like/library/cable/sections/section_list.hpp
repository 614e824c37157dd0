#pragma once

#include <vector>

#include "hoc_like/language/interface/cable_host.hpp"
#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

/// hoc's SectionList: sections in the order in which they were appended; deleted ones disappear.
class SectionListObject final : public Native {
  public:
    static constexpr std::string_view class_name = "SectionList";

    std::vector<SectionPtr> living();
    std::size_t size();
    bool contains(const SectionPtr& section);
    std::vector<SectionPtr> sections;

  private:
    void forget_deleted();
};

struct Context;
void register_section_list(Registry& registry, const Context& context);

}  // namespace ranvier::hoc
