#include "engine/raster/file/trial.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <cstdlib>
#include <ctime>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/raster/file/raster.hpp"

namespace ranvier::raster {
namespace {

constexpr TrialLimits usual{.processor_seconds = 1, .seconds = 120, .memory = std::size_t{256} << 20};

/// How a trial ends.
std::string end_of(const std::function<void()>& action, const TrialLimits& limits = usual) {
    try {
        return try_in_child(action, limits);
    } catch (const RasterError& error) {
        return std::string("error: ") + error.what();
    }
}

/// True of a pipe that no other program inherits.
bool is_for_result(int file) {
    struct stat status{};
    return fstat(file, &status) == 0 && S_ISFIFO(status.st_mode) && fcntl(file, F_GETFD) == FD_CLOEXEC;
}

TEST(Trial, EndsAsTheActionDoes) {
    EXPECT_EQ(end_of([] {}), "");
    EXPECT_EQ(end_of([] { throw std::runtime_error("r.h5 is\x01 damaged"); }), "error: r.h5 is? damaged");
    EXPECT_EQ(end_of([] { throw 7; }), "error: an unknown error");
    EXPECT_LE(end_of([] { throw std::runtime_error(std::string(1 << 20, 'x')); }).size(), 4200u);
}

TEST(Trial, NoticesCrashes) {
    EXPECT_EQ(end_of([] { std::raise(SIGSEGV); }), "crashed (Segmentation fault)");
    EXPECT_EQ(end_of([] { std::abort(); }), "crashed (Aborted)");
    EXPECT_EQ(end_of([] { std::raise(SIGKILL); }), "was killed, perhaps because it took too much memory");
    EXPECT_EQ(end_of([] { _exit(0); }), "ended without a result");
    EXPECT_EQ(end_of([] { _exit(3); }), "ended without a result");
}

TEST(Trial, EndsWhatDoesNotEnd) {
    const auto run_forever = [] {
        while (std::clock() >= 0) {
        }
    };
    EXPECT_EQ(end_of(run_forever), "took more than 1 s");
    const TrialLimits short_time{.seconds = 1};
    EXPECT_EQ(end_of([] { ::pause(); }, short_time), "took more than 1 s");
    EXPECT_EQ(end_of([] { std::raise(SIGSTOP); }, short_time), "took more than 1 s");
}

TEST(Trial, EndsWithTheMemory) {
    const auto use_megabytes = [](std::size_t most) {
        for (std::vector<std::vector<char>> used; used.size() < most;) used.emplace_back(1 << 20, 'x');
    };
    EXPECT_EQ(end_of([&] { use_megabytes(64); }), "");
    const std::string end = end_of([&] { use_megabytes(100'000); });
    EXPECT_TRUE(end == "needs more than 256 MB of memory" || end == "ended without a result")
        << end;  // or a sanitizer's
}

TEST(Trial, PassesOnNoGarbage) {
    ::testing::internal::CaptureStdout();
    const std::string garbage(1 << 16, 'e');
    const std::string end = end_of([&] {
        for (int to = 1; to < 64; ++to) {
            if (to > 2 && !is_for_result(to)) continue;
            if (::write(to, garbage.data(), garbage.size()) < 0) continue;
        }
    });
    EXPECT_EQ(end, "ended without a result");
    EXPECT_EQ(::testing::internal::GetCapturedStdout(), "");
    EXPECT_EQ(end_of([] {
                  for (int each = 0; each < 64; ++each) ::close(each);
              }),
              "ended without a result");
}

}  // namespace
}  // namespace ranvier::raster
