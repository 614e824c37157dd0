#include "exchange/bulletin_board/bulletin_board.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <list>
#include <utility>

#include "exchange/bulletin_board/board.hpp"
#include "exchange/error.hpp"
#include "exchange/transport/patience.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::exchange {

namespace {

constexpr int request_tag = 32000, reply_tag = 32001;

enum class Ask : std::int64_t { post, take, look, look_take, submit, answer, work, idle };
enum class Say : std::int64_t { nothing, message, answer, job, context, quit };

/// A message between ranks: a kind, two numbers, a key and a body.
struct Parcel {
    std::int64_t kind = 0;
    std::int64_t id = 0;
    std::int64_t parent = 0;
    std::string key = {};
    Bytes body = {};
};

Bytes wrap(const Parcel& parcel) {
    const std::int64_t head[] = {parcel.kind, parcel.id, parcel.parent, static_cast<std::int64_t>(parcel.key.size())};
    Bytes bytes(sizeof head + parcel.key.size());
    std::memcpy(bytes.data(), head, sizeof head);
    std::copy_n(reinterpret_cast<const std::byte*>(parcel.key.data()), parcel.key.size(),
                bytes.begin() + static_cast<std::ptrdiff_t>(sizeof head));
    bytes.insert(bytes.end(), parcel.body.begin(), parcel.body.end());
    return bytes;
}

Parcel unwrap(const Bytes& bytes) {
    std::int64_t head[4];
    std::memcpy(head, bytes.data(), sizeof head);
    const auto* key = reinterpret_cast<const char*>(bytes.data() + sizeof head);
    Parcel parcel{head[0], head[1], head[2], std::string(key, static_cast<std::size_t>(head[3])), {}};
    parcel.body.assign(bytes.begin() + static_cast<std::ptrdiff_t>(sizeof head) + head[3], bytes.end());
    return parcel;
}

Parcel say(Say kind, Job job = {0, 0, {}}) {
    return {static_cast<std::int64_t>(kind), job.id, job.parent, {}, std::move(job.body)};
}

/// A rank's wait for the end of all.
class Ending {
  public:
    Ending(Transport& transport, int status, std::string why)
        : transport_(transport),
          status_(status),
          why_(std::move(why)),
          began_(transport.clock()),
          all_ended_(transport.ibarrier()) {}

    bool is_over() { return is_over_; }
    /// Waits until all ranks have ended, or `is_called`.
    Task<void> wait_until(std::function<bool()> is_called) {
        return transport_.wait_at_end(
            [this, is_called = std::move(is_called)] {
                is_over_ = is_over_ || transport_.has_failed() || transport_.test(all_ended_);
                if (!is_over_ && status_ > 0 && transport_.clock() - began_ > until_all_end_s * patience_factor())
                    end_all();
                return is_over_ || is_called();
            },
            status_);
    }

  private:
    static constexpr double until_all_end_s = 1;

    void end_all() {
        if (why_.empty()) why_ = fmt::format("ended with exit status {} while other ranks were running", status_);
        transport_.abort(fmt::format("rank {}: {}", transport_.rank(), why_), status_);
    }

    Transport& transport_;
    const int status_;
    std::string why_;
    const double began_;
    Request all_ended_;
    bool is_over_ = false;
};

class Common : public BulletinBoard {
  public:
    Common(Transport& transport, Evaluate evaluate) : transport_(transport), evaluate_(std::move(evaluate)) {}

  protected:
    /// Does a job. Jobs submitted and answers fetched meanwhile belong to this job.
    Task<Job> execute(Job job) {
        const std::int64_t outer = std::exchange(current_, job.id);
        const std::int64_t outer_pending = std::exchange(pending_, 0);
        Message answer = co_await evaluate_(job.id, Message(std::move(job.body)));
        current_ = outer;
        pending_ = outer_pending;
        job.body = answer.bytes();
        co_return job;
    }

    Transport& transport_;
    Evaluate evaluate_;
    std::int64_t current_ = 0;  // the job being done; 0: the script
    std::int64_t pending_ = 0;  // jobs submitted by the current job whose answers have not been fetched
};

/// Rank 0, which holds the board and serves the other ranks.
class Master final : public Common {
  public:
    Master(Transport& transport, Evaluate evaluate)
        : Common(transport, std::move(evaluate)), contexts_(static_cast<std::size_t>(transport.size())) {}

    Task<void> post(std::string key, Message message) override {
        board_.post(std::move(key), message.bytes());
        co_await serve_arrived();
    }

    Task<Message> take(std::string key) override {
        for (;;) {
            co_await serve_arrived();
            if (std::optional<Bytes> body = board_.take(key)) co_return Message(std::move(*body));
            if (transport_.size() == 1) {
                throw ExchangeError("take waits for '" + key + "', but there is no other rank that could post it");
            }
            co_await serve_one();
        }
    }

    Task<std::optional<Message>> look(std::string key) override {
        co_await serve_arrived();
        co_return as_message(board_.look(key));
    }

    Task<std::optional<Message>> look_take(std::string key) override {
        co_await serve_arrived();
        co_return as_message(board_.take(key));
    }

    Task<std::int64_t> submit(Message job) override {
        ++pending_;
        const std::int64_t id = board_.submit(current_, job.bytes());
        co_await serve_arrived();
        co_return id;
    }

    Task<std::optional<FinishedJob>> working() override {
        while (pending_ > 0) {
            co_await serve_arrived();
            if (std::optional<Job> answer = board_.take_answer(current_)) {
                --pending_;
                FinishedJob finished{answer->id, Message(std::move(answer->body))};
                co_return finished;
            }
            std::optional<Job> job;
            if (works_) job = board_.next_job();
            if (job) {
                Job answer = co_await execute(std::move(*job));
                board_.finish(std::move(answer));
            } else {
                co_await serve_one();
            }
        }
        co_return std::nullopt;
    }

    void let_master_work(bool works) override { works_ = works || transport_.size() == 1; }

    Task<void> context(Message job) override {
        for (std::size_t rank = 1; rank < contexts_.size(); ++rank) contexts_[rank].push_back(job.bytes());
        co_await answer_waiting();
    }

    Task<void> run_worker() override { co_return; }

    Task<void> done() override {
        is_done_ = true;
        co_await serve_arrived();
    }

    Task<void> end(int status, std::string why) override {
        is_done_ = true;
        Ending ending(transport_, status, std::move(why));
        for (;;) {
            co_await serve_arrived();
            co_await ending.wait_until([this] { return transport_.try_probe(any_rank, request_tag).has_value(); });
            if (ending.is_over()) break;
        }
    }

  private:
    struct Waiting {
        int rank;
        Parcel request;
    };

    static std::optional<Message> as_message(std::optional<Bytes> body) {
        if (!body) return std::nullopt;
        return Message(std::move(*body));
    }

    Task<void> serve_one() {
        Arrival arrival{};
        const Bytes bytes = co_await receive(transport_, any_rank, request_tag, &arrival);
        Waiting waiting{arrival.source, unwrap(bytes)};
        waiting_.push_back(std::move(waiting));
        co_await answer_waiting();
    }

    /// Serves pending requests, then answers the waiting ranks whose requests the board can now fulfill.
    Task<void> serve_arrived() {
        while (transport_.try_probe(any_rank, request_tag)) co_await serve_one();
        co_await answer_waiting();
    }

    /// Answers waiting ranks in the order of their requests. An answer may post a message that an earlier request waits
    /// for.
    Task<void> answer_waiting() {
        for (auto waiting = waiting_.begin(); waiting != waiting_.end();) {
            std::optional<Parcel> reply = reply_to(waiting->rank, waiting->request);
            if (!reply) {
                ++waiting;
                continue;
            }
            const int rank = waiting->rank;
            waiting_.erase(waiting);
            const Bytes bytes = wrap(*reply);
            co_await send(transport_, rank, reply_tag, bytes);
            waiting = waiting_.begin();
        }
    }

    /// The reply to a request, or nothing if the rank has to wait.
    std::optional<Parcel> reply_to(int rank, Parcel& request) {
        switch (static_cast<Ask>(request.kind)) {
            case Ask::post:
                board_.post(request.key, std::move(request.body));
                return say(Say::nothing);
            case Ask::take: {
                std::optional<Bytes> body = board_.take(request.key);
                if (!body) return std::nullopt;
                return say(Say::message, {0, 0, std::move(*body)});
            }
            case Ask::look:
                return message_or_nothing(board_.look(request.key));
            case Ask::look_take:
                return message_or_nothing(board_.take(request.key));
            case Ask::submit:
                return say(Say::nothing, {board_.submit(request.parent, std::move(request.body)), 0, {}});
            case Ask::answer:
                board_.finish({request.id, request.parent, std::move(request.body)});
                return say(Say::nothing);
            case Ask::work:
                if (std::optional<Job> answer = board_.take_answer(request.parent)) {
                    return say(Say::answer, std::move(*answer));
                }
                return work_for(rank);
            case Ask::idle:
                if (std::optional<Parcel> work = work_for(rank)) return work;
                if (is_done_) return say(Say::quit);
                return std::nullopt;
        }
        return say(Say::nothing);
    }

    static Parcel message_or_nothing(std::optional<Bytes> body) {
        return body ? say(Say::message, {0, 0, std::move(*body)}) : say(Say::nothing);
    }

    std::optional<Parcel> work_for(int rank) {
        std::deque<Bytes>& contexts = contexts_[rank];
        if (!contexts.empty()) {
            Parcel context = say(Say::context, {0, 0, std::move(contexts.front())});
            contexts.pop_front();
            return context;
        }
        if (std::optional<Job> job = board_.next_job()) return say(Say::job, std::move(*job));
        return std::nullopt;
    }

    Board board_;
    bool works_ = true;
    std::vector<std::deque<Bytes>> contexts_;  // by rank: context jobs not yet done there
    std::list<Waiting> waiting_;
    bool is_done_ = false;
};

/// Any other rank; it sends its requests to the master.
class Worker final : public Common {
  public:
    using Common::Common;

    Task<void> post(std::string key, Message message) override {
        co_await ask(Ask::post, 0, 0, std::move(key), message.bytes());
    }

    Task<Message> take(std::string key) override {
        Parcel reply = co_await ask(Ask::take, 0, 0, std::move(key), Bytes());
        co_return Message(std::move(reply.body));
    }

    Task<std::optional<Message>> look(std::string key) override { return ask_for_message(Ask::look, std::move(key)); }
    Task<std::optional<Message>> look_take(std::string key) override {
        return ask_for_message(Ask::look_take, std::move(key));
    }

    Task<std::int64_t> submit(Message job) override {
        ++pending_;
        const Parcel reply = co_await ask(Ask::submit, 0, current_, std::string(), job.bytes());
        co_return reply.id;
    }

    Task<std::optional<FinishedJob>> working() override {
        while (pending_ > 0) {
            Parcel reply = co_await ask(Ask::work, 0, current_, std::string(), Bytes());
            if (static_cast<Say>(reply.kind) == Say::answer) {
                --pending_;
                FinishedJob finished{reply.id, Message(std::move(reply.body))};
                co_return finished;
            }
            co_await work(std::move(reply));
        }
        co_return std::nullopt;
    }

    void let_master_work(bool) override {}

    Task<void> context(Message) override {
        throw ExchangeError("only the master (rank 0) may call context");
        co_return;
    }

    Task<void> run_worker() override {
        for (;;) {
            Parcel reply = co_await ask(Ask::idle, 0, 0, std::string(), Bytes());
            if (static_cast<Say>(reply.kind) == Say::quit) co_return;
            co_await work(std::move(reply));
        }
    }

    Task<void> done() override { co_return; }

    Task<void> end(int status, std::string why) override {
        Ending ending(transport_, status, std::move(why));
        co_await ending.wait_until([] { return false; });
    }

  private:
    Task<Parcel> ask(Ask kind, std::int64_t id, std::int64_t parent, std::string key, Bytes body) {
        const Parcel parcel{static_cast<std::int64_t>(kind), id, parent, std::move(key), std::move(body)};
        const Bytes request = wrap(parcel);
        co_await send(transport_, 0, request_tag, request);
        const Bytes reply = co_await receive(transport_, 0, reply_tag);
        co_return unwrap(reply);
    }

    Task<std::optional<Message>> ask_for_message(Ask kind, std::string key) {
        Parcel reply = co_await ask(kind, 0, 0, std::move(key), Bytes());
        if (static_cast<Say>(reply.kind) != Say::message) co_return std::nullopt;
        co_return Message(std::move(reply.body));
    }

    Task<void> work(Parcel parcel) {
        const bool is_context = static_cast<Say>(parcel.kind) == Say::context;
        Job job{parcel.id, parcel.parent, std::move(parcel.body)};  // named: g++ 12 destroys an awaited aggregate twice
        Job answer = co_await execute(std::move(job));
        if (!is_context) co_await ask(Ask::answer, answer.id, answer.parent, std::string(), std::move(answer.body));
    }
};

}  // namespace

std::unique_ptr<BulletinBoard> make_bulletin_board(Transport& transport, Evaluate evaluate) {
    if (transport.rank() == 0) return std::make_unique<Master>(transport, std::move(evaluate));
    return std::make_unique<Worker>(transport, std::move(evaluate));
}

}  // namespace ranvier::exchange
