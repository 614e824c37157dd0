#include "hoc_like/library/data/data.hpp"

#include "data_parts.hpp"

namespace ranvier::hoc {

void register_data_classes(Registry& registry, const DataContext& context) {
    register_data_parts(registry, context);
    register_random_functions(registry, context.random);
}

}  // namespace ranvier::hoc
