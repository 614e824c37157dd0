#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "engine/simulation/simulation.hpp"
#include "hoc_like/language/interface/number_ref.hpp"
#include "hoc_like/library/session/session.hpp"

namespace ranvier::program {

/// The values of variables at each step, from the last run of a program (--trace, docs/rasters-and-reports.md).
class TraceRun {
  public:
    /// `names`: of variables, such as soma.v(0.5); each may exist on some ranks only. `file`: to be written; throws
    /// raster::RasterError if it cannot be.
    TraceRun(hoc::Session& session, std::vector<std::string> names, std::string file);
    ~TraceRun();
    TraceRun(const TraceRun&) = delete;
    TraceRun& operator=(const TraceRun&) = delete;

    /// Collective; each initialize calls it. Restarts, and looks for the variables again, since the model may have
    /// changed. Throws std::invalid_argument if no rank has a variable.
    void begin();
    /// Collective. Writes the file, unless no run has begun; returns the number of steps in it, and 0 on other ranks.
    std::size_t finish();
    const std::string& file() const { return file_; }

  private:
    struct Trace {
        std::size_t name;  // in names_
        engine::Samples values;
        engine::RecordId record;
    };
    hoc::NumberRefPtr find(const std::string& name) const;
    void record(std::size_t name, const hoc::NumberRefPtr& variable);
    void check_found() const;
    std::string why_not_found(const std::string& name) const;
    void write(const std::vector<std::vector<double>>& columns) const;

    hoc::Session& session_;
    std::vector<std::string> names_;
    std::string file_;
    std::string path_;  // file_, with links followed
    engine::Hooks::Id handler_;
    std::vector<Trace> traces_;  // of variables on this rank
    engine::Samples times_;
    engine::RecordId times_record_{};
    bool has_begun_ = false;
};

}  // namespace ranvier::program
