#include "hoc_like/library/session.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <csignal>

#include "engine/cell/mechanism_type.hpp"
#include "engine/event/mechanism_loops.hpp"
#include "exchange/strategy/registry.hpp"
#include "hoc_like/library/cable/mechanism_names.hpp"
#include "hoc_like/library/cable/nmodl_random.hpp"
#include "hoc_like/library/headless/headless.hpp"
#include "hoc_like/library/library.hpp"
#include "hoc_like/library/network/bulletin_board.hpp"
#include "hoc_like/library/run/exchange_keeper.hpp"
#include "hoc_like/library/run/random_keeper.hpp"
#include "hoc_like/library/run/vector_links.hpp"
#include "hoc_like/library/verbatim/context.hpp"

namespace ranvier::hoc {

Session::Session(exchange::Transport& transport, std::string exchange, std::function<void(std::string_view)> out,
                 std::optional<Rank> seen_as)
    : transport_{transport},
      script_transport_{transport.of_scripts()},
      rank_{seen_as.value_or(Rank{transport.rank(), transport.size()})},
      exchange_name_{std::move(exchange)},
      exchange_{make_exchange(exchange_name_)},
      network_{model_},
      cables_{model_, network_},
      simulation_{std::make_unique<engine::Simulation>(model_, network_, *exchange_, transport)},
      board_{std::make_unique<BulletinBoardJobs>(*this)},
      headless_{std::make_shared<HeadlessContext>()},
      vector_links_{std::make_shared<VectorLinks>(simulation_->records())} {
    model_.set_stream_group(static_cast<std::uint32_t>(rank_.id));
    random_->follow_index = [this](std::uint32_t index) { model_.set_random_index(index); };
    simulation_->states().add_keeper(std::make_shared<RandomKeeper>(random_));
    simulation_->states().add_keeper(std::make_shared<ExchangeKeeper>(
        [this] { return dynamic_cast<exchange::AutomaticExchange*>(exchange_.get()); }));
    simulation_->replay().set_stream_test(
        [random = random_](const void* address) { return random->has_generator(address); });
    // A replay initializes all cells, so until then the stream is that of the recorded run.
    simulation_->hooks().add_initialize_handler(2, [this] { early_draws_ = random_->process_draws; });
    register_library(registry_, *this);
    interpreter_ = std::make_unique<Interpreter>(registry_, cables_, Streams{std::move(out)});
    install_library_scripts(*interpreter_);
    add_late_names([this](std::string_view name) { return add_offered(name); });
    cables_.set_locator([this] { return interpreter_->location(); });
    set_place([this] { return interpreter_->running_line(); });
    cables_.set_random_maker(
        [this](engine::InstanceId instance, int k) { return make_nmodl_random(*this, instance, k); });
}

Session::~Session() {
    random_->follow_index = nullptr;
    cables_.set_locator(nullptr);
    transport_.set_place(nullptr);
    headless_->controls.clear();  // they may hold objects of the interpreter
    for (const auto& release : at_end_) release();
    objects_.release_kept();
    network_.close();
}

int Session::status_of_ended_run() const {
    constexpr int from_signal = 128;
    return from_signal + (simulation_->hooks().interruptions().ended_by() == engine::Ask::hang_up ? SIGHUP : SIGTERM);
}

template <class Act>
void Session::run(Act act) {
    engine::Interruptions& interruptions = simulation_->hooks().interruptions();
    if (interruptions.has_ended()) throw Quit{status_of_ended_run(), {}};
    has_failed_ = true;
    try {
        const engine::Underway underway(interruptions);
        act();
    } catch (...) {
        is_torn_ = engine::have_left_mechanism_loops();
        throw;
    }
    has_failed_ = false;
    is_torn_ = engine::have_left_mechanism_loops();
    if (is_torn_) {
        throw Interruption{interpreter_->running_line() +
                           "\nthe WHILE loop of a mechanism was left, so the run must begin again, with finitialize()"};
    }
    if (interruptions.has_ended()) throw Quit{status_of_ended_run(), {}};
    if (interruptions.has_stopped()) throw Interruption{interpreter_->running_line()};
}

/// Throws if there is no state from which a run could continue.
void Session::check_whole() const {
    if (!is_torn_) return;
    throw std::runtime_error(
        "the run was left in the middle of a step, in the WHILE loop of a mechanism: call finitialize() first");
}

void Session::initialize(std::optional<double> v_mV) {
    run([&] { drive(simulation_->initialize(v_mV)); });
}

void Session::set_place(std::function<std::string()> place) {
    place_ = std::move(place);
    transport_.set_place(place_);
}

void Session::advance() {
    check_whole();
    run([&] {
        if (!simulation_->advance_at_once()) drive(simulation_->advance());
    });
}

void Session::advance_to(double tstop_ms) {
    check_whole();
    run([&] { drive(simulation_->advance_to(tstop_ms)); });
}

void Session::set_verbatim(std::unique_ptr<VerbatimContext> context) {
    verbatim_ = std::move(context);
}

std::unique_ptr<exchange::SpikeExchange> Session::make_exchange(const std::string& specification) {
    auto made = exchange::make_exchange(specification, transport_);
    if (!rank_.is_dry_run) return made;
    return std::make_unique<exchange::DryRunExchange>(std::move(made), rank_.nhost);
}

void Session::select_exchange(const std::string& name_and_options) {
    auto chosen = make_exchange(name_and_options);
    simulation_->set_exchange(*chosen);
    exchange_notices_ = take_exchange_notices();
    exchange_ = std::move(chosen);
    exchange_name_ = name_and_options;
}

void Session::fix_threads(int n) {
    fixed_threads_ = n;
    simulation_->threads().set_wanted(n);
}

void Session::wish_threads(int n) {
    if (!fixed_threads_) simulation_->threads().set_wanted(n);
    if (fixed_threads_ && n != *fixed_threads_) unheeded_threads_ = n;
}

std::string Session::threads_notice() const {
    std::string text;
    if (unheeded_threads_) text = fmt::format("{}, not {} as pc.nthread says", *fixed_threads_, *unheeded_threads_);
    const engine::Simulation::ThreadUse used = simulation_->threads_in_use();
    if (used.why_fewer.empty()) return text;
    if (!text.empty()) text += "; ";
    return text + fmt::format("{} of {} used: {}", used.count, simulation_->threads().wanted(), used.why_fewer);
}

std::string Session::replay_notice() const {
    if (!simulation_->replay().is_active()) return {};
    std::vector<std::string> doubts = simulation_->replay().doubts();
    if (random_->process_draws > early_draws_) {
        doubts.push_back("mechanisms drew from the random stream that all cells of a process share");
    }
    if (doubts.empty()) return {};
    return fmt::format("{}: the spikes may differ from the raster, so compare them", fmt::join(doubts, "; "));
}

const exchange::Trials* Session::exchange_trials() const {
    const auto* automatic = dynamic_cast<const exchange::AutomaticExchange*>(exchange_.get());
    return automatic ? &automatic->trials() : nullptr;
}

void Session::add_exchange_notice(const std::string& notice) {
    if (notice.empty() || exchange_notices_.find(notice) != std::string::npos) return;
    if (!exchange_notices_.empty()) exchange_notices_ += '\n';
    exchange_notices_ += notice;
}

std::string Session::take_exchange_notices() {
    add_exchange_notice(exchange_->take_notice());
    if (simulation_->meter().lacks_most_spikes()) {
        add_exchange_notice(
            "pc.max_histogram left exchanges out, because only allgather knows the spikes of each rank: "
            "use --exchange allgather");
    }
    return std::exchange(exchange_notices_, {});
}

void Session::add_mechanism(const rv_mechanism& description) {
    const std::size_t known = model_.mechanisms().size();
    const auto replaced = model_.find_mechanism(description.name);
    const auto added = model_.register_mechanism(description);
    if (model_.mechanisms().size() == known) return;
    if (replaced) registry_.make_replaceable(names_of_mechanism_[description.name]);
    for (std::size_t i = known; i < model_.mechanisms().size(); ++i) {
        const auto id = static_cast<engine::MechanismId>(i);
        if (id != added) register_ion_names(registry_, *this, id);
    }
    const auto mark = registry_.mark();
    register_mechanism_names(registry_, *this, added);
    const std::vector<std::string> names = registry_.names_since(mark);
    if (replaced) warn_of_lost_names(description, names_of_mechanism_[description.name], names);
    names_of_mechanism_[description.name] = names;
    registry_.make_replaceable({});
    if (replaced) cables_.refresh_ranges();
}

void Session::offer_mechanism(const rv_mechanism& description) {
    offered_.emplace(description.name, &description);
}

void Session::add_late_names(const std::function<bool(std::string_view name)>& make) {
    cables_.add_late_names(make);
    registry_.add_late_names(make);
}

bool Session::add_offered(std::string_view name) {
    const auto found = offered_.find(name);
    if (found == offered_.end()) return false;
    const rv_mechanism& description = *found->second;
    offered_.erase(found);
    if (model_.find_mechanism(name)) return false;
    add_mechanism(description);
    return true;
}

}  // namespace ranvier::hoc
