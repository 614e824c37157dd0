#include "engine/record/recorded_value.hpp"

#include "engine/solve/block.hpp"

namespace ranvier::engine {

VariablePlace place_of(Model& model, VariableRef variable) {
    if (!model.exists(variable)) return {};
    VariablePlace place{model.address(variable), model.block_of(variable)};
    place.is_t = place.address == &model.t;
    if (place.is_t && !model.blocks().empty()) place.address = &model.blocks()[0]->t;
    return place;
}

}  // namespace ranvier::engine
