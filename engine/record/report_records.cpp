#include "engine/record/report_records.hpp"

#include <fmt/format.h>

#include <stdexcept>
#include <utility>

#include "engine/event/simulation_error.hpp"

namespace ranvier::engine {

void ReportRecords::add(RecordId id, std::vector<VariableRef> variables, Samples to, double dt, double begin,
                        double end) {
    if (!(dt > 0)) throw std::invalid_argument("Vector.record: the interval must be positive");
    records_.add(id, {std::move(variables), std::move(to), dt, begin, end});
}

void ReportRecords::resolve() {
    records_.forget_removed();
    records_.for_each([this](RecordId, Record& r) {
        r.addresses.clear();
        r.block = model_.exists(r.variables.front()) ? model_.block_of(r.variables.front()) : 0;
        for (const VariableRef variable : r.variables) {
            if (!model_.exists(variable)) return r.addresses.clear();
            r.addresses.push_back(model_.address(variable));
        }
    });
}

void ReportRecords::start(double t, const QueueSample& queue) {
    records_.for_each([&](RecordId id, Record& r) {
        if (r.addresses.empty()) return;
        r.to->clear();
        ++r.beginning;
        r.next = r.from;
        while (r.next < t) r.next += r.dt;
        r.begun = r.next;
        if (r.next <= r.til) queue(r.block, Event::sample(r.next, index_of_record(id), r.beginning));
    });
}

void ReportRecords::resume(double til, const QueueSample& queue) {
    records_.for_each([&](RecordId id, Record& r) {
        if (r.addresses.empty()) return;
        r.to->clear();
        r.next = r.begun;
        while (r.next <= til) r.next += r.dt;  // with the rounding of one sample after the other
        if (r.next <= r.til) queue(r.block, Event::sample(r.next, index_of_record(id), r.beginning));
    });
}

void ReportRecords::sample(const Event& due, EventQueue& queue) const {
    Record* r = records_.find(record_of(due));
    if (!r || r->addresses.empty() || r->beginning != due.beginning()) return;
    if (due.t != r->next) {
        throw SimulationError(fmt::format(
            "a report cannot go back from t = {:g} to {:g} ms with a restored state; record into a Vector instead",
            r->next, due.t));
    }
    for (const double* address : r->addresses) r->to->push_back(*address);
    Event next = due;
    next.t = r->next = due.t + r->dt;
    if (r->next <= r->til) queue.push(next);
}

void ReportRecords::renew(Event& sample) const {
    if (const Record* r = records_.find(record_of(sample))) sample.set_beginning(r->beginning);
}

std::uint32_t ReportRecords::block_of(RecordId id) const {
    const Record* r = records_.find(id);
    return r ? r->block : 0;
}

}  // namespace ranvier::engine
