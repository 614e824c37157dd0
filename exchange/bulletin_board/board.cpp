#include "exchange/bulletin_board/board.hpp"

#include <utility>

namespace ranvier::exchange {

namespace {

/// Takes the oldest message under a key; removes the key with its last message.
template <typename Key, typename Value>
std::optional<Value> take_first(std::map<Key, std::deque<Value>>& lists, const Key& key) {
    const auto list = lists.find(key);
    if (list == lists.end()) return std::nullopt;
    Value first = std::move(list->second.front());
    list->second.pop_front();
    if (list->second.empty()) lists.erase(list);
    return first;
}

}  // namespace

std::optional<Bytes> Board::look(const std::string& key) const {
    const auto list = messages_.find(key);
    if (list == messages_.end()) return std::nullopt;
    return list->second.front();
}

std::optional<Bytes> Board::take(const std::string& key) {
    return take_first(messages_, key);
}

std::int64_t Board::submit(std::int64_t parent, Bytes body) {
    jobs_.push_back({++last_id_, parent, std::move(body)});
    return last_id_;
}

std::optional<Job> Board::next_job() {
    if (jobs_.empty()) return std::nullopt;
    Job job = std::move(jobs_.front());
    jobs_.pop_front();
    return job;
}

void Board::finish(Job answer) {
    answers_[answer.parent].push_back(std::move(answer));
}

std::optional<Job> Board::take_answer(std::int64_t parent) {
    return take_first(answers_, parent);
}

}  // namespace ranvier::exchange
