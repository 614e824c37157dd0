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
    std::uint32_t number(InstanceId instance);
    /// `nothing`: it has none.
    std::uint32_t find(InstanceId instance) const { return index_of(by_instance_.find(instance)); }
    std::size_t size() const { return instances_.size(); }
    InstanceId operator[](std::uint32_t number) const { return instances_[number]; }
    /// For messages: "ExpSyn[0] in soma(0.5)".
    std::string describe(std::uint32_t number) const;
    std::span<const InstanceId> all() const { return instances_; }
    /// The numbers of those that exist, ascending.
    std::span<const std::uint32_t> living();

  private:
    const Model& model_;
    std::vector<InstanceId> instances_;
    std::vector<std::uint32_t> known_;  // those that exist, and some that existed when `living` was last called
    InstanceNumbers<TargetNumber> by_instance_;
};

}  // namespace ranvier::engine
