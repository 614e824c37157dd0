#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "engine/network/instance_numbers.hpp"
#include "engine/storage/variable_ref.hpp"

namespace ranvier::engine {

class Model;

/// The instances that are, or have been, targets of connections on a rank, by number. Numbers grow with creation and are
/// not reused.
class Targets {
  public:
    /// `model` must outlive this object.
    explicit Targets(const Model& model) : model_(model) {}

    /// The instance's number, given to it if it has none.
    TargetNumber number(InstanceId instance);
    /// None: it has none.
    TargetNumber find(InstanceId instance) const { return by_instance_.find(instance); }
    std::size_t size() const { return instances_.size(); }
    InstanceId operator[](TargetNumber number) const { return instances_[index_of(number)]; }
    /// For messages: "ExpSyn[0] in soma(0.5)".
    std::string describe(TargetNumber number) const;
    std::span<const InstanceId> all() const { return instances_; }
    /// The numbers of those that exist, ascending.
    std::span<const TargetNumber> living();

  private:
    const Model& model_;
    std::vector<InstanceId> instances_;
    std::vector<TargetNumber> known_;  // those that exist, and some that existed when `living` was last called
    InstanceNumbers<TargetNumber> by_instance_;
};

}  // namespace ranvier::engine
