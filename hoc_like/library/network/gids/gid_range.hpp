#pragma once

#include <string_view>

#include "engine/rule/gid_set.hpp"
#include "hoc_like/language/interface/call.hpp"
#include "hoc_like/language/interface/object.hpp"

namespace ranvier::hoc {

class Registry;
struct Context;

/// Consecutive gids, which take no memory: GidRange(first, count).
class GidRange final : public Native {
  public:
    static constexpr std::string_view class_name = "GidRange";
    explicit GidRange(engine::GidSet gids) : gids_(std::move(gids)) {}
    const engine::GidSet& gids() const { return gids_; }

  private:
    engine::GidSet gids_;
};

/// Argument i: a GidRange, a Vector of different gids, or one gid.
engine::GidSet gids_argument(Call& call, int i);

/// Argument i: a Vector of gids, which may occur more than once.
std::vector<engine::Gid> gid_list_argument(Call& call, int i);

void register_gid_range(Registry& registry, const Context& context);

}  // namespace ranvier::hoc
