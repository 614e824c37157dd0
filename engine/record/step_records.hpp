#pragma once

#include <cstdint>
#include <vector>

#include "engine/record/numbered.hpp"
#include "engine/record/recorded_value.hpp"
#include "engine/record/samples.hpp"

namespace ranvier::engine {

/// Records that take a sample at each step: of a variable or function, or of the time of the steps of a variable's cell.
///
/// Variables are read by the thread of their block, without a queue. Slow values are read on the run's thread.
class StepRecords {
  public:
    explicit StepRecords(Model& model) : model_(model) {}

    void add(RecordId id, RecordedValue of, Samples to) { records_.add(id, {std::move(of), std::move(to), false}); }
    /// Records the time of each step [ms]; with local steps, of each step of the variable's cell.
    void add_clock(RecordId id, VariableRef variable, Samples to) {
        records_.add(id, {{variable}, std::move(to), true});
    }
    bool remove(RecordId id) { return records_.remove(id); }
    /// To be called when records or the structure have changed, before samples are taken.
    void resolve();
    bool is_slow() const { return !slow_.empty(); }
    void list(std::vector<RecordedSamples>& to) const;

    /// Empties the vectors.
    void restart();
    /// Takes one sample of each variable in the block.
    void sample(std::uint32_t block) {
        if (block >= by_block_.size()) return;
        for (const Sample& s : by_block_[block]) s.to->push_back(*s.from);
    }
    /// The same for slow values; `t` is the value of the scalar t if there are no blocks.
    void sample_slow(double t);
    /// Adds the addresses that `sample` reads in the block, except that of the block's time.
    void list_addresses(std::uint32_t block, std::vector<const double*>& to) const;

  private:
    struct Record {
        RecordedValue of;
        Samples to;
        bool is_clock;
    };
    struct Sample {
        const double* from;
        std::vector<double>* to;
    };

    Model& model_;
    Numbered<Record> records_;
    std::vector<std::vector<Sample>> by_block_;
    std::vector<RecordId> slow_;
};

}  // namespace ranvier::engine
