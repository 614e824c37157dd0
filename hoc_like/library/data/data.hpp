#pragma once

#include <memory>

#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/data/random.hpp"
#include "hoc_like/library/data/random_stream.hpp"
#include "hoc_like/library/data/string_functions.hpp"
#include "hoc_like/library/data/vector.hpp"

namespace ranvier::hoc {

/// State that the data classes of one interpreter share with the rest of the library.
struct DataContext {
    std::shared_ptr<RandomGlobals> random = std::make_shared<RandomGlobals>();
};

/// Registers the data classes with their functions, and the functions of general use: RANVIER_DATA_PARTS in
/// sources.cmake. Vector, Random and StringFunctions have methods that belong to simulations (record, play,
/// is_artificial): take vector_class(), random_class() and string_functions_class(), add to them, and register them.
void register_data_classes(Registry& registry, const DataContext& context);

}  // namespace ranvier::hoc
