#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace ranvier::exchange {

using Bytes = std::vector<std::byte>;

struct Job {
    std::int64_t id;
    std::int64_t parent;  ///< the job that submitted it; 0: the script
    Bytes body;           ///< the work to do; once finished, the answer
};

/// The contents of the board: messages, pending jobs, and answers that have not been fetched. No communication.
class Board {
  public:
    void post(std::string key, Bytes body) { messages_[std::move(key)].push_back(std::move(body)); }
    std::optional<Bytes> look(const std::string& key) const;
    std::optional<Bytes> take(const std::string& key);

    std::int64_t submit(std::int64_t parent, Bytes body);
    std::optional<Job> next_job();

    void finish(Job answer);
    std::optional<Job> take_answer(std::int64_t parent);

  private:
    std::map<std::string, std::deque<Bytes>> messages_;
    std::deque<Job> jobs_;
    std::map<std::int64_t, std::deque<Job>> answers_;  // by parent
    std::int64_t last_id_ = 0;
};

}  // namespace ranvier::exchange
