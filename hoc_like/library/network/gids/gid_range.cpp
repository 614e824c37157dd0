#include "hoc_like/library/network/gids/gid_range.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <stdexcept>

#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"

namespace ranvier::hoc {

namespace {

constexpr double most_gid = std::numeric_limits<engine::Gid>::max();

engine::Gid checked_gid(const Call& call, double value) {
    if (!(value >= 0 && value < most_gid && value == std::floor(value))) {
        fail(call, fmt::format("{:.17g} is not a gid", value));
    }
    return static_cast<engine::Gid>(value);
}

}  // namespace

std::vector<engine::Gid> gid_list_argument(Call& call, int i) {
    std::vector<engine::Gid> gids;
    for (const double value : call.native<VectorObject>(i).values()) gids.push_back(checked_gid(call, value));
    return gids;
}

engine::GidSet gids_argument(Call& call, int i) {
    try {
        if (call.is_number(i)) return engine::GidSet::range(checked_gid(call, call.number(i)), 1);
        Object* object = call.object_or_null(i);
        if (auto* range = object ? state_as<GidRange>(object->native()) : nullptr) return range->gids();
        return engine::GidSet::list(gid_list_argument(call, i));
    } catch (const std::invalid_argument& error) {
        fail(call, error.what());
    }
}

void register_gid_range(Registry& registry, const Context& context) {
    ClassDefinition definition;
    definition.name = GidRange::class_name;
    definition.signature = "GidRange(first, count)";
    definition.doc =
        "A range of gids, first to first + count - 1, for pc.connect. The gids take no memory, even if the range has a "
        "gap.";
    definition.construct = [](Call& call) {
        constexpr long long most = std::numeric_limits<engine::Gid>::max();
        try {
            return std::make_unique<GidRange>(
                engine::GidSet::range(static_cast<engine::Gid>(call.integer(0, 0, most)), call.integer(1, 0, most)));
        } catch (const std::invalid_argument& error) {
            fail(call, error.what());
        }
    };
    const auto gids = [](Call& call) -> const engine::GidSet& { return call.self_as<GidRange>().gids(); };
    definition.methods = {
        {"first", "first()", "The first gid.",
         [gids](Call& call) -> Result { return gids(call).size() ? static_cast<double>(gids(call)[0]) : 0.; }},
        {"size", "size()", "The number of gids.",
         [gids](Call& call) -> Result { return static_cast<double>(gids(call).size()); }},
        {"contains", "contains(gid)", "1 if the gid is in the range, else 0.",
         [gids](Call& call) -> Result {
             const double gid = call.number(0);
             return gid >= 0 && gid < most_gid && gids(call).contains(static_cast<engine::Gid>(gid)) ? 1. : 0.;
         }},
        {"without", "without(first, count)",
         "A GidRange with the same gids, except first to first + count - 1. The result may have one gap.",
         [&context, gids](Call& call) -> Result {
             try {
                 auto left =
                     gids(call).without(static_cast<engine::Gid>(call.integer(0, 0, static_cast<long long>(most_gid))),
                                        call.integer(1, 0, static_cast<long long>(most_gid)));
                 return context.interpreter.make(GidRange::class_name, std::make_unique<GidRange>(std::move(left)));
             } catch (const std::invalid_argument& error) {
                 fail(call, error.what());
             }
         }},
    };
    registry.add(std::move(definition));
}

}  // namespace ranvier::hoc
