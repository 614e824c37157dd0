#pragma once

#include "hoc_like/language/interface/cable_host.hpp"
#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

/// hoc's SectionRef: a reference to a section, for an objref.
class SectionRefObject final : public Native {
  public:
    static constexpr std::string_view class_name = "SectionRef";
    explicit SectionRefObject(SectionPtr section_) : section{std::move(section_)} {}
    SectionPtr section;
};

struct Context;
void register_section_ref(Registry& registry, const Context& context);

}  // namespace ranvier::hoc
