#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "engine/raster/file/raster.hpp"
#include "exchange/spike_source.hpp"

namespace ranvier::raster {

/// Sorts spikes by (time, gid) with bounded memory: if there are more than `in_memory` spikes, sorted runs are written
/// to an unnamed file in the temporary folder (TMPDIR) and merged while they are read. Throws RasterError if there is
/// no space.
class SpikeSorter {
  public:
    explicit SpikeSorter(std::size_t in_memory = std::size_t{1} << 22);  // 64 MiB
    ~SpikeSorter();

    void add(std::span<const Spike> spikes);

    /// Returns the added spikes in order; add no more afterwards. `gids`: the gids that fire, ascending.
    std::shared_ptr<exchange::SpikeSource> finish(std::vector<Gid> gids);

  private:
    class File;
    class Merged;
    /// Sorted spikes in the file: numbers [begin, end).
    struct Run {
        std::size_t begin, end;
    };
    void write_run();

    std::size_t in_memory_;
    std::vector<Spike> spikes_;
    std::unique_ptr<File> file_;
    std::vector<Run> runs_;
    Spike last_{};  // last spike of the last run
};

}  // namespace ranvier::raster
