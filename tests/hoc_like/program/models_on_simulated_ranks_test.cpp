// The models of this repository on many simulated ranks: their scripts build each rank's part, then the engine runs
// under every strategy while messages take their time. The spikes are those of one rank, to the bit.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <ostream>
#include <random>
#include <string>
#include <vector>

#include "engine/network/network.hpp"
#include "engine/run/run_tables.hpp"
#include "engine/simulation/simulation.hpp"
#include "engine/solve/model.hpp"
#include "exchange/strategy/registry.hpp"
#include "exchange/strategy/specifications.hpp"
#include "exchange/transport/simulated_transport.hpp"
#include "exchange/transport/transport.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/network/exchange/exchange_choice.hpp"
#include "hoc_like/library/network/parallel_context.hpp"
#include "hoc_like/library/session/session.hpp"
#include "hoc_like/program/configure.hpp"
#include "hoc_like/program/mechanism_loading.hpp"
#include "hoc_like/program/run_options.hpp"
#include "run/observed_exchange.hpp"

namespace ranvier::program {

namespace {

using exchange::Spike;

bool is_long() {
    const char* asked = std::getenv("RANVIER_LONG");
    return asked && std::string(asked) == "1";
}

/// A model of models/, of 64 cells. Its script ends with a procedure that builds and runs everything; here it is
/// split up, so that the run can pause where ranks wait for each other.
struct TestedModel {
    std::string name;
    std::string settings;  ///< before the script
    std::string run;       ///< the script's last procedure
    std::string build;     ///< what it does before the run
    std::string again;     ///< before each run
    double tstop;          ///< [ms]

    std::filesystem::path file() const { return std::filesystem::path(RANVIER_MODELS) / name / (name + ".hoc"); }
    std::string text() const {
        std::ifstream in(file());
        const std::string all(std::istreambuf_iterator<char>(in), {});
        return all.substr(0, all.rfind("\n" + run + "()\n") + 1);
    }
    RunOptions options() const {
        RunOptions options;
        options.inputs.push_back({Input::Kind::file, file().string()});
        return options;
    }

    friend std::ostream& operator<<(std::ostream& out, const TestedModel& model) { return out << model.name; }
};

const TestedModel tested_models[] = {
    {"ring", "ncell = 64\nncomp = 3\nkick_every = 2\n", "run_ring",
     "make_cells()\nconnect_cells()\nmake_kicks()\nfor gid_ = 0, ncell - 1 pc.area(gid_, int(gid_ / 16))\n", "", 20},
    {"artificial_net",
     "ncell = 64\nncon = 20\nweight = 0.02\ngroup_size = 16\narea_size = 16\nlong_delay = 3.3\nconsecutive = 1\n",
     "run_net", "make_cells()\nconnect_cells()\n", "for k_ = 0, cells.count - 1 cells.object(k_).interval.set_seq(0)\n",
     40},
};

/// One rank, whose script has built its part of the model.
class Rank {
  public:
    Rank(exchange::Transport& transport, const TestedModel& model)
        : model_{model}, session_{transport, "allgather", [](std::string_view) {}} {
        configure(session_, options_);
        loader_.load_all();
        session_.context().interpreter.run_text(model.settings, "settings");
        session_.context().interpreter.run_text(model.text(), model.file().string());
        session_.context().interpreter.run_text(model.build, "build");
        session_.context().network.recordings().set_raster([this](double, std::span<const Spike> spikes) {
            spikes_.insert(spikes_.end(), spikes.begin(), spikes.end());
        });
    }

    exchange::Task<void> run(std::string specification) {
        session_.parallel().exchange.select(specification, session_.context().simulation);
        return run_script();
    }

    /// Counts messages by when they leave; the rank is one block.
    exchange::Task<void> run_observed(const std::string& specification, engine::Messages& messages) {
        observed_ = std::make_unique<engine::ObservedExchange>(
            exchange::make_exchange(specification, session_.context().transport), messages);
        observed_->set_clock([this] {
            const auto& blocks = session_.context().simulation.tables().blocks();
            if (blocks.size() != 1) throw std::logic_error("one block was meant");
            return engine::BlockClock{blocks[0]->block.t, session_.context().model.dt};
        });
        session_.context().simulation.set_exchange(*observed_);
        return run_script();
    }

    const std::vector<Spike>& spikes() const { return spikes_; }

  private:
    /// As the script's `pc.set_maxstep(10)`, `stdinit()`, `pc.psolve(tstop)`.
    exchange::Task<void> run_script() {
        session_.context().interpreter.run_text(model_.again, "again");
        spikes_.clear();
        co_await session_.context().simulation.set_maxstep(10);
        co_await session_.context().simulation.initialize(-65.);
        co_await session_.context().simulation.advance_to(model_.tstop);
        session_.context().simulation.flush_raster();
    }

    const TestedModel& model_;
    const RunOptions options_ = model_.options();
    hoc::Session session_;
    MechanismLoader loader_{session_, options_};
    std::vector<Spike> spikes_;
    std::unique_ptr<engine::ObservedExchange> observed_;
};

/// All ranks of a simulated machine.
class Ranks {
  public:
    Ranks(int ranks, exchange::SimulatedDelays delays, const TestedModel& model) : machine_(ranks, delays) {
        for (int r = 0; r < ranks; ++r) ranks_.push_back(std::make_unique<Rank>(machine_.transport(r), model));
    }

    /// All spikes, sorted by (t, gid).
    std::vector<Spike> raster_under(const std::string& specification) {
        run([&](Rank& rank) { return rank.run(specification); });
        std::vector<Spike> all;
        for (const auto& rank : ranks_) all.insert(all.end(), rank->spikes().begin(), rank->spikes().end());
        std::ranges::sort(all, {}, [](const Spike& spike) { return std::pair(spike.t, spike.gid); });
        return all;
    }

    engine::Messages messages_of(const std::string& specification) {
        engine::Messages messages;
        run([&](Rank& rank) { return rank.run_observed(specification, messages); });
        return messages;
    }

  private:
    template <class Run>
    void run(Run run_rank) {
        std::vector<exchange::Task<void>> tasks;
        for (const auto& rank : ranks_) tasks.push_back(run_rank(*rank));
        machine_.run(tasks);
    }

    exchange::SimulatedMachine machine_;
    std::vector<std::unique_ptr<Rank>> ranks_;
};

/// Of each strategy one combination of options, drawn by the seed; all with RANVIER_LONG=1.
std::vector<std::string> specifications(unsigned seed) {
    std::vector<std::string> list;
    std::mt19937 random(seed);
    for (const exchange::StrategyDescription& strategy : exchange::strategies()) {
        const std::vector<std::string> all = exchange::every_specification(strategy);
        if (is_long()) {
            list.insert(list.end(), all.begin(), all.end());
        } else {
            list.push_back(all[random() % all.size()]);
        }
    }
    return list;
}

class ModelOnSimulatedRanks : public ::testing::TestWithParam<TestedModel> {
  protected:
    static std::vector<Spike> on_one_rank() { return Ranks(1, {}, GetParam()).raster_under("allgather"); }
};

TEST_P(ModelOnSimulatedRanks, GivesTheSpikesOfOneRank) {
    const std::vector<Spike> expected = on_one_rank();
    EXPECT_GE(expected.size(), 64u);
    for (const int ranks : {1, 7, 64}) {
        for (unsigned seed = 1; seed <= 5; ++seed) {
            const exchange::SimulatedDelays delays{
                .seed = seed, .most_turns = 7, .shuffles_turns = true, .slow_ranks = {0}, .slowness = 4};
            Ranks unruly(ranks, delays, GetParam());
            for (const std::string& specification : specifications(seed)) {
                EXPECT_TRUE(unruly.raster_under(specification) == expected)
                    << specification << " on " << ranks << " ranks, seed " << seed;
            }
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Of, ModelOnSimulatedRanks, ::testing::ValuesIn(tested_models),
                         [](const auto& tested) { return tested.param.name; });

/// Strategies that send each spike when it fires: most messages leave while the rank still computes, on ranks of one
/// block too.
class SendingOnArtificialNet : public ::testing::TestWithParam<const char*> {};

TEST_P(SendingOnArtificialNet, BeginsBeforeTheWindowsLastStep) {
    const engine::Messages messages = Ranks(4, {}, tested_models[1]).messages_of(GetParam());
    RecordProperty("messages", std::to_string(messages.all));
    RecordProperty("before_last_step", std::to_string(messages.before_last_step));
    EXPECT_GT(messages.all, 100);
    EXPECT_GE(static_cast<double>(messages.before_last_step), .9 * static_cast<double>(messages.all))
        << messages.before_last_step << " of " << messages.all;
}

INSTANTIATE_TEST_SUITE_P(Of, SendingOnArtificialNet, ::testing::Values("isend", "persistent"));

}  // namespace

}  // namespace ranvier::program
