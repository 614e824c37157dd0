#include "engine/raster/log/recorder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <array>
#include <functional>
#include <random>

#include "engine/raster/log/log.hpp"
#include "engine/raster/log/recover.hpp"
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
    EXPECT_EQ(folder.files(), 1 + GetParam()) << "the logs stay until another run begins";
    EXPECT_THROW(recover(file), RasterError);
    on_ranks(3, [&](Transport& transport) -> Task<void> {
        const auto recorder = co_await Recorder::open(transport, file);
        recorder->restart();
        co_await recorder->finish();
    });
    EXPECT_EQ(folder.files(), 1);
}

/// Records intervals from `begin` to before `end`.
void record(Recorder& recorder, int rank, int begin, int end) {
    for (int i = begin; i < end; ++i) {
        const std::vector<Spike> spikes = spikes_of(rank, i);
        recorder.append(spikes);
        recorder.complete_interval(i + 1);
    }
}

// With two checkpoints: at interval 3, and at 5 by the process that resumed; 20 ranks' spikes, some of them on each rank.
TEST_P(RecorderOnRanks, GoesOnWhereACheckpointWasWritten) {
    const ScratchFolder folder;
    const std::filesystem::path file = folder / "r.h5";
    constexpr int all_ranks = 20;
    const auto record_share = [](Recorder& recorder, const Transport& transport, int begin, int end) {
        for (int i = begin; i < end; ++i) {
            for (int rank = transport.rank(); rank < all_ranks; rank += transport.size()) {
                const std::vector<Spike> spikes = spikes_of(rank, i);
                recorder.append(spikes);
            }
            recorder.complete_interval(i + 1);
        }
    };
    LogPosition position;
    on_ranks(GetParam(), [&](Transport& transport) -> Task<void> {
        const auto recorder = co_await Recorder::open(transport, file);
        recorder->restart();
        record_share(*recorder, transport, 0, 3);
        const LogPosition here = co_await recorder->position();
        if (transport.rank() == 0) position = here;
        record_share(*recorder, transport, 3, 4 + transport.rank());  // and is killed
    });
    EXPECT_EQ(position.end, 3u);
    for (int trial = 0; trial < 2; ++trial) {  // the second resumes from the same checkpoint, on other ranks
        on_ranks(1 + trial * 2, [&](Transport& transport) -> Task<void> {
            const auto recorder = co_await Recorder::open(transport, file);
            recorder->keep(position.parts);
            recorder->restart();
            record_share(*recorder, transport, 0, 2);  // an earlier run of the script, which begins again
            co_await recorder->go_on(position);
            record_share(*recorder, transport, 3, 4);
        });
    }
    LogPosition second;
    on_ranks(2, [&](Transport& transport) -> Task<void> {
        const auto recorder = co_await Recorder::open(transport, file);
        co_await recorder->go_on(position);
        record_share(*recorder, transport, 3, 5);
        const LogPosition here = co_await recorder->position();
        if (transport.rank() == 0) second = here;
        record_share(*recorder, transport, 5, 9);
    });
    EXPECT_EQ(recover(file, {folder / "recovered.h5"}).spikes,
              static_cast<std::int64_t>(all_spikes(all_ranks, 9).size()));
    EXPECT_EQ(read(folder / "recovered.h5"), all_spikes(all_ranks, 9));
    on_ranks(3, [&](Transport& transport) -> Task<void> {
        const auto recorder = co_await Recorder::open(transport, file);
        co_await recorder->go_on(second);
        record_share(*recorder, transport, 5, 10);
        const std::int64_t count = co_await recorder->finish();
        EXPECT_EQ(count, static_cast<std::int64_t>(all_spikes(all_ranks, 10).size()));
    });
    EXPECT_EQ(read(file), all_spikes(all_ranks, 10));
    EXPECT_EQ(folder.files(), 2 + GetParam() + 2) << "the checkpoint's logs stay";
}

constexpr std::array said_names = {"begin", "tstop", "scripts"};

// Rank 0 knows when the run began and ended; each rank and each part of the record has read other scripts.
TEST(Recorder, UnitesWhatRanksAndPartsSay) {
    const ScratchFolder folder;
    const std::filesystem::path file = folder / "r.h5";
    const auto tell = [](Recorder& recorder, const Transport& transport, const char* tstop, const char* script) {
        Metadata said{{"scripts", fmt::format("{} of {}\n", script, transport.rank())}};
        if (transport.rank() == 0) said.insert(said.end(), {{"begin", "2"}, {"tstop", tstop}});
        recorder.describe(said);
    };
    LogPosition position;
    on_ranks(2, [&](Transport& transport) -> Task<void> {
        const auto recorder = co_await Recorder::open(transport, file);
        tell(*recorder, transport, "3", "early");
        record(*recorder, transport.rank(), 0, 3);
        const LogPosition here = co_await recorder->position();
        if (transport.rank() == 0) position = here;
    });
    on_ranks(1, [&](Transport& transport) -> Task<void> {
        const auto recorder = co_await Recorder::open(transport, file);
        co_await recorder->go_on(position);
        tell(*recorder, transport, "5", "wrong");
        tell(*recorder, transport, "5", "late");
        recorder->complete_interval(4);
        co_await recorder->finish();
    });
    const Metadata expected{{"begin", "2"}, {"tstop", "5"}, {"scripts", "early of 0\nearly of 1\nlate of 0\n"}};
    EXPECT_EQ(run_attributes(file, {}, said_names), expected);
}

TEST(Recorder, RecoversWhatTheRunWas) {
    const ScratchFolder folder;
    const std::filesystem::path file = folder / "r.h5";
    on_ranks(2, [&](Transport& transport) -> Task<void> {
        const auto recorder = co_await Recorder::open(transport, file);
        recorder->describe({{"begin", "0"}, {"scripts", "1 a.hoc\n"}});
        record(*recorder, transport.rank(), 0, 4 + transport.rank());
    });
    recover(file);
    EXPECT_EQ(run_attributes(file, {}, said_names),
              (Metadata{{"begin", "0"}, {"tstop", "4"}, {"scripts", "1 a.hoc\n"}}));
}

TEST(Recorder, LeavesLogsThatAreRecoveredBehindDamage) {
    std::mt19937 random(2);
    const std::vector<Spike> all = all_spikes(2, 40);
    for (int trial = 0; trial < 100; ++trial) {
        const ScratchFolder folder;
        const std::filesystem::path file = folder / "r.txt";
        on_ranks(2, [&](Transport& transport) -> Task<void> {
            const auto recorder = co_await Recorder::open(transport, file);
            record(*recorder, transport.rank(), 0, 40);
        });
        const std::filesystem::path log = log_name(file, 1, 2);
        std::string bytes = testing::read_bytes(log);
        const std::size_t header = 28 + 3 + 4;  // with the population All, and its CRC
        const std::size_t at = header + random() % (bytes.size() - header);
        bytes[at] ^= static_cast<char>(1 << random() % 8);
        testing::write_bytes(log, bytes);
        const Recovered recovered = recover(file);
        ASSERT_EQ(recovered.lost.size(), 1u) << at;
        const LostPart& lost = recovered.lost[0];
        EXPECT_TRUE(lost.begin <= at && at < lost.end) << lost.begin << " to " << lost.end;
        EXPECT_EQ(lost.rank, 1u);
        const double end = lost.t_end.value_or(40);
        EXPECT_TRUE(0 <= lost.t_begin && lost.t_begin < end && end <= lost.t_begin + 2);
        std::vector<Spike> found = read(file), expected;
        const auto may_be_lost = [&](const Spike& spike) {
            return lost.t_begin < spike.t && spike.t <= end && (spike.gid >= 10 || !lost.t_end);
        };
        std::copy_if(all.begin(), all.end(), std::back_inserter(expected), std::not_fn(may_be_lost));
        std::erase_if(found, may_be_lost);
        EXPECT_EQ(found, expected) << trial;
    }
}

TEST(Recorder, KeepsTheLogsOfACheckpointWhenANewRunBegins) {
    const ScratchFolder folder;
    const std::filesystem::path file = folder / "r.txt";
    on_ranks(2, [&](Transport& transport) -> Task<void> {
        const auto recorder = co_await Recorder::open(transport, file);
        recorder->restart();
        record(*recorder, transport.rank(), 0, 4);
        const LogPosition position = co_await recorder->position();
        recorder->keep(position.parts);
        record(*recorder, transport.rank(), 4, 6);
        recorder->restart();
        record(*recorder, transport.rank(), 0, 3);
        const LogPosition later = co_await recorder->position();
        EXPECT_EQ(later.end, 3u);
        EXPECT_EQ(later.parts.size(), 1u);
        EXPECT_NE(later.parts[0].number, position.parts[0].number);
    });
    EXPECT_EQ(recover(file).intervals, 3) << "of the latest run";
}

TEST(Recorder, RefusesToGoOnWithLogsThatAreNotThoseOfTheCheckpoint) {
    const ScratchFolder folder;
    const std::filesystem::path file = folder / "r.txt";
    LogPosition position;
    const auto begin = [&](int intervals) {
        on_ranks(2, [&](Transport& transport) -> Task<void> {
            const auto recorder = co_await Recorder::open(transport, file);
            recorder->restart();
            record(*recorder, transport.rank(), 0, intervals);
            const LogPosition here = co_await recorder->position();
            if (transport.rank() == 0) position = here;
        });
    };
    const auto complaint = [&] {
        std::string said = "none";
        on_ranks(3, [&](Transport& transport) -> Task<void> {
            const auto recorder = co_await Recorder::open(transport, file);
            try {
                co_await recorder->go_on(position);
            } catch (const RasterError& error) {
                said = error.what();
            }
        });
        return said;
    };
    begin(4);
    EXPECT_EQ(complaint(), "none");
    const LogPosition first = position;
    begin(4);  // another run, with the same names
    position = first;
    EXPECT_NE(complaint().find("is a log of another run"), std::string::npos) << complaint();
    begin(4);
    const std::filesystem::path log = log_name(file, 1, 2);
    std::filesystem::resize_file(log, std::filesystem::file_size(log) - 1);
    EXPECT_NE(complaint().find("rank-1-of-2.log is damaged or truncated"), std::string::npos) << complaint();
    std::filesystem::remove(log);
    EXPECT_NE(complaint().find("cannot read"), std::string::npos) << complaint();
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
        LogWriter writer(log_name(file, 0, 2), {.rank = 0, .ranks = 2, .run = 5});
    }
    try {
        recover(file);
        FAIL();
    } catch (const RasterError& error) {
        EXPECT_NE(std::string(error.what()).find("the log of rank 1 (of 2) is missing"), std::string::npos);
    }
    {
        LogWriter writer(log_name(file, 1, 2), {.rank = 1, .ranks = 2, .run = 6});
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
