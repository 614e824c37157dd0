#include "exchange/study/measure_messages.hpp"

#include <algorithm>
#include <array>
#include <limits>
#include <vector>

#include "exchange/study/least_squares.hpp"

namespace ranvier::exchange {

namespace {

constexpr int tag = 0;
constexpr int marker_tag = 1;
constexpr int message_batches = 15;
constexpr std::size_t burst = 64;

/// As long as a spike.
struct Letter {
    std::array<std::byte, 16> bytes{};
};

/// The minimum of several measurements: other activity of the machine only adds to a time.
class Least {
  public:
    void add(double time) { time_ = std::min(time_, time); }
    double operator()() const { return std::max(time_, 0.0); }

  private:
    double time_ = std::numeric_limits<double>::infinity();
};

/// Measurements by ranks 0 and 1 together; both call each function.
class Pair {
  public:
    explicit Pair(Transport& transport) : transport_(transport), other_(1 - transport.rank()) {}

    bool is_first() const { return transport_.rank() == 0; }

    /// One-way time from program to program: half of a round trip [s].
    Task<double> one_way(std::size_t bytes) {
        std::vector<std::byte> data(bytes);
        Least least;
        for (int i = 0; i < 4 * message_batches; ++i) {
            const double began = transport_.clock();
            if (!is_first()) co_await receive(data, tag);
            data[0] = static_cast<std::byte>(i);  // each one a separate message
            co_await send(data, tag);
            if (is_first()) co_await receive(data, tag);
            least.add((transport_.clock() - began) / 2);
        }
        co_return least();
    }

    /// The cost per message of a burst [s]: to the sender, and to the receiver once all messages have arrived.
    struct Overheads {
        double send, receive;
    };
    Task<Overheads> overheads(bool are_the_same) {
        std::vector<Letter> letters(burst);
        for (std::size_t i = 0; i < burst; ++i) letters[i].bytes[0] = static_cast<std::byte>(i);
        Least sending, receiving;
        for (int batch = 0; batch < message_batches; ++batch) {
            if (is_first()) {
                std::vector<Request> requests;
                const double began = transport_.clock();
                for (std::size_t i = 0; i < burst; ++i) {
                    requests.push_back(transport_.isend(other_, tag, letters[are_the_same ? 0 : i].bytes));
                }
                sending.add((transport_.clock() - began) / burst);
                for (const Request request : requests) co_await transport_.wait(request);
                co_await send(std::span<const std::byte>(), marker_tag);
                co_await receive(std::span<std::byte>(), marker_tag);
            } else {
                // Messages from one rank arrive in the order of sending, so once the last has arrived, all have.
                co_await receive(std::span<std::byte>(), marker_tag);
                const double began = transport_.clock();
                for (Letter& letter : letters) co_await receive(letter.bytes, tag);
                receiving.add((transport_.clock() - began) / burst);
                co_await send(std::span<const std::byte>(), marker_tag);
            }
        }
        co_return Overheads{sending(), receiving()};
    }

    /// Time between messages at the receiver when they are sent in quick succession [s].
    Task<double> interval() {
        std::vector<Letter> letters(burst);
        Least least;
        for (int batch = 0; batch < message_batches; ++batch) {
            if (is_first()) {
                std::vector<Request> requests;
                for (std::size_t i = 0; i < burst; ++i) {
                    requests.push_back(transport_.isend(other_, tag, letters[i].bytes));
                }
                for (const Request request : requests) co_await transport_.wait(request);
                co_await receive(std::span<std::byte>(), marker_tag);
            } else {
                co_await receive(letters[0].bytes, tag);
                const double began = transport_.clock();
                for (std::size_t i = 1; i < burst; ++i) co_await receive(letters[i].bytes, tag);
                least.add((transport_.clock() - began) / (burst - 1));
                co_await send(std::span<const std::byte>(), marker_tag);
            }
        }
        co_return least();
    }

    /// The times to set up and to start a list of persistent sends to this many targets [s]. Valid on the first rank
    /// only.
    struct ListTimes {
        double record, replay;
    };
    Task<ListTimes> list(std::size_t targets) {
        Least record, replay;
        Letter letter;
        const std::vector<int> ranks(targets, other_);
        for (int batch = 0; batch < message_batches; ++batch) {
            if (is_first()) {
                double began = transport_.clock();
                PersistentRequest request = transport_.send_init(ranks, tag, letter.bytes);
                record.add(transport_.clock() - began);
                began = transport_.clock();
                transport_.start(request);
                replay.add(transport_.clock() - began);
                co_await transport_.wait_until([&] { return transport_.test(request); });
                transport_.release(request);
                co_await receive(std::span<std::byte>(), marker_tag);
            } else {
                for (std::size_t i = 0; i < targets; ++i) co_await receive(letter.bytes, tag);
                co_await send(std::span<const std::byte>(), marker_tag);
            }
        }
        co_return ListTimes{record(), replay()};
    }

    /// Sends the second rank's measurement to both ranks.
    Task<double> of_second(double value) {
        const auto data = std::as_writable_bytes(std::span(&value, 1));
        if (is_first()) {
            co_await receive(data, tag);
        } else {
            co_await send(data, tag);
        }
        co_return value;
    }

  private:
    Task<void> send(std::span<const std::byte> data, int with_tag) {
        co_await transport_.wait(transport_.isend(other_, with_tag, data));
    }
    Task<void> receive(std::span<std::byte> data, int with_tag) {
        co_await transport_.wait(transport_.irecv(other_, with_tag, data));
    }

    Transport& transport_;
    const int other_;
};

}  // namespace

Task<void> measure_messages(Transport& transport, CostModel& model) {
    if (transport.rank() > 1) co_return;
    Pair pair(transport);

    std::vector<Sample> ways;
    for (const std::size_t bytes : {16, 64, 256, 1024, 4096, 16384}) {
        const double time = co_await pair.one_way(bytes);
        ways.push_back({1, static_cast<double>(bytes), time});
    }
    const Fit way = fit(ways);

    const Pair::Overheads different = co_await pair.overheads(false);
    const Pair::Overheads same = co_await pair.overheads(true);
    model.send_overhead_s = different.send;
    model.further_send_s = same.send;
    model.receive_overhead_s = co_await pair.of_second(different.receive);
    model.per_byte_s = way.b;
    model.latency_s = std::max(0.0, way.a - model.send_overhead_s - model.receive_overhead_s);
    const double interval = co_await pair.interval();
    model.gap_s = std::max(0.0, co_await pair.of_second(interval) - way.b * sizeof(Letter));

    std::vector<Sample> records, replays;
    for (const std::size_t targets : {1, 4, 16, 64}) {
        const Pair::ListTimes times = co_await pair.list(targets);
        records.push_back({1, static_cast<double>(targets), times.record});
        replays.push_back({1, static_cast<double>(targets), times.replay});
    }
    const Fit record = fit(records), replay = fit(replays);
    model.record_list_s = record.a;
    model.record_target_s = record.b;
    model.replay_list_s = replay.a;
    model.replay_target_s = replay.b;
}

}  // namespace ranvier::exchange
