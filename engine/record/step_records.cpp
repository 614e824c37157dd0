#include "engine/record/step_records.hpp"

#include <algorithm>

#include "engine/solve/block.hpp"

namespace ranvier::engine {

void StepRecords::resolve() {
    const auto& blocks = model_.blocks();
    by_block_.assign(std::max<std::size_t>(blocks.size(), 1), {});
    slow_.clear();
    records_.forget_removed();
    records_.for_each([&](RecordId id, Record& r) {
        r.of.resolve(model_);
        const VariablePlace& place = r.of.place;
        if (r.of.is_slow(model_)) {
            slow_.push_back(id);
        } else if (place.address) {
            const double* from = r.is_clock && !blocks.empty() ? &blocks[place.block]->t : place.address;
            by_block_[place.block].push_back({from, r.to.get()});
        }
    });
}

void StepRecords::list(std::vector<RecordedSamples>& to) const {
    records_.for_each([&](RecordId id, const Record& r) {
        if (!r.of.is_gone()) to.push_back({id, r.of.variable(), true, r.is_clock, r.to});
    });
}

void StepRecords::restart() {
    records_.for_each([](RecordId, Record& r) {
        if (!r.of.is_gone()) r.to->clear();
    });
}

// A function may remove records.
void StepRecords::sample_slow(double t) {
    for (const RecordId id : slow_) {
        if (const Record* r = records_.find(id)) r->to->push_back(r->of.read(t));
    }
}

void StepRecords::list_addresses(std::uint32_t block, std::vector<const double*>& to) const {
    if (block >= by_block_.size()) return;
    const auto& blocks = model_.blocks();
    for (const Sample& s : by_block_[block]) {
        if (block >= blocks.size() || s.from != &blocks[block]->t) to.push_back(s.from);
    }
}

}  // namespace ranvier::engine
