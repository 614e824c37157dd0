#pragma once

#include <string_view>

#include "engine/event/network.hpp"
#include "hoc_like/language/object.hpp"

namespace ranvier::hoc {

class Call;
class Registry;
class Session;

/// A NetCon as a script holds it: a view of a connection in the network, which goes with the object.
class NetConObject final : public Native {
  public:
    static constexpr std::string_view class_name = "NetCon";
    NetConObject(Session& session, engine::NetConId id) : session_{session}, id_{id} {}
    ~NetConObject() override;
    engine::NetConId id() const { return id_; }
    engine::Network& network() const;

  private:
    Session& session_;
    engine::NetConId id_;
};

void register_netcon(Registry& registry, Session& session);

/// The source that a script's argument names: `&v(0.5)` or an artificial cell; none for NULLobject.
engine::SourceId spike_source(Call& call, int argument, Session& session);
/// The target that an argument names; none for NULLobject.
engine::InstanceId spike_target(Call& call, int argument);

}  // namespace ranvier::hoc
