#include "exchange/study/artificial_net.hpp"

#include <Random123/philox.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "exchange/error.hpp"

namespace ranvier::exchange {

namespace {

constexpr std::uint32_t firing_stream = 1;
constexpr std::uint32_t wiring_stream = 2;

/// A stream of numbers in (0, 1), the same as from hoc's Random123(gid, id, seed) and RANDOM in NMODL.
class Stream {
  public:
    Stream(Gid gid, std::uint32_t id, std::uint32_t seed, std::uint32_t position = 0)
        : counter_{{position / 4, seed, static_cast<std::uint32_t>(gid), id}}, which_(position % 4) {
        if (which_ != 0) block_ = r123::Philox4x32{}(counter_, {{0, 0}});
    }

    double operator()() {
        if (which_ == 0) block_ = r123::Philox4x32{}(counter_, {{0, 0}});
        const std::uint32_t bits = block_[which_];
        if (++which_ == 4) {
            which_ = 0;
            ++counter_[0];  // a stream has far fewer than 2^32 blocks
        }
        return (bits + 1.0) * (1.0 / 4294967297.0);
    }

    int between(int low, int high) { return low + static_cast<int>(std::floor((high - low + 1) * (*this)())); }

  private:
    r123::Philox4x32::ctr_type counter_;
    r123::Philox4x32::ctr_type block_{};
    unsigned which_;
};

}  // namespace

void check(const ArtificialNet& net) {
    const auto require = [](bool is_so, const char* what, double given) {
        if (!is_so) throw ExchangeError(fmt::format("artificial net: {}, not {}", what, given));
    };
    require(net.cells >= 2, "cells must be at least 2", net.cells);
    require(net.connections >= 0, "connections must be at least 0", net.connections);
    require(net.connections_range >= 0 && net.connections_range <= 2 * net.connections,
            "the range of connections must be at most twice their number", net.connections_range);
    const int most_connections = net.connections + net.connections_range / 2;
    require(!net.is_adjacent || most_connections < net.cells, "adjacent connections must be fewer than cells",
            most_connections);
    require(net.delay > 0, "the delay must be above 0", net.delay);
    require(net.shortest > 0 && net.shortest <= net.longest,
            "the shortest interval must be above 0 and the longest not below it", net.shortest);
    require(net.groups >= 0 && net.groups <= net.cells, "groups must be 0 to the number of cells", net.groups);
    require(net.burst_rate > 0, "the burst rate must be above 0", net.burst_rate);
    require(net.burst_time > 0, "the burst time must be above 0", net.burst_time);
}

void append_sources(const ArtificialNet& net, Gid gid, std::vector<Gid>& sources) {
    Stream random(gid, wiring_stream, net.seed);
    // The script truncates both ends of connections -+ range/2.
    const int n =
        random.between(net.connections - (net.connections_range + 1) / 2, net.connections + net.connections_range / 2);
    if (net.is_adjacent) {
        for (int k = 1; k <= n; ++k) {
            const int offset = k - n / 2 - (k <= n / 2 ? 1 : 0);
            sources.push_back((gid + offset + net.cells) % net.cells);
        }
        return;
    }
    random();  // the script also draws a number when it changes the distribution
    for (int k = 0; k < n; ++k) sources.push_back((gid + random.between(1, net.cells - 1)) % net.cells);
}

FiringTimes::FiringTimes(const ArtificialNet& net, Gid gid) : gid_(gid) {
    if (net.groups > 0) {
        const Gid group = gid / (net.cells / net.groups);
        burst_begin_ = static_cast<double>(group) * net.burst_time;
        burst_end_ = burst_begin_ + net.burst_time;
    }
    next_ = draw_interval(net);
}

void FiringTimes::advance(const ArtificialNet& net) {
    next_ += draw_interval(net);
}

/// The interval that begins at next_.
double FiringTimes::draw_interval(const ArtificialNet& net) {
    const double drawn =
        net.shortest + Stream(gid_, firing_stream, net.seed, drawn_++)() * (net.longest - net.shortest);
    return next_ >= burst_begin_ && next_ < burst_end_ ? drawn * (1 / net.burst_rate) : drawn;
}

}  // namespace ranvier::exchange
