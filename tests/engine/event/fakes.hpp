#pragma once

#include <functional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "exchange/spike_exchange.hpp"
#include "exchange/transport/transport.hpp"

/// Stand-ins for a machine and an exchange, so that a test sees each call and decides what comes back.
namespace ranvier::engine {

/// Rank 0 of a machine whose other ranks agree to whatever it gives. The clock stands still until the test moves it.
class FakeTransport final : public exchange::Transport {
  public:
    explicit FakeTransport(int size) : size_(size) {}

    double now = 0;  ///< [s]
    mutable int clock_readings = 0;

    int rank() const override { return 0; }
    int size() const override { return size_; }
    double clock() const override {
        ++clock_readings;
        return now;
    }
    double waited() const override { return 0; }
    exchange::Task<void> barrier() override { co_return; }
    exchange::Task<void> allreduce(std::span<double>, exchange::Reduce) override { co_return; }
    exchange::Task<void> allreduce(std::span<std::int64_t>, exchange::Reduce) override { co_return; }

    using Bytes = std::span<const std::byte>;
    using Room = std::span<std::byte>;
    using Sizes = std::span<const std::size_t>;
    exchange::Task<void> allgather(Bytes, Room) override { refuse(); }
    exchange::Task<void> allgatherv(Bytes, Sizes, Room) override { refuse(); }
    exchange::Task<void> alltoall(Bytes, Room) override { refuse(); }
    exchange::Task<void> alltoallv(Bytes, Sizes, Room, Sizes) override { refuse(); }
    exchange::Task<void> broadcast(Room, int) override { refuse(); }
    exchange::Task<std::unique_ptr<exchange::Transport>> split(int, int) override { refuse(); }
    exchange::Task<std::unique_ptr<exchange::Neighborhood>> neighborhood(std::span<const int>,
                                                                         std::span<const int>) override {
        refuse();
    }
    bool has_persistent_collectives() const override { return false; }
    exchange::Task<std::unique_ptr<exchange::PersistentCollective>> persistent_alltoall(Bytes, Room) override {
        refuse();
    }
    exchange::Request ibarrier() override { refuse(); }
    exchange::Request iallgather(Bytes, Room) override { refuse(); }
    exchange::Request iallgatherv(Bytes, Sizes, Room) override { refuse(); }
    exchange::Request iallreduce(std::span<std::int64_t>, exchange::Reduce) override { refuse(); }
    exchange::Request ireduce_scatter(std::span<const std::int32_t>, std::int32_t&) override { refuse(); }
    exchange::Request isend(int, int, Bytes) override { refuse(); }
    exchange::Request issend(int, int, Bytes) override { refuse(); }
    exchange::Request irecv(int, int, Room) override { refuse(); }
    bool test(exchange::Request&) override { refuse(); }
    exchange::Task<void> wait(exchange::Request) override { refuse(); }
    std::optional<exchange::Arrival> try_probe(int, int) override { refuse(); }
    exchange::Task<exchange::Arrival> probe(int, int) override { refuse(); }
    void take(const exchange::Arrival&, Room) override { refuse(); }
    exchange::Task<void> wait_until(std::function<bool()>) override { refuse(); }
    exchange::PersistentRequest send_init(std::span<const int>, int, Bytes) override { refuse(); }
    exchange::PersistentRequest ssend_init(std::span<const int>, int, Bytes) override { refuse(); }
    exchange::PersistentRequest recv_init(int, int, Room) override { refuse(); }
    void start(exchange::PersistentRequest) override { refuse(); }
    bool test(exchange::PersistentRequest) override { refuse(); }
    void release(exchange::PersistentRequest&) override { refuse(); }
    [[noreturn]] void abort(std::string_view, int) override { refuse(); }

  private:
    [[noreturn]] static void refuse() { throw std::logic_error("the fake transport carries nothing"); }

    int size_;
};

/// Keeps what it is given, and hands over what the test has put into `arriving`.
class FakeExchange final : public exchange::SpikeExchange {
  public:
    bool uses_delays = false;
    std::vector<exchange::Spike> arriving;  ///< with the next finish
    std::function<void(exchange::Spike)> on_fire;

    int connections = 0;  ///< calls of connect, and the last one's arguments
    std::vector<exchange::Gid> owned, wanted;
    std::vector<exchange::Step> least_delays;
    exchange::Step first_step = -1, steps_per_interval = -1;  ///< of the last start
    std::vector<exchange::Spike> fired;
    int polls = 0;
    std::vector<double> times;             ///< of the last interval
    std::vector<exchange::Step> finished;  ///< boundaries
    exchange::ExchangeCounters counted;

    exchange::Task<void> connect(exchange::Connections network) override {
        ++connections;
        owned.assign(network.owned.begin(), network.owned.end());
        wanted.assign(network.wanted.begin(), network.wanted.end());
        least_delays.assign(network.least_delays.begin(), network.least_delays.end());
        co_return;
    }
    bool goes_by_delays() const override { return uses_delays; }
    void start(exchange::Step step, exchange::Step steps) override {
        first_step = last_boundary_ = step;
        steps_per_interval = steps;
    }
    exchange::Step next_boundary() const override { return last_boundary_ + steps_per_interval; }
    void fire(exchange::Spike spike) override {
        fired.push_back(spike);
        if (on_fire) on_fire(spike);
    }
    void progress() override { ++polls; }
    void interval_times(std::span<const double> t) override { times.assign(t.begin(), t.end()); }
    exchange::Task<std::span<const exchange::Spike>> finish(exchange::Step boundary) override {
        finished.push_back(boundary);
        last_boundary_ = boundary;
        arrived_ = std::exchange(arriving, {});
        co_return arrived_;
    }
    exchange::Footprint footprint(const exchange::Share&) const override { return {}; }
    const exchange::ExchangeCounters& counters() const override { return counted; }
    std::string take_notice() override { return {}; }

  private:
    exchange::Step last_boundary_ = 0;
    std::vector<exchange::Spike> arrived_;
};

}  // namespace ranvier::engine
