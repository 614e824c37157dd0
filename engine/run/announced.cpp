#include "engine/run/announced.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <span>

#include "engine/connection/connections.hpp"
#include "engine/event/simulation_error.hpp"
#include "engine/network/describe_netcon.hpp"
#include "engine/network/network.hpp"
#include "engine/run/delay_table.hpp"
#include "exchange/error.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::engine {

using exchange::Task;

namespace {

constexpr const char* advice = "; call pc.set_maxstep or finitialize after such a change";

/// An UnownedGid whose message describes a connection from that gid.
class UnownedSource final : public exchange::UnownedGid {
  public:
    UnownedSource(const exchange::UnownedGid& error, const std::string& connection)
        : UnownedGid(error), what_(error.what() + (connection.empty() ? std::string{} : ": " + connection)) {}
    const char* what() const noexcept override { return what_.c_str(); }

  private:
    std::string what_;
};

/// A rank that plays a raster may lack the cells that fired in it: no rank can announce those gids.
Task<std::vector<Gid>> without_unowned(exchange::Transport& transport, std::vector<Gid> wanted,
                                       const std::vector<Gid>& owned) {
    std::vector<Gid> all = co_await exchange::gather_vectors<Gid>(transport, owned);
    std::sort(all.begin(), all.end());
    std::erase_if(wanted, [&](Gid gid) { return !std::binary_search(all.begin(), all.end(), gid); });
    co_return wanted;
}

}  // namespace

bool Announced::is_up_to_date() const {
    return version_ != 0 && version_ == network_.changes().version();
}

void Announced::accept() {
    checked_version_ = network_.changes().version();
}

Task<void> Announced::announce(exchange::SpikeExchange& exchange, exchange::Transport& transport, bool raster_is_played,
                               double unit) {
    const std::vector<Gid> owned = network_.gids().owned();
    std::vector<Gid> wanted = network_.gids().wanted();
    owned_ = exchange::SortedGids(owned);
    wanted_ = std::make_shared<exchange::SortedGids>(wanted);
    if (raster_is_played) wanted = co_await without_unowned(transport, std::move(wanted), owned);
    announced_ = raster_is_played ? std::make_shared<exchange::SortedGids>(wanted) : wanted_;
    exchange::Connections connections{owned, wanted};
    connections.wanted_set = announced_;
    DelayTable delays;
    if (exchange.goes_by_delays()) {
        delays = make_delay_table(model_, network_, owned, wanted, unit);
        connections.least_delays = delays.least_delays;
        connections.nearest_targets = delays.nearest_targets;
        connections.areas = delays.areas;
        connections.step_ms = unit;
    }
    least_delays_ = delays.least_delays;
    std::optional<exchange::UnownedGid> unowned;
    try {
        co_await exchange.connect(connections);
    } catch (const exchange::UnownedGid& error) {  // on every rank
        unowned = error;
    }
    if (unowned) {
        const std::string mine = transport.rank() == unowned->wanting_rank ? describe_one_from(unowned->gid) : "";
        const std::vector<char> text = co_await exchange::gather_vectors<char>(transport, std::span<const char>(mine));
        throw UnownedSource(*unowned, std::string(text.begin(), text.end()));
    }
    version_ = network_.changes().version();
}

std::string Announced::describe_one_from(Gid gid) const {
    const std::vector<std::uint32_t> numbers = network_.connections().by_number().from(input_of(gid));
    return numbers.empty() ? std::string{} : describe_netcon(network_, numbers.front());
}

void Announced::check(double unit, double interval) {
    if (checked_version_ == network_.changes().version()) return;
    check_delays(unit, interval);
    check_known(network_.gids().wanted(), *wanted_, "was first connected to");
    check_known(network_.gids().owned(), owned_, "was given to a cell");
    accept();
}

void Announced::check_delays(double unit, double interval) const {
    Network& net = network_;
    const ConnectionsByNumber connections = net.connections().by_number();
    net.connections().for_each_number([&](std::uint32_t n) {
        const Connection it = connections[n];
        if (it.target == TargetNumber::none || !is_input(it.source)) return;
        const auto [place, behind] = announced_->find(gid_of_input(it.source));
        if (place < behind && !least_delays_.empty() && whole_steps(it.delay, unit) < least_delays_[place]) {
            throw SimulationError(fmt::format(
                "{} has a delay of {:g} ms, less than the {:g} ms that the exchange assumes{}", describe_netcon(net, n),
                it.delay, static_cast<double>(least_delays_[place]) * unit, advice));
        }
        if (whole_steps(it.delay, unit) >= whole_steps(interval, unit)) return;
        throw SimulationError(fmt::format("{} has a delay of {:g} ms, less than the exchange interval of {:g} ms{}",
                                          describe_netcon(net, n), it.delay, interval, advice));
    });
}

void Announced::check_known(const std::vector<Gid>& now, const exchange::SortedGids& known, const char* what) const {
    for (const Gid gid : now) {
        if (known.contains(gid)) continue;
        throw SimulationError(fmt::format("gid {} {} during the run{}", gid, what, advice));
    }
}

}  // namespace ranvier::engine
