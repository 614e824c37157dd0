#pragma once

#include <boost/container/small_vector.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/cell/lists_with_gaps.hpp"
#include "engine/storage/variable_ref.hpp"

namespace ranvier::engine {

class Cells;

/// A measured point of a section's shape [um].
struct Point3d {
    double x, y, z, diam;  ///< kept in single precision, as NEURON does
    double arc = 0;        ///< path length from the first point [um], kept by Section
};

/// An unbranched cable, divided into nseg segments of equal length.
///
/// 1. nseg is at least 1. Segment i (0-based) has its center at x = (i + 0.5) / nseg.
/// 2. If 3-D points are given, they determine L and the diameters of segments, as in NEURON (docs: "Geometry"); setting
///    L or diam afterwards rescales or overrides the points, also as in NEURON.
/// 3. A section without a parent is the root of a cell. Connections never form a loop.
/// Owned by Cells; created and changed through Cells or the members of this class, which mark the changes.
class Section {
  public:
    Section(Cells& cells, std::string name, std::uint32_t id);
    Section(const Section&) = delete;
    Section& operator=(const Section&) = delete;

    const std::string& name() const { return name_; }
    void set_name(std::string name) { name_ = std::move(name); }
    /// Running number over all sections ever created; forall visits sections in this order.
    std::uint32_t id() const { return id_; }
    Cells& cells() const { return cells_; }

    int nseg() const { return static_cast<int>(compartments_.size()); }
    /// Changes the number of segments; range variables are carried over as NEURON does (new segments take the values of
    /// the old segment that contains their center). Throws std::invalid_argument if n < 1 or n > 32767.
    void set_nseg(int n);

    double L() const;  ///< [um]: the length of the 3-D points if they changed; at least 1e-9
    /// The length last set or last returned by L() [um]. NEURON scripts read this value.
    double stored_L() const { return L_; }
    /// A length below 1e-9 becomes 1e-9 as soon as the shape is needed, as in NEURON. Throws std::invalid_argument if
    /// `um` is NaN.
    void set_L(double um);
    double Ra() const { return Ra_; }  ///< [ohm cm]
    void set_Ra(double ohm_cm);
    double rallbranch() const { return rallbranch_; }
    void set_rallbranch(double n);

    std::span<const Point3d> points() const { return points_; }
    void add_point(Point3d p);            ///< pt3dadd
    void insert_point(int i, Point3d p);  ///< pt3dinsert
    void remove_point(int i);             ///< pt3dremove
    void change_point(int i, Point3d p);  ///< pt3dchange
    void change_point_diam(int i, double diam);
    void clear_points();  ///< pt3dclear
    /// Moves each point to where `to` says, in single precision like the points themselves. Lengths and diameters stay.
    void move_points(const std::function<Point3d(const Point3d&)>& to);
    /// Sets all points with their arcs, which may differ from the distances between points that were moved or scaled.
    void set_points(const std::vector<Point3d>& points);

    /// The script's handle to the section, kept for the interpreter; the engine does not use it.
    void* shown_as = nullptr;

    /// The point on the parent's axis where the drawing begins, if the points begin elsewhere (pt3dstyle 1).
    std::optional<Point3d> logical_connection;

    Section* parent() const { return parent_; }
    double parent_x() const { return parent_x_; }    ///< position on the parent
    double child_end() const { return child_end_; }  ///< the connected end of this section: 0 or 1
    /// In NEURON's order of siblings, which the elimination follows.
    std::span<Section* const> children() const { return children_; }
    Section& root();

    /// Id, in the compartment table, of the compartment at x: a segment for 0 < x < 1, a zero-area end for 0 and 1,
    /// like NEURON's node at x. End 0 of a connected section is the parent's compartment.
    std::uint32_t compartment_at(double x) const;
    /// Index of the segment that contains x (0 and 1: the first and the last), for range variables of mechanisms.
    int segment_at(double x) const;
    std::span<const std::uint32_t> compartments() const { return {compartments_.data(), compartments_.size()}; }

    bool has(MechanismId mechanism) const;
    /// Mechanisms in order of insertion.
    std::span<const MechanismId> mechanisms() const { return mechanisms_; }
    /// A change of the number of segments, or 0 if the section was reversed (connected by its other end), and the
    /// number of mechanisms inserted before.
    struct SegmentChange {
        std::uint16_t nseg, mechanisms;
    };
    /// All these changes, which determine the order in which NEURON lists mechanisms.
    std::span<const SegmentChange> segment_changes() const { return segment_changes_; }

    /// Ids of a mechanism's instances, one per segment; empty if the mechanism is not inserted.
    std::span<const std::uint32_t> instances(MechanismId mechanism) const {
        for (std::size_t i = 0; i < mechanisms_.size(); ++i) {
            if (mechanisms_[i] == mechanism) return instances_[i];
        }
        return {};
    }
    /// Point processes in this section, in order of placement.
    std::span<const InstanceId> point_processes() const { return located_.all(); }
    /// The position of a compartment of this section: the center of its segment, or 0 or 1 for an end. For a
    /// compartment of another section, as in NEURON: the center of the segment with the same number, even if this
    /// section has no such segment.
    double position_of(std::uint32_t compartment) const;
    /// The compartment at the parent's end: an ancestor's compartment, or the zero-area root of the cell.
    std::uint32_t near_compartment() const;
    /// The zero-area compartment at the other end.
    std::uint32_t far_compartment() const { return end_; }
    /// Compartment of segment j, counted from the parent's end.
    std::uint32_t node(int j) const {
        const auto i = static_cast<std::size_t>(child_end_ != 0 ? nseg() - 1 - j : j);
        return compartments_[i];
    }
    /// True if this section is connected where its parent begins: both then begin at the same compartment.
    bool is_at_beginning() const { return parent_ && parent_x_ == parent_->child_end_; }

  private:
    friend class Cells;
    friend struct ModelData;
    friend class OwnedSections;
    friend class Resegmentation;
    friend class SectionCopy;
    void shape_changed();
    void rescale_points(double um);
    void points_changed(std::size_t from);
    Cells& cells_;
    std::string name_;
    std::uint32_t id_;
    std::uint32_t position_ = 0;                                     // in OwnedSections
    boost::container::small_vector<std::uint32_t, 2> compartments_;  // one per segment; most sections have one
    std::uint32_t end_ = 0;            // the zero-area compartment at the end away from the parent
    std::uint32_t root_ = 0xffffffff;  // the zero-area compartment at the near end, if this is a root
    std::vector<MechanismId> mechanisms_;
    std::vector<SegmentChange> segment_changes_;
    std::vector<std::vector<std::uint32_t>> instances_;  // per mechanism, per segment
    LocatedPoints located_;
    std::vector<Point3d> points_;
    Section* parent_ = nullptr;
    double parent_x_ = 0, child_end_ = 0;
    std::vector<Section*> children_;
    mutable double L_ = 100;
    double Ra_ = 35.4, rallbranch_ = 1;
    bool shape_is_old_ = true;  // area, conductance and diam of the segments must be updated
};

}  // namespace ranvier::engine
