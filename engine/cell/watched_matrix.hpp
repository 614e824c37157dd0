#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <utility>

namespace ranvier::engine {

/// A matrix that counts its changes, so that users in every step read all elements only after a change.
class WatchedMatrix {
  public:
    explicit WatchedMatrix(Eigen::MatrixXd values) : values_{std::move(values)} {}

    const Eigen::MatrixXd& values() const { return values_; }
    /// For one change: call it again for another one.
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
