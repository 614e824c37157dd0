#include "hoc_like/library/network/exchange/exchange_choice.hpp"

#include <utility>

#include "engine/simulation/simulation.hpp"
#include "exchange/strategy/registry.hpp"
#include "hoc_like/library/context/context.hpp"

namespace ranvier::hoc {

ExchangeChoice::ExchangeChoice(exchange::Transport& transport, const Rank& rank, std::string name_and_options)
    : transport_(transport), rank_(rank), name_(std::move(name_and_options)), strategy_(make(name_)) {}

std::unique_ptr<exchange::SpikeExchange> ExchangeChoice::make(const std::string& specification) const {
    auto made = exchange::make_exchange(specification, transport_);
    if (!rank_.is_dry_run) return made;
    return std::make_unique<exchange::DryRunExchange>(std::move(made), rank_.nhost);
}

void ExchangeChoice::select(const std::string& name_and_options, engine::Simulation& simulation) {
    auto chosen = make(name_and_options);
    simulation.set_exchange(*chosen);
    notices_ = take_notices(simulation);
    strategy_ = std::move(chosen);
    name_ = name_and_options;
}

exchange::AutomaticExchange* ExchangeChoice::automatic() const {
    return dynamic_cast<exchange::AutomaticExchange*>(strategy_.get());
}

const exchange::Trials* ExchangeChoice::trials() const {
    const exchange::AutomaticExchange* found = automatic();
    return found ? &found->trials() : nullptr;
}

const exchange::DryRunExchange* ExchangeChoice::dry_run() const {
    return rank_.is_dry_run ? static_cast<const exchange::DryRunExchange*>(strategy_.get()) : nullptr;
}

void ExchangeChoice::add_notice(const std::string& notice) {
    if (notice.empty() || notices_.find(notice) != std::string::npos) return;
    if (!notices_.empty()) notices_ += '\n';
    notices_ += notice;
}

std::string ExchangeChoice::take_notices(engine::Simulation& simulation) {
    add_notice(strategy_->take_notice());
    if (simulation.meter().lacks_most_spikes()) {
        add_notice(
            "pc.max_histogram left exchanges out, because only allgather knows the spikes of each rank: "
            "use --exchange allgather");
    }
    return std::exchange(notices_, {});
}

}  // namespace ranvier::hoc
