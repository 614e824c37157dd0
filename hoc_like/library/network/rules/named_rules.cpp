#include "hoc_like/library/network/rules/named_rules.hpp"

#include <fmt/format.h>

#include <cmath>
#include <memory>
#include <stdexcept>

#include "engine/network/network.hpp"
#include "engine/rule/rule.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/network/cells/named_arguments.hpp"

namespace ranvier::hoc {

namespace {

std::span<const engine::MadeConnections> made(Call& call) {
    return call.self_as<NamedRule>().made();
}

Result scale(Call& call, const Context& context) {
    const double factor = call.number(0);
    if (!std::isfinite(factor)) fail(call, fmt::format("{:g} is not a factor", factor));
    const long long w = call.size() > 1 ? call.integer(1, 0, engine::Rule::most_weights - 1) : 0;
    try {
        engine::scale_weights(context.network, made(call), static_cast<std::uint32_t>(w), factor);
    } catch (const std::invalid_argument& error) {
        fail(call, error.what());
    }
    return static_cast<double>(engine::count(context.network, made(call)));
}

}  // namespace

ObjectPtr named_rule(Call& call, const Context& context, const NamedRules& rules) {
    const std::string name = call.string(0);
    const auto found = rules.find(name);
    if (found == rules.end()) {
        std::vector<std::string> known;
        for (const auto& [each, _] : rules) known.push_back(each);
        if (known.empty())
            fail(call, fmt::format("no rule has the name '{}'; give it by the word name of pc.connect", name));
        fail_unknown(call, "rule", name, known);
    }
    return context.interpreter.make(NamedRule::class_name, std::make_unique<NamedRule>(found->second));
}

void register_named_rule(Registry& registry, const Context& context) {
    ClassDefinition definition;
    definition.name = NamedRule::class_name;
    definition.signature = "NamedRule";
    definition.doc =
        "The connections of all rules to which a script gave the same name, as pc.rule returns them. What it changes stays "
        "changed in later runs. Each rank changes its own connections.";
    definition.construct = [](Call& call) -> std::unique_ptr<Native> {
        fail(call, "rules are found by pc.rule(\"name\")");
    };
    definition.methods = {
        {"size", "size()", "The number of connections on this rank.",
         [&context](Call& call) -> Result { return static_cast<double>(engine::count(context.network, made(call))); }},
        {"scale_weights", "scale_weights(factor[, k])",
         "Multiplies the weights of number k, by default 0, of all its connections; returns their number on this rank.",
         [&context](Call& call) -> Result { return scale(call, context); }},
        {"active", "active(0 or 1)", "Turns the connections off or on; returns their number on this rank.",
         [&context](Call& call) -> Result {
             engine::set_active(context.network, made(call), call.number(0) != 0);
             return static_cast<double>(engine::count(context.network, made(call)));
         }},
    };
    registry.add(std::move(definition));
}

}  // namespace ranvier::hoc
