#include "engine/record/count_records.hpp"

#include <algorithm>

#include "engine/record/recorded_value.hpp"
#include "engine/solve/block.hpp"

namespace ranvier::engine {

void CountRecords::resolve() {
    by_block_.assign(std::max<std::size_t>(model_.blocks().size(), 1), {});
    records_.forget_removed();
    records_.for_each([&](RecordId, Record& r) {
        const VariablePlace count = place_of(model_, r.count);
        const double* time = place_of(model_, r.time).address;
        r.is_gone = !count.address;
        if (count.address && time) by_block_[count.block].push_back({count.address, time, r.to.get(), *count.address});
    });
}

void CountRecords::list(std::vector<RecordedSamples>& to) const {
    records_.for_each([&](RecordId id, const Record& r) {
        if (!r.is_gone) to.push_back({id, r.count, true, false, r.to});
    });
}

void CountRecords::restart() {
    records_.for_each([](RecordId, Record& r) {
        if (!r.is_gone) r.to->clear();
    });
    for (std::vector<Count>& counts : by_block_) {
        for (Count& c : counts) c.seen = 0;
    }
}

void CountRecords::resume() {
    for (std::vector<Count>& counts : by_block_) {
        for (Count& c : counts) c.seen = *c.count;
    }
}

void CountRecords::list_addresses(std::uint32_t block, std::vector<const double*>& to) const {
    if (block >= by_block_.size()) return;
    for (const Count& c : by_block_[block]) to.insert(to.end(), {c.count, c.time});
}

}  // namespace ranvier::engine
