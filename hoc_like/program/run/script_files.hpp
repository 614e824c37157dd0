#pragma once

#include <memory>
#include <string>

#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/context/run_files.hpp"

namespace ranvier::program {

/// The files of scripts, as far as the program and the Python module read and write them alike.
class ScriptFiles : public hoc::RunFiles {
  public:
    /// `context` must outlive this object.
    explicit ScriptFiles(const hoc::Context& context) : context_(context) {}
    std::shared_ptr<exchange::SpikeSource> read_raster(const std::string& file) override;
    edges::EdgeTable read_connections(const std::string& file, const edges::EdgeReading& reading) override;
    std::vector<std::pair<engine::Gid, double>> read_times_of_cells(const std::string& summary) override;
    void write_connections(const std::string& file) override;

  private:
    const hoc::Context& context_;
};

}  // namespace ranvier::program
