#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/network/rule_changes.hpp"
#include "hoc_like/language/interface/call.hpp"
#include "hoc_like/language/interface/object.hpp"

namespace ranvier::hoc {

class Registry;
struct Context;

/// By the name that a script gave to rules: the connections that they have made on this rank.
using NamedRules = std::map<std::string, std::vector<engine::MadeConnections>>;

/// What pc.rule returns: all rules of a name.
class NamedRule final : public Native {
  public:
    static constexpr std::string_view class_name = "NamedRule";
    explicit NamedRule(std::vector<engine::MadeConnections> made) : made_(std::move(made)) {}
    const std::vector<engine::MadeConnections>& made() const { return made_; }

  private:
    std::vector<engine::MadeConnections> made_;
};

/// pc.rule(name). Fails if no rule has this name.
ObjectPtr named_rule(Call& call, const Context& context, const NamedRules& rules);

void register_named_rule(Registry& registry, const Context& context);

}  // namespace ranvier::hoc
