#include "hoc_like/library/data/data.hpp"

#include "hoc_like/library/data/file.hpp"
#include "hoc_like/library/data/list.hpp"
#include "hoc_like/library/data/matrix.hpp"
#include "hoc_like/library/data/pointer.hpp"
#include "hoc_like/library/data/praxis_functions.hpp"
#include "hoc_like/library/data/random.hpp"

namespace ranvier::hoc {

void register_data_classes(Registry& registry, const DataContext& context) {
    registry.add(matrix_class());
    registry.add(list_class());
    registry.add(file_class());
    registry.add(pointer_class());
    register_random_functions(registry, context.random);
    register_system_functions(registry);
    register_praxis_functions(registry);
    register_old_file_functions(registry);
}

}  // namespace ranvier::hoc
