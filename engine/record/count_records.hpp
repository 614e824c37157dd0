#pragma once

#include <cstdint>
#include <vector>

#include "engine/record/numbered.hpp"
#include "engine/record/samples.hpp"
#include "engine/solve/model.hpp"

namespace ranvier::engine {

/// Records of counters: element n - 1 is the time at which a counter became n. Another variable has the time of the
/// latest count. If a counter has grown by several within a step, the elements in between are 0.
class CountRecords {
  public:
    explicit CountRecords(Model& model) : model_(model) {}

    void add(RecordId id, VariableRef count, VariableRef time, Samples to) {
        records_.add(id, {count, time, std::move(to), true});
    }
    bool remove(RecordId id) { return records_.remove(id); }
    /// To be called when records or the structure have changed, before samples are taken.
    void resolve();
    void list(std::vector<RecordedSamples>& to) const;

    /// Empties the vectors; all counters begin at 0.
    void restart();
    /// All counters have their present values.
    void resume();
    /// Looks at the counters of a block.
    void sample(std::uint32_t block) {
        if (block >= by_block_.size()) return;
        for (Count& c : by_block_[block]) {
            if (*c.count > c.seen) {
                c.to->resize(static_cast<std::size_t>(*c.count));
                c.to->back() = *c.time;
            }
            c.seen = *c.count;
        }
    }
    /// Adds the addresses that `sample` reads in the block.
    void list_addresses(std::uint32_t block, std::vector<const double*>& to) const;

  private:
    struct Record {
        VariableRef count, time;
        Samples to;
        bool is_gone;  // the counter was deleted, or isn't resolved yet
    };
    struct Count {
        const double* count;
        const double* time;
        std::vector<double>* to;
        double seen;
    };

    Model& model_;
    Numbered<Record> records_;
    std::vector<std::vector<Count>> by_block_;
};

}  // namespace ranvier::engine
