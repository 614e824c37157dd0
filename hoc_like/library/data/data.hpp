#pragma once

#include <memory>

#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/data/random/random.hpp"
#include "hoc_like/library/data/random/random_stream.hpp"
#include "hoc_like/library/data/string_functions.hpp"
#include "hoc_like/library/data/vector/vector.hpp"

namespace ranvier::hoc {

/// State shared by the data classes of one interpreter and the rest of the library.
struct DataContext {
    std::shared_ptr<RandomGlobals> random = std::make_shared<RandomGlobals>();
};

/// Registers the data classes with their functions, and the general functions: RANVIER_DATA_PARTS in sources.cmake.
/// Vector, Random and StringFunctions are not registered here, because some of their methods (record, play,
/// is_artificial) need a simulation: take vector_class(), random_class() and string_functions_class(), add those
/// methods, and register the result.
void register_data_classes(Registry& registry, const DataContext& context);

}  // namespace ranvier::hoc
