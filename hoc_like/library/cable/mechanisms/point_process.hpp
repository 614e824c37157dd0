#pragma once

#include <string_view>

#include "engine/cell/section.hpp"
#include "hoc_like/language/interface/object.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"

namespace ranvier::hoc {

struct Context;

/// A script's handle to a point process or artificial cell: `stim = new IClamp(0.5)`.
class PointProcess final : public Native {
  public:
    static constexpr std::string_view class_name = "point process";  // for messages; each class has its own name

    PointProcess(const Context& context, engine::MechanismId mechanism, Object* self)
        : context_{context}, mechanism_{mechanism}, self_{self} {}
    ~PointProcess() override;

    engine::MechanismId mechanism() const { return mechanism_; }
    /// False if the point process was never placed or its section was deleted.
    bool is_located() const;
    /// Throws std::runtime_error if the point process is not located in a section.
    engine::InstanceId instance() const;
    /// Places the point process in the segment at x, or moves it there. Throws std::runtime_error if it is only referred to.
    void locate(engine::Section& section, double x);
    void create_artificial();
    /// Refers to a cell of pc.cells, or a synapse of pc.connect, which exist without script objects.
    void refer_to(engine::InstanceId instance, Object* self);
    /// The section of the last location, which may have been deleted; null for artificial cells.
    const CableSectionPtr& section() const { return section_; }

    /// Keeps alive an object that the instance draws from.
    void keep(ObjectPtr object);

  private:
    void announce(engine::InstanceId instance);
    const Context& context_;
    engine::MechanismId mechanism_;
    Object* self_;
    engine::InstanceId instance_;
    CableSectionPtr section_;
    ObjectPtr kept_;
    bool owns_instance_ = true;
};

/// The script's object for a point process or artificial cell. Makes one for an artificial cell that has none, as those of
/// pc.cells. Null for a point process without an object, and for no instance.
ObjectPtr script_object(const Context& context, engine::InstanceId instance);

/// The same, and makes one for a point process without an object, too: those that pc.connect and pc.insert have made. It refers
/// to the point process, which outlives it.
ObjectPtr object_referring_to(const Context& context, engine::InstanceId instance);

}  // namespace ranvier::hoc
