#include "engine/record/player.hpp"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace ranvier::engine {

namespace {

QueueSample queues_of(std::vector<std::unique_ptr<BlockEvents>>& blocks) {
    return [&blocks](std::uint32_t block, const Event& event) {
        if (block < blocks.size()) blocks[block]->queue().push(event);
    };
}

/// Passes on the events that two kinds of records queue, in order of the records' creation: in NEURON's order, equal
/// times are ordered by insertion.
template <class Few, class Many>
void queue_in_order(Few&& queue_few, Many&& queue_many, const QueueSample& queue) {
    std::vector<std::pair<std::uint32_t, Event>> few;
    queue_few([&](std::uint32_t block, const Event& event) { few.emplace_back(block, event); });
    auto next = few.begin();
    queue_many([&](std::uint32_t block, const Event& event) {
        for (; next != few.end() && next->second.sampled() < event.sampled(); ++next) queue(next->first, next->second);
        queue(block, event);
    });
    for (; next != few.end(); ++next) queue(next->first, next->second);
}

}  // namespace

RecordId Player::give_number() {
    resolved_ = false;
    return next_record_++;
}

RecordId Player::record(Recordable from, Samples to, std::optional<double> dt, Samples at_times) {
    const RecordId id = give_number();
    RecordedValue of{std::move(from)};
    if (dt || at_times) {
        timed_records_.add(id, std::move(of), std::move(to), dt, std::move(at_times));
    } else {
        step_records_.add(id, std::move(of), std::move(to));
    }
    return id;
}

RecordId Player::record_count(VariableRef count, VariableRef time, Samples to) {
    const RecordId id = give_number();
    count_records_.add(id, count, time, std::move(to));
    return id;
}

RecordId Player::record_steps(VariableRef variable, Samples to) {
    const RecordId id = give_number();
    step_records_.add_clock(id, variable, std::move(to));
    return id;
}

RecordId Player::record_together(std::vector<VariableRef> variables, Samples to, double dt, double begin, double end) {
    const RecordId id = give_number();
    report_records_.add(id, std::move(variables), std::move(to), dt, begin, end);
    return id;
}

void Player::remove_record(RecordId id) {
    resolved_ = false;
    if (step_records_.remove(id) || count_records_.remove(id) || timed_records_.remove(id)) return;
    report_records_.remove(id);
}

PlayId Player::play(Playable to, PlayedValues played) {
    resolved_ = false;
    return plays_.add(std::move(to), std::move(played));
}

void Player::remove_play(PlayId id) {
    resolved_ = false;
    plays_.remove(id);
}

void Player::resolve(std::vector<std::unique_ptr<BlockEvents>>& blocks) {
    blocks_ = &blocks;
    step_records_.resolve();
    count_records_.resolve();
    timed_records_.resolve();
    report_records_.resolve();
    plays_.resolve();
    resolved_ = true;
}

// --- starting --------------------------------------------------------------------------------------------------------

void Player::init_play(std::vector<std::unique_ptr<BlockEvents>>& blocks, double t) {
    plays_.start(t, queues_of(blocks));
}

void Player::init_record(std::vector<std::unique_ptr<BlockEvents>>& blocks, double t) {
    step_records_.restart();
    count_records_.restart();
    queue_in_order([&](const QueueSample& to) { report_records_.start(t, to); },
                   [&](const QueueSample& to) { timed_records_.start(t, to); }, queues_of(blocks));
}

// --- saved states ----------------------------------------------------------------------------------------------------

void Player::check(const Event& sample) const {
    const RecordId end = is_of_record(sample) ? next_record_ : plays_.end();
    // Records that were removed since, or are taken together, have another event.
    if (record_of(sample) < end && sample.sampled_together() == 0) return;
    throw std::runtime_error("the saved state differs: there were other recorded and played Vectors");
}

bool Player::is_void(const Event& sample) const {
    if (!is_of_record(sample)) return false;
    return report_records_.has(record_of(sample)) ? report_records_.is_void(sample) : timed_records_.is_void(sample);
}

void Player::renew(Event& sample) const {
    if (!is_of_record(sample)) return;
    timed_records_.renew(sample);
    report_records_.renew(sample);
}

std::vector<RecordedSamples> Player::recorded() const {
    std::vector<RecordedSamples> all;
    step_records_.list(all);
    count_records_.list(all);
    timed_records_.list(all);
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.id < b.id; });
    return all;
}

void Player::go_on(double til, bool records_too, std::vector<PendingEvent>& events) {
    const bool has_blocks = blocks_ && !blocks_->empty();
    const QueueSample queue = [&](std::uint32_t, const Event& event) {
        if (has_blocks) events.push_back({event});
    };
    plays_.resume(til, records_too, queue);
    if (records_too) {
        queue_in_order([&](const QueueSample& to) { report_records_.resume(til, to); },
                       [&](const QueueSample& to) { timed_records_.resume(to); }, queue);
    }
    count_records_.resume();
}

// --- during the run --------------------------------------------------------------------------------------------------

std::vector<const double*> Player::read_each_step(std::uint32_t block) const {
    std::vector<const double*> addresses;
    step_records_.list_addresses(block, addresses);
    count_records_.list_addresses(block, addresses);
    return addresses;
}

std::int64_t Player::sample(const Event& due, EventQueue& queue) {
    if (!is_of_record(due)) {
        const auto block = plays_.block_of_due(due.sampled());
        if (!block) return 1;
        if (StepWatcher* watcher = (*blocks_)[*block]->watcher()) watcher->about_to_change(due.t);
        plays_.sample(due, queue);
        return 1;
    }
    if (due.sampled_together() > 0 || !report_records_.has(record_of(due))) return timed_records_.sample(due, queue);
    report_records_.sample(due, queue);
    return 1;
}

std::vector<Event> Player::each_alone(const Event& samples) const {
    return timed_records_.each_alone(samples);
}

std::uint32_t Player::block_of_sample(std::uint32_t index) const {
    if (!(index & record_bit)) return plays_.block_of(index);
    const RecordId id = index & ~record_bit;
    return report_records_.has(id) ? report_records_.block_of(id) : timed_records_.block_of(id);
}

}  // namespace ranvier::engine
