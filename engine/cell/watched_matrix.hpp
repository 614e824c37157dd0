#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <utility>

namespace ranvier::engine {

/// A matrix that counts its changes: code that runs in every step reads all elements only after a change.
class WatchedMatrix {
  public:
    explicit WatchedMatrix(Eigen::MatrixXd values) : values_{std::move(values)} {}

    const Eigen::MatrixXd& values() const { return values_; }
    /// Access for one change; call it again for each further change.
    Eigen::MatrixXd& change() {
        ++changes_;
        return values_;
    }
    /// A number that differs after each change.
    std::uint64_t changes() const { return changes_; }

  private:
    Eigen::MatrixXd values_;
    std::uint64_t changes_ = 1;
};

}  // namespace ranvier::engine
