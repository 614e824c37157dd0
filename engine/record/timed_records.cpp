#include "engine/record/timed_records.hpp"

#include <algorithm>
#include <map>
#include <stdexcept>
#include <utility>

namespace ranvier::engine {

std::optional<double> TimedRecords::Record::next_time(std::size_t taken, double t) const {
    if (dt) return t + *dt;
    return taken < at_times->size() ? std::optional((*at_times)[taken]) : std::nullopt;
}

void TimedRecords::add(RecordId id, RecordedValue of, Samples to, std::optional<double> dt, Samples at_times) {
    if (dt && !(*dt > 0)) throw std::invalid_argument("Vector.record: the interval must be positive");
    records_.add(id, {id, std::move(of), std::move(to), dt, std::move(at_times)});
}

bool TimedRecords::remove(RecordId id) {
    const Record* r = records_.find(id);
    if (r && r->place != Record::alone) gathered_[r->place] = nullptr;
    return records_.remove(id);
}

void TimedRecords::resolve() {
    slow_ = false;
    records_.forget_removed();
    records_.for_each([this](RecordId, Record& r) {
        r.of.resolve(model_);
        slow_ |= r.of.is_slow(model_);
    });
}

void TimedRecords::list(std::vector<RecordedSamples>& to) const {
    records_.for_each([&](RecordId id, const Record& r) {
        if (!r.of.is_gone()) to.push_back({id, r.of.variable(), false, false, r.to});
    });
}

// --- starting --------------------------------------------------------------------------------------------------------

void TimedRecords::start(double t, const QueueSample& queue) {
    records_.for_each([&](RecordId id, Record& r) {
        if (r.of.is_gone()) return;
        r.to->clear();
        ++r.beginning;
        r.begun = t;
        const std::optional<double> first = r.dt ? t : r.next_time(0, t);
        if (first) queue(r.of.place.block, Event::sample(*first, index_of_record(id), r.beginning));
    });
    gather();
}

// With the rounding of one sample after the other.
void TimedRecords::resume(const QueueSample& queue) const {
    records_.for_each([&](RecordId id, const Record& r) {
        if (r.of.is_gone()) return;
        const std::size_t taken = r.to->size();
        std::optional<double> next = r.dt ? r.begun : r.next_time(taken, r.begun);
        for (std::size_t k = 0; r.dt && k < taken; ++k) next = r.next_time(k, *next);
        if (next) queue(r.of.place.block, Event::sample(*next, index_of_record(id), r.beginning));
    });
}

// A function called by a sample may read recorded values, so samples before and after it in order are never grouped.
void TimedRecords::gather() {
    using Kind = std::pair<std::uint32_t, double>;  // block, interval
    std::map<Kind, std::vector<Record*>> kinds;
    gathered_.clear();
    ++gathering_;
    const auto place_kinds = [&] {
        for (const auto& [kind, records] : std::exchange(kinds, {})) {
            for (Record* r : records) {
                r->place = static_cast<std::uint32_t>(gathered_.size());
                gathered_.push_back(r);
            }
            gathered_.push_back(nullptr);
        }
    };
    records_.for_each([&](RecordId, Record& r) {
        r.place = Record::alone;
        if (r.is_plain()) kinds[{r.of.place.block, *r.dt}].push_back(&r);
        if (r.of.is_function()) place_kinds();
    });
    place_kinds();
}

// --- during the run --------------------------------------------------------------------------------------------------

std::int64_t TimedRecords::sample(const Event& due, EventQueue& queue) const {
    Event next = due;
    const Record* r = records_.find(record_of(due));
    if (next.sampled_together() == 0) {
        if (!r || r->of.is_gone() || r->beginning != due.beginning()) return 1;
        if (r->place != Record::alone) {
            next.sequence = r->place;
            next.set_sampled_together(1);
            next.set_beginning(gathering_);
        }
    }
    if (next.sampled_together() > 0) {
        take_those_behind(next, queue);
        const auto count = static_cast<std::int64_t>(next.sampled_together());
        const double interval = sample_group(next);
        next.t = due.t + interval;
        if (interval > 0) queue.push_together(next);
        return count;
    }
    r->to->push_back(r->of.read(due.t));
    if (const auto t = r->next_time(r->to->size(), due.t)) {
        next.t = *t;
        queue.push(next);
    }
    return 1;
}

/// Pops the following samples that can be taken together with `samples`, which has just been popped, and adds them to
/// it.
void TimedRecords::take_those_behind(Event& samples, EventQueue& queue) const {
    while (!queue.empty()) {
        const Event& top = queue.top();
        if (top.type != EventType::sample || top.t != samples.t || !is_of_record(top)) return;
        const Record* r = records_.find(record_of(top));
        const bool is_group = top.sampled_together() > 0;
        if (!is_group && !r) return;
        if (top.beginning() != (is_group ? samples.beginning() : r->beginning)) return;
        const std::uint32_t place = is_group ? top.sequence : r->place;
        if (place != samples.sequence + static_cast<std::uint32_t>(samples.sampled_together())) return;
        samples.set_sampled_together(samples.sampled_together() + std::max(1., top.sampled_together()));
        queue.pop();
    }
}

/// Takes the samples of a group; returns their interval [ms], 0 if no samples are left.
double TimedRecords::sample_group(const Event& due) const {
    double interval = 0;
    if (due.beginning() != gathering_) return interval;
    for (std::uint32_t place = due.sequence; place < due.sequence + due.sampled_together(); ++place) {
        const Record* r = gathered_[place];
        if (!r || !r->of.place.address) continue;
        r->to->push_back(*r->of.place.address);
        interval = *r->dt;
    }
    return interval;
}

// --- events ----------------------------------------------------------------------------------------------------------

std::vector<Event> TimedRecords::each_alone(const Event& samples) const {
    std::vector<Event> all;
    if (samples.beginning() != gathering_) return all;
    for (std::uint32_t place = samples.sequence; place < samples.sequence + samples.sampled_together(); ++place) {
        const Record* r = gathered_[place];
        if (!r) continue;
        Event single = samples;
        single.set_sampled_together(0);
        single.sequence = 0;
        single.set_sampled(index_of_record(r->id));
        single.set_beginning(r->beginning);
        all.push_back(single);
    }
    return all;
}

bool TimedRecords::is_void(const Event& sample) const {
    const Record* r = records_.find(record_of(sample));
    return !r || r->beginning != sample.beginning();
}

void TimedRecords::renew(Event& sample) const {
    if (const Record* r = records_.find(record_of(sample))) sample.set_beginning(r->beginning);
}

std::uint32_t TimedRecords::block_of(RecordId id) const {
    const Record* r = records_.find(id);
    return r ? r->of.place.block : 0;
}

}  // namespace ranvier::engine
