#pragma once

#include "mechanisms/nmodl/codegen/cpp_body.hpp"

namespace ranvier::nmodl {

/// Statements as C++ for the lane rv_l of RV_LANES instances: variables are arrays whose last index is the lane, except
/// for scalar locals.
class LaneBody final : public CppBody {
  public:
    using CppBody::CppBody;

  private:
    std::string name(const std::string& text) const override {
        const auto plain = CppBody::name(text);
        return plain.starts_with("rv.") ? plain + "[rv_l]" : plain;
    }
    std::string array(const std::string& text) const override { return CppBody::name(text); }
    std::string element(const std::string& text, const std::string& index) const override {
        return array(text) + "[" + index + "][rv_l]";
    }
    bool rounds_in_lanes(const Statement&) override { return false; }
};

}  // namespace ranvier::nmodl
