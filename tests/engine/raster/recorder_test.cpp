#include "engine/raster/recorder.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <random>

#include "engine/raster/log.hpp"
#include "engine/raster/recover.hpp"
#include "engine/raster/scratch_folder.hpp"
#include "exchange/transport/simulated_transport.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::raster {

namespace {

using exchange::Task;
using exchange::Transport;
using testing::ScratchFolder;

void on_ranks(int ranks, const std::function<Task<void>(Transport&)>& body) {
    exchange::SimulatedMachine machine(ranks);
    std::vector<Task<void>> tasks;
    for (int r = 0; r < ranks; ++r) tasks.push_back(body(machine.transport(r)));
    machine.run(tasks);
}

/// The spikes of a rank in an interval [ms, ms + 1), in no order.
std::vector<Spike> spikes_of(int rank, int interval) {
    std::mt19937 random(static_cast<unsigned>(1000 * rank + interval));
    std::vector<Spike> spikes(random() % 6);
    for (Spike& spike : spikes) {
        spike = {interval + 0.1 * static_cast<double>(1 + random() % 9), 10 * rank + static_cast<Gid>(random() % 3)};
    }
    return spikes;
}

std::vector<Spike> all_spikes(int ranks, int intervals) {
    std::vector<Spike> all;
    for (int rank = 0; rank < ranks; ++rank) {
        for (int i = 0; i < intervals; ++i) {
            const std::vector<Spike> some = spikes_of(rank, i);
            all.insert(all.end(), some.begin(), some.end());
        }
    }
    sort(all);
    return all;
}

class RecorderOnRanks : public ::testing::TestWithParam<int> {};

TEST_P(RecorderOnRanks, MergesAllRanksIntoOneFile) {
    for (const char* name : {"r.h5", "r.txt"}) {
        const ScratchFolder folder;
        const std::filesystem::path file = folder / name;
        std::int64_t count = -1;
        on_ranks(GetParam(), [&](Transport& transport) -> Task<void> {
            const auto recorder = co_await Recorder::open(transport, file);
            for (int i = 0; i < 10; ++i) {
                const std::vector<Spike> spikes = spikes_of(transport.rank(), i);
                recorder->append(spikes);
                // The last interval is not completed: finish must not lose it.
                if (i < 9) recorder->complete_interval(i + 1);
            }
            EXPECT_GT(recorder->bytes(), 0);
            count = co_await recorder->finish();
        });
        EXPECT_EQ(read(file), all_spikes(GetParam(), 10));
        EXPECT_EQ(count, static_cast<std::int64_t>(all_spikes(GetParam(), 10).size()));
        EXPECT_EQ(folder.files(), 1) << "logs were left";
    }
}

TEST_P(RecorderOnRanks, SortsARunWhoseTimeWentBack) {
    const ScratchFolder folder;
    const std::filesystem::path file = folder / "r.txt";
    on_ranks(GetParam(), [&](Transport& transport) -> Task<void> {
        const auto recorder = co_await Recorder::open(transport, file);
        for (const int i : {3, 4, 0, 1, 2}) {
            const std::vector<Spike> spikes = spikes_of(transport.rank(), i);
            recorder->append(spikes);
            recorder->complete_interval(i + 1);
        }
        co_await recorder->finish();
    });
    EXPECT_EQ(read(file), all_spikes(GetParam(), 5));
    const std::string text = testing::read_bytes(file);
    testing::write_bytes(folder / "again.txt", text);
    write(folder / "sorted.txt", all_spikes(GetParam(), 5));
    EXPECT_EQ(text, testing::read_bytes(folder / "sorted.txt")) << "the file itself is not sorted";
}

TEST_P(RecorderOnRanks, ForgetsARunThatBeginsAgain) {
    const ScratchFolder folder;
    const std::filesystem::path file = folder / "r.txt";
    on_ranks(GetParam(), [&](Transport& transport) -> Task<void> {
        const auto recorder = co_await Recorder::open(transport, file);
        const std::vector<Spike> wrong{{0.5, 99}}, right = spikes_of(transport.rank(), 0);
        recorder->append(wrong);
        recorder->complete_interval(1);
        recorder->restart();
        recorder->append(right);
        recorder->complete_interval(1);
        co_await recorder->finish();
    });
    EXPECT_EQ(read(file), all_spikes(GetParam(), 1));
}

TEST_P(RecorderOnRanks, LeavesWhatIsThereAndNoLogsIfNoRunHasBegun) {
    const ScratchFolder folder;
    const std::filesystem::path file = folder / "r.txt";
    testing::write_bytes(file, "earlier");
    on_ranks(GetParam(), [&](Transport& transport) -> Task<void> {
        const auto recorder = co_await Recorder::open(transport, file);
        EXPECT_FALSE(recorder->has_begun());
    });
    EXPECT_EQ(testing::read_bytes(file), "earlier");
    EXPECT_EQ(folder.files(), 1) << "logs were left";
}

// Rank r stops after its first 5 + r intervals, as in a crash: intervals completed by all ranks are recovered.
TEST_P(RecorderOnRanks, LeavesLogsThatCanBeRecovered) {
    const ScratchFolder folder;
    const std::filesystem::path file = folder / "r.h5";
    on_ranks(GetParam(), [&](Transport& transport) -> Task<void> {
        const auto recorder = co_await Recorder::open(transport, file, RecorderOptions("crashed"));
        for (int i = 0; i < 5 + transport.rank(); ++i) {
            const std::vector<Spike> spikes = spikes_of(transport.rank(), i);
            recorder->append(spikes);
            recorder->complete_interval(i + 1);
        }
        const std::vector<Spike> unfinished{{77.0, 1}};
        recorder->append(unfinished);
    });
    EXPECT_FALSE(std::filesystem::exists(file));
    const Recovered recovered = recover(file);
    EXPECT_EQ(recovered.intervals, 5);
    EXPECT_EQ(recovered.t, 5.0);
    EXPECT_EQ(recovered.ranks, GetParam());
    EXPECT_EQ(read(file), all_spikes(GetParam(), 5));
    EXPECT_EQ(populations(file), std::vector<std::string>{"crashed"});
    EXPECT_EQ(recovered.spikes, static_cast<std::int64_t>(all_spikes(GetParam(), 5).size()));
    EXPECT_EQ(folder.files(), 1) << "logs were left";
    EXPECT_THROW(recover(file), RasterError);
}

TEST_P(RecorderOnRanks, FailsOnAllRanksWhereItCannotWrite) {
    const ScratchFolder folder;
    int failed = 0;
    on_ranks(GetParam(), [&](Transport& transport) -> Task<void> {
        try {
            const auto recorder = co_await Recorder::open(transport, folder / "missing/r.h5");
        } catch (const RasterError& error) {
            ++failed;
            EXPECT_NE(std::string(error.what()).find("cannot write"), std::string::npos);
        }
    });
    EXPECT_EQ(failed, GetParam());
}

INSTANTIATE_TEST_SUITE_P(Ranks, RecorderOnRanks, ::testing::Values(1, 2, 3, 8));

TEST(Recover, RefusesLogsThatDoNotBelongTogether) {
    const ScratchFolder folder;
    const std::filesystem::path file = folder / "r.h5";
    EXPECT_THROW(recover(file), RasterError);
    {
        LogWriter writer(log_name(file, 0, 2), {.rank = 0, .ranks = 2, .run = 5, .population = "All"});
    }
    try {
        recover(file);
        FAIL();
    } catch (const RasterError& error) {
        EXPECT_NE(std::string(error.what()).find("the log of rank 1 (of 2) is missing"), std::string::npos);
    }
    {
        LogWriter writer(log_name(file, 1, 2), {.rank = 1, .ranks = 2, .run = 6, .population = "All"});
    }
    try {
        recover(file);
        FAIL();
    } catch (const RasterError& error) {
        EXPECT_NE(std::string(error.what()).find("are logs of different runs"), std::string::npos);
    }
    EXPECT_FALSE(std::filesystem::exists(file));
}

}  // namespace

}  // namespace ranvier::raster
