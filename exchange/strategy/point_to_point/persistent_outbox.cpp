#include <algorithm>
#include <list>
#include <utility>
#include <vector>

#include "exchange/strategy/point_to_point/outbox.hpp"

namespace ranvier::exchange {

namespace {

/// A list of persistent sends and the message that they read.
struct Record {
    Route list;
    SpikeMessage message;
    PersistentRequest request;
    std::list<Record>::iterator place;  // this record's place in records_
    bool is_active = false;
    bool is_listed = false;  // in active_
};

class PersistentOutbox final : public Outbox {
  public:
    PersistentOutbox(Transport& transport, SendMode mode, std::size_t most_requests, ExchangeCounters& counters)
        : transport_(transport),
          mode_(mode),
          most_requests_(most_requests),
          counters_(counters),
          once_(make_isend_outbox(transport, mode)) {}

    ~PersistentOutbox() override {
        if (are_all_over()) forget_lists();
    }
    PersistentOutbox(const PersistentOutbox&) = delete;
    PersistentOutbox& operator=(const PersistentOutbox&) = delete;

    void send(const Route& list, const SpikeMessage& message) override {
        Record* recorded = list.number < by_list_.size() ? by_list_[list.number] : nullptr;
        if (recorded && !is_over(*recorded)) {
            ++counters_.lists_sent_once;
            once_->send(list, message);
        } else if (recorded) {
            ++counters_.lists_replayed;
            records_.splice(records_.begin(), records_, recorded->place);
            start(*recorded, message);
        } else if (make_room(list.targets.size())) {
            ++counters_.lists_recorded;
            start(record(list), message);
        } else {
            ++counters_.lists_sent_once;
            once_->send(list, message);
        }
    }

    bool are_over(Serial serial, Phase phase) override {
        const auto is_of_it = [&](const Record* each) {
            return each->message.serial == serial && each->message.way() == phase;
        };
        // The newest list rarely completes before the others: while it is pending, the others need no test.
        if (!active_.empty() && is_of_it(active_.back()) && !is_over(*active_.back())) return false;
        tidy();
        return once_->are_over(serial, phase) && std::none_of(active_.begin(), active_.end(), is_of_it);
    }

    bool are_all_over() override {
        tidy();
        return once_->are_all_over() && active_.empty();
    }

    void forget_lists() override {
        for (Record& each : records_) transport_.release(each.request);
        records_.clear();
        by_list_.clear();
        requests_ = 0;
    }

  private:
    Record& record(const Route& list) {
        records_.push_front({.list = list, .message = {}, .request = {}, .place = {}});
        Record& made = records_.front();
        const auto data = std::as_bytes(std::span(&made.message, 1));
        made.request = mode_ == SendMode::synchronous ? transport_.ssend_init(list.targets, spike_tag, data)
                                                      : transport_.send_init(list.targets, spike_tag, data);
        made.place = records_.begin();
        if (by_list_.size() <= list.number) by_list_.resize(list.number + 1);
        by_list_[list.number] = &made;
        requests_ += list.targets.size();
        return made;
    }

    void start(Record& record, const SpikeMessage& message) {
        if (active_.size() >= look_at_) {
            tidy();
            look_at_ = std::max(first_look, 2 * active_.size());
        }
        record.message = message;
        record.is_active = true;
        if (!std::exchange(record.is_listed, true)) active_.push_back(&record);
        transport_.start(record.request);
    }

    bool is_over(Record& record) {
        record.is_active = record.is_active && !transport_.test(record.request);
        return !record.is_active;
    }

    void tidy() {
        requests_of_active_.clear();
        for (const Record* each : active_) requests_of_active_.push_back(each->request);
        const bool all_are_over = transport_.test_all(requests_of_active_);
        std::erase_if(active_, [&](Record* record) {
            if (all_are_over) record->is_active = false;
            record->is_listed = !is_over(*record);
            return !record->is_listed;
        });
    }

    /// Makes room by discarding the least recently used lists that are not active. False if this is not enough.
    bool make_room(std::size_t wanted) {
        if (wanted > most_requests_) return false;
        for (auto oldest = records_.end(); requests_ + wanted > most_requests_ && oldest != records_.begin();) {
            --oldest;
            if (!is_over(*oldest)) continue;
            if (oldest->is_listed) std::erase(active_, &*oldest);
            ++counters_.lists_evicted;
            requests_ -= oldest->list.targets.size();
            transport_.release(oldest->request);
            by_list_[oldest->list.number] = nullptr;
            oldest = records_.erase(oldest);
        }
        return requests_ + wanted <= most_requests_;
    }

    static constexpr std::size_t first_look = 64;

    Transport& transport_;
    const SendMode mode_;
    const std::size_t most_requests_;
    ExchangeCounters& counters_;
    const std::unique_ptr<Outbox> once_;  // for lists that cannot be recorded or are still active
    std::list<Record> records_;           // most recently used first
    std::vector<Record*> by_list_;        // indexed by list number
    std::vector<Record*> active_;         // may include lists that have completed since
    std::vector<PersistentRequest> requests_of_active_;
    std::size_t look_at_ = first_look;  // number of active lists at which to test them
    std::size_t requests_ = 0;          // number of persistent sends in all records
};

}  // namespace

std::unique_ptr<Outbox> make_persistent_outbox(Transport& transport, SendMode mode, std::size_t most_requests,
                                               ExchangeCounters& counters) {
    return std::make_unique<PersistentOutbox>(transport, mode, most_requests, counters);
}

}  // namespace ranvier::exchange
