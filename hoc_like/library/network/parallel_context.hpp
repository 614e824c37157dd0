#pragma once

#include <string_view>
#include <vector>

#include "hoc_like/language/interface/object.hpp"
#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

class Session;

/// hoc's ParallelContext. Its state is kept in the session.
class ParallelContextObject final : public Native {
  public:
    static constexpr std::string_view class_name = "ParallelContext";
};

void register_parallel_context(Registry& registry, Session& session);

// The methods by subject, each group in its own file.
std::vector<MethodDefinition> collective_methods(Session& session);
std::vector<MethodDefinition> gid_methods(Session& session);
std::vector<MethodDefinition> cell_methods(Session& session);
std::vector<MethodDefinition> connect_methods(Session& session);
std::vector<MethodDefinition> parallel_run_methods(Session& session);
std::vector<MethodDefinition> exchange_methods(Session& session);
std::vector<MethodDefinition> partition_methods(Session& session);
std::vector<MethodDefinition> placement_methods(Session& session);
std::vector<MethodDefinition> transfer_methods(Session& session);
std::vector<MethodDefinition> bulletin_board_methods(Session& session);
std::vector<MethodDefinition> replay_methods(Session& session);
std::vector<MethodDefinition> report_methods(Session& session);
std::vector<MethodDefinition> raster_methods(Session& session);
std::vector<MethodDefinition> checkpoint_methods(Session& session);

}  // namespace ranvier::hoc
