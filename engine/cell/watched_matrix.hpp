#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <utility>

namespace ranvier::engine {

/// A matrix that counts its changes. Who needs it in every step looks at all elements only after one.
class WatchedMatrix {
  public:
    explicit WatchedMatrix(Eigen::MatrixXd values) : values_{std::move(values)} {}

    const Eigen::MatrixXd& values() const { return values_; }
    /// For one change: a later one needs another call.
    Eigen::MatrixXd& change() {
        ++changes_;
        return values_;
    }
    /// Another number after each change.
    std::uint64_t changes() const { return changes_; }

  private:
    Eigen::MatrixXd values_;
    std::uint64_t changes_ = 1;
};

}  // namespace ranvier::engine
