#pragma once

#include <cstdint>
#include <functional>
#include <unordered_map>
#include <utility>
#include <vector>

#include "engine/storage/variable_ref.hpp"
#include "hoc_like/language/interface/object.hpp"

namespace ranvier::hoc {

/// Maps engine instances and gids to script objects, for NetCon.syn(), pc.gid2obj() and pc.gid2cell(). Holds no references
/// to these objects, other than those of keep() and keep_cell().
class ObjectDirectory {
  public:
    void add(engine::InstanceId instance, Object* object) { objects_[key(instance)] = object; }
    void remove(engine::InstanceId instance) { objects_.erase(key(instance)); }
    /// Null if no script object refers to the instance.
    ObjectPtr find(engine::InstanceId instance) const {
        const auto found = objects_.find(key(instance));
        return found == objects_.end() ? ObjectPtr{} : ObjectPtr{found->second};
    }
    /// Keeps alive an object that an instance draws from, where no script object does so.
    void keep(engine::InstanceId instance, ObjectPtr object) { kept_[key(instance)] = std::move(object); }
    /// Keeps alive a cell that pc.cells has made for a gid.
    void keep_cell(std::int32_t gid, ObjectPtr cell) {
        cells_[gid] = cell;
        cells_made_.push_back(std::move(cell));
    }
    /// The cell that pc.cells has made for a gid; null: none.
    ObjectPtr cell(std::int32_t gid) const {
        const auto found = cells_.find(gid);
        return found == cells_.end() ? ObjectPtr{} : found->second;
    }
    /// The cells live on, without gids.
    void clear_gids() { cells_.clear(); }
    /// `release` runs before the interpreter is destroyed: it releases script objects that others hold.
    void at_end(std::function<void()> release) { at_end_.push_back(std::move(release)); }
    /// Releases all script objects that are not scripts' own.
    void release_all() {
        for (const auto& release : at_end_) release();
        kept_.clear();
        cells_.clear();
        cells_made_.clear();
    }

  private:
    static std::uint64_t key(engine::InstanceId instance) {
        return std::uint64_t{instance.mechanism} << 32 | instance.id;
    }
    std::unordered_map<std::uint64_t, Object*> objects_;
    std::unordered_map<std::uint64_t, ObjectPtr> kept_;
    std::unordered_map<std::int32_t, ObjectPtr> cells_;  // by gid
    std::vector<ObjectPtr> cells_made_;
    std::vector<std::function<void()>> at_end_;
};

}  // namespace ranvier::hoc
