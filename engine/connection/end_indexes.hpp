#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "engine/connection/connection_index.hpp"
#include "engine/connection/release.hpp"
#include "engine/connection/source_id.hpp"

namespace ranvier::engine {

/// The connections of each source and onto each target, by number, once they are known. Inputs have a separate index,
/// a sorted list: the numbers of inputs are far apart.
class EndIndexes {
  public:
    using FromInput = std::pair<SourceId, std::uint32_t>;  ///< source, connection

    bool know_sources() const { return by_source_.is_built(); }
    bool know_targets() const { return by_target_.is_built(); }
    void set_sources(ConnectionIndex::Ends sources, std::vector<FromInput> inputs) {
        by_source_.build(std::move(sources));
        by_input_ = std::move(inputs);
        std::sort(by_input_.begin(), by_input_.end());
    }
    void set_targets(ConnectionIndex::Ends targets) { by_target_.build(std::move(targets)); }
    /// Precondition: know_sources().
    std::vector<std::uint32_t> from(SourceId source) const {
        if (!is_input(source)) {
            const std::span<const std::uint32_t> found = by_source_.of(index_of(source));
            return {found.begin(), found.end()};
        }
        std::vector<std::uint32_t> numbers;
        for (auto at = std::lower_bound(by_input_.begin(), by_input_.end(), FromInput(source, 0));
             at != by_input_.end() && at->first == source; ++at) {
            numbers.push_back(at->second);
        }
        return numbers;
    }
    /// Precondition: know_targets().
    std::span<const std::uint32_t> onto(TargetNumber target) const { return by_target_.of(index_of(target)); }
    void forget() {
        by_source_.forget();
        release(by_input_);
        by_target_.forget();
    }
    void forget_targets() { by_target_.forget(); }

  private:
    ConnectionIndex by_source_, by_target_;
    std::vector<FromInput> by_input_;  // ascending
};

}  // namespace ranvier::engine
