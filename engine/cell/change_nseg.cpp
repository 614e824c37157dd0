#include <vector>

#include "engine/cell/model_data.hpp"

namespace ranvier::engine {

/// A section's compartments and instances before and after a change of its number of segments.
///
/// If the number increases, each old compartment goes to the new segment that contains its center; if it decreases,
/// each new segment takes the old compartment that contains its center. A segment with a new compartment copies all
/// values of the old segment that contains its center. Segments are numbered from the parent's end, as in NEURON; this
/// matters where a center lies on a border.
class Resegmentation {
  public:
    Resegmentation(ModelData& data, Section& section, int n)
        : data_(data),
          section_(section),
          before_(section.nseg()),
          n_(n),
          new_nodes_(at(n), MechanismType::nowhere),
          origin_(at(n), 0),
          is_used_(at(before_), false) {
        for (int j = 0; j < before_; ++j) old_nodes_.push_back(section.node(j));
    }

    void run() {
        if (before_ < n_) {
            spread_compartments();
            add_compartments();
        } else {
            choose_compartments();
            move_points_of_unused();
        }
        for (std::size_t m = 0; m < section_.mechanisms_.size(); ++m) carry_over(m);
        give_compartments();
    }

    /// Removes the old compartments that are no longer used, after moving strays out of them. To be called last.
    void remove_unused() {
        for (int j = 0; j < before_ && before_ > n_; ++j) {
            if (!is_used_[at(j)]) data_.remove_compartment(old_nodes_[at(j)]);
        }
    }

  private:
    static std::size_t at(int j) { return static_cast<std::size_t>(j); }
    /// The segment (of `in`) that contains the center of segment j (of `of`).
    static int segment_of(int j, int of, int in) { return static_cast<int>(in * ((j + .5) / of)); }
    /// Index, in order of x, of an old and of a new segment.
    std::size_t old_index(int j) const { return at(section_.child_end_ != 0 ? before_ - 1 - j : j); }
    std::size_t new_index(int j) const { return at(section_.child_end_ != 0 ? n_ - 1 - j : j); }

    void spread_compartments() {
        for (int j = 0; j < before_; ++j) {
            const int to = segment_of(j, before_, n_);
            new_nodes_[at(to)] = old_nodes_[at(j)];
            origin_[at(to)] = j;
        }
    }

    void add_compartments() {
        for (int j = 0; j < n_; ++j) {
            if (new_nodes_[at(j)] != MechanismType::nowhere) continue;
            origin_[at(j)] = segment_of(j, n_, before_);
            const std::uint32_t from = old_nodes_[at(origin_[at(j)])];
            const std::uint32_t made = data_.add_compartment(section_, 0);
            for (const auto column : {col_v, col_cm, col_i_cap, col_diam}) {
                data_.compartments.at(column, made) = data_.compartments.at(column, from);
            }
            new_nodes_[at(j)] = made;
        }
    }

    void choose_compartments() {
        for (int j = 0; j < n_; ++j) {
            origin_[at(j)] = segment_of(j, n_, before_);
            new_nodes_[at(j)] = old_nodes_[at(origin_[at(j)])];
            is_used_[at(origin_[at(j)])] = true;
        }
    }

    /// Moves the point processes of each removed segment to the new segment that contains its center.
    void move_points_of_unused() {
        int from = 0;
        for (int j = 0; j < n_; ++j) {
            const double far_border = (j + 1.) / n_;
            for (; from < before_ && (from + .5) / before_ <= far_border; ++from) {
                if (!is_used_[at(from)]) data_.move_points(section_, old_nodes_[at(from)], new_nodes_[at(j)]);
            }
        }
    }

    /// Carries over the instances of the section's mechanism number m.
    void carry_over(std::size_t m) {
        MechanismType& owner = data_.type(section_.mechanisms_[m]);
        const std::vector<std::uint32_t> old_ids = section_.instances_[m];
        std::vector<std::uint32_t> ids(at(n_));
        std::vector<bool> is_kept(at(before_), false);
        for (int j = 0; j < n_; ++j) {
            const std::size_t old = old_index(origin_[at(j)]);
            if (new_nodes_[at(j)] == old_nodes_[at(origin_[at(j)])]) {
                ids[new_index(j)] = old_ids[old];
                is_kept[old] = true;
            } else {
                copy_instance(owner, m, old_ids[old], j, ids);
            }
        }
        section_.instances_[m] = ids;
        for (std::size_t i = 0; i < old_ids.size(); ++i) {
            if (!is_kept[i]) data_.erase_instance({owner.id(), old_ids[i]});
        }
    }

    void copy_instance(MechanismType& owner, std::size_t m, std::uint32_t from, int j,
                       std::vector<std::uint32_t>& ids) {
        std::uint32_t& made = ids[new_index(j)];
        made = owner.append(new_nodes_[at(j)]);
        if (!owner.is_ion() && owner.description()->construct) {
            section_.instances_[m] = ids;  // functions called below may read the ids
            data_.call(owner, made, owner.description()->construct, "CONSTRUCTOR");
        }
        for (std::size_t column = 0; column < owner.table().column_count(); ++column) {
            owner.table().at(column, made) = owner.table().at(column, from);
        }
    }

    void give_compartments() {
        section_.compartments_.resize(at(n_));
        for (int j = 0; j < n_; ++j) {
            const std::size_t i = new_index(j);
            section_.compartments_[i] = new_nodes_[at(j)];
            data_.homes.at(new_nodes_[at(j)]).segment = static_cast<std::int32_t>(i);
        }
    }

    ModelData& data_;
    Section& section_;
    int before_, n_;
    std::vector<std::uint32_t> old_nodes_, new_nodes_;
    std::vector<int> origin_;    // by new segment: the old segment its values come from
    std::vector<bool> is_used_;  // by old segment, if the number decreases: its compartment stays
};

void ModelData::change_nseg(Section& section, int n) {
    structure_changed();
    section.shape_changed();
    section.segment_changes_.push_back(
        {static_cast<std::uint16_t>(n), static_cast<std::uint16_t>(section.mechanisms_.size())});
    const std::vector<Beginning> branched = branches(section);
    Resegmentation change(*this, section, n);
    change.run();
    note_strays(branched);
    change.remove_unused();
}

}  // namespace ranvier::engine
