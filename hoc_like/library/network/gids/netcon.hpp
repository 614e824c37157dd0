#pragma once

#include <string_view>

#include "engine/network/network.hpp"
#include "hoc_like/language/interface/object_pool.hpp"

namespace ranvier::hoc {

class Call;
class Registry;
struct Context;

/// A script's NetCon: the id of a connection in the network. Deleting the object removes the connection, unless a rule has made
/// it.
class NetConObject final : public PooledObject {
  public:
    static constexpr std::string_view class_name = "NetCon";
    ~NetConObject() override;
    engine::NetConId id() const { return id_; }
    /// Sets the connection of a new object, which then owns it.
    void adopt(engine::NetConId id) { id_ = id; }
    /// Sets the connection of a new object, which a rule has made.
    void refer_to(engine::NetConId id) {
        id_ = id;
        set_view();
    }
    engine::Network& network() const;

  private:
    engine::NetConId id_ = engine::NetConId::none;
};
static_assert(sizeof(NetConObject) == 16);

void register_netcon(Registry& registry, const Context& context);

/// The source given by an argument: `&v(0.5)` or an artificial cell; none for NULLobject.
engine::SourceId spike_source(Call& call, int argument, const Context& context);
/// The target given by an argument; none for NULLobject.
engine::InstanceId spike_target(Call& call, int argument);

}  // namespace ranvier::hoc
