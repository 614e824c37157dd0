#include "engine/network/cell_gids.hpp"

#include <algorithm>

#include "engine/cell/section.hpp"
#include "engine/network/packed.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

namespace {

template <class Key>
void add(std::unordered_map<Key, Gid>& gids, Key key, Gid gid) {
    const auto [place, is_new] = gids.try_emplace(key, gid);
    if (!is_new) place->second = std::min(place->second, gid);
}

template <class Key>
Gid find(const std::unordered_map<Key, Gid>& gids, Key key) {
    const auto found = gids.find(key);
    return found == gids.end() ? Gid{-1} : found->second;
}

}  // namespace

CellGids::CellGids(const Network& network, const Model& model) : model_(model) {
    network.gids().for_each([&](Gid gid, SourceId id) {
        if (id == SourceId::none) return;
        const Source& source = network.sources()[id];
        Section* section = source.section();
        if (!section && source.instance) section = model.place(source.instance).section;
        if (section) {
            add(by_root_, &section->root(), gid);
        } else if (source.instance) {
            add(by_instance_, packed(source.instance), gid);
        }
    });
}

Gid CellGids::gid_of(InstanceId target) const {
    Section* section = model_.place(target).section;
    return section ? find(by_root_, &section->root()) : find(by_instance_, packed(target));
}

}  // namespace ranvier::engine
