#include "hoc_like/library/headless/headless.hpp"

namespace ranvier::hoc {

void register_headless(Registry& registry, std::shared_ptr<HeadlessContext> context) {
    register_graph(registry, context);
    register_windows(registry);
    register_shapes(registry);
    register_panels(registry, context);
}

MethodDefinition accepted_method(std::string name, double result) {
    std::string signature = name + "(...)";
    return {std::move(name), std::move(signature), "Accepted; no effect without a screen.",
            [result](Call&) -> Result { return result; }};
}

}  // namespace ranvier::hoc
