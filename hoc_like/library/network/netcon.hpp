#pragma once

#include <string_view>

#include "engine/event/network.hpp"
#include "hoc_like/language/interface/object_pool.hpp"

namespace ranvier::hoc {

class Call;
class Registry;
class Session;

/// A script's NetCon: the number of a connection in the network, which is removed with the object.
class NetConObject final : public PooledObject {
  public:
    static constexpr std::string_view class_name = "NetCon";
    ~NetConObject() override;
    engine::NetConId id() const { return id_; }
    /// Gives a new object its connection, which it then owns.
    void adopt(engine::NetConId id) { id_ = id; }
    engine::Network& network() const;

  private:
    engine::NetConId id_ = engine::NetConId::none;
};
static_assert(sizeof(NetConObject) == 16);

void register_netcon(Registry& registry, Session& session);

/// The source that a script's argument names: `&v(0.5)` or an artificial cell; none for NULLobject.
engine::SourceId spike_source(Call& call, int argument, Session& session);
/// The target that an argument names; none for NULLobject.
engine::InstanceId spike_target(Call& call, int argument);

}  // namespace ranvier::hoc
