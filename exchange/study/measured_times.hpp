#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "exchange/run_outline.hpp"
#include "exchange/spike.hpp"
#include "exchange/steps.hpp"

namespace ranvier::exchange {

struct RecordedRun;

/// The times of computing that a run has measured, so that they can be divided among other ranks.
struct MeasuredTimes {
    struct Cell {
        Gid gid;
        double work;  ///< of a step, in the unit of the other cells of its block
    };
    /// Cells that advance together.
    struct Block {
        int rank = 0;
        double update_s = 0, deliver_s = 0;
        double groups_s = 0;          ///< of deliver_s, what each group of targets of a spike took
        std::int64_t deliveries = 0;  ///< to its cells
        std::vector<Cell> cells;
    };
    /// A part of the run, up to `end`.
    struct Row {
        double end = 0;        ///< [ms]
        double deliver_s = 0;  ///< as in Rank
        double compute_s = 0;  ///< update, deliver and others together
    };
    struct Rank {
        double update_s = 0, deliver_s = 0;
        double others_s = 0;    ///< collecting spikes and samples, and waiting for threads
        std::vector<Row> rows;  ///< empty: not noted
    };

    std::vector<Block> blocks;
    std::vector<Rank> ranks;
    bool is_inserted = false;  ///< events of equal time were in the order of insertion, which costs more
    std::string origin;        ///< the file
    std::string obstacle;      ///< if the file has no times: why

    bool any() const { return !blocks.empty(); }
};

/// The times of computing of one rank's cells alone, as a replay has measured them.
struct RankSample {
    int rank = 0, of = 1;
    std::vector<MeasuredTimes::Row> rows;
    std::vector<Gid> gids;  ///< of its cells
    std::string origin;     ///< the file
};

/// The work of a cell on any rank.
struct CellCost {
    double step_s = 0;   ///< each step, in the mean over the run
    double event_s = 0;  ///< each input
    double group_s = 0;  ///< the inputs of a spike that have one delay, together, to this cell and others of its rank
};

/// How the time of a step, or of an input, varies during a run: factors of the mean, each up to a step.
class TimeCourse {
  public:
    struct Piece {
        Step end;  ///< the first step after it
        double factor;
    };
    TimeCourse() = default;
    explicit TimeCourse(std::vector<Piece> pieces) : pieces_(std::move(pieces)) {}
    std::span<const Piece> pieces() const { return pieces_; }
    /// Steps that no piece covers have the factor 1. `cursor` speeds up ascending steps; begin with 0.
    double factor(Step step, std::size_t& cursor) const;
    double factor(Step step) const;

  private:
    std::vector<Piece> pieces_;
};

/// The costs of the run's cells, in the order of its gids. The sums over a recorded rank are its measured times.
/// Precondition: it has measured times.
std::vector<CellCost> costs_of_cells(const RecordedRun& run);

/// How the work of the cells of a recorded rank varied: in each interval that was noted, steps and inputs together take what
/// was measured there.
struct RankCourse {
    TimeCourse steps, inputs;
};

/// By rank of the recorded run. `costs`: of its cells.
std::vector<RankCourse> courses_of(const RecordedRun& run, const std::vector<CellCost>& costs);

/// The seconds of each step of each rank of `ranks`: of a sampled rank as measured; of another one, drawn window by window
/// from the samples at the same time of the model (block bootstrap), so that what all ranks have in common stays.
/// Deterministic. Precondition: there are samples.
std::vector<TimeCourse> courses_from(std::span<const RankSample> samples, const RunOutline& outline, int ranks,
                                     std::uint64_t seed);

/// The rank of the recorded run that each cell was on.
std::vector<int> recorded_ranks_of(const RecordedRun& run);

}  // namespace ranvier::exchange
