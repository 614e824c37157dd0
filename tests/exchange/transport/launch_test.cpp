#include "exchange/transport/launch.hpp"

#include <gtest/gtest.h>

#include <cstdlib>

#include "exchange/error.hpp"

namespace ranvier::exchange {

namespace {

/// The environment without a launcher's variables, put back at the end.
class Launch : public ::testing::Test {
  protected:
    Launch() {
        for (const char* name : names) {
            const char* value = std::getenv(name);
            saved_.push_back(value ? value : "");
            unsetenv(name);
        }
    }
    ~Launch() override {
        for (std::size_t i = 0; i < saved_.size(); ++i) {
            if (saved_[i].empty()) {
                unsetenv(names[i]);
            } else {
                setenv(names[i], saved_[i].c_str(), 1);
            }
        }
    }

  private:
    static constexpr const char* names[] = {
        "PMI_RANK",     "PMI_SIZE",  "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_RANK", "SLURM_STEP_NUM_TASKS",
        "SLURM_NTASKS", "PMIX_RANK", "SLURM_PROCID"};
    std::vector<std::string> saved_;
};

TEST_F(Launch, SeesNoLauncherInAPlainShell) {
    EXPECT_FALSE(started_by_launcher());
    EXPECT_EQ(launched_ranks(), 1);
    const auto transport = make_transport();
    EXPECT_EQ(transport->size(), 1);
}

TEST_F(Launch, SeesTheLaunchersVariables) {
    setenv("PMI_RANK", "0", 1);
    EXPECT_TRUE(started_by_launcher());
    setenv("PMI_SIZE", "4", 1);
    EXPECT_EQ(launched_ranks(), 4);
}

TEST_F(Launch, KnowsTheRankBeforeMpiIsInitialized) {
    EXPECT_EQ(launched_rank(), 0);
    setenv("SLURM_PROCID", "5", 1);
    EXPECT_EQ(launched_rank(), 0) << "a batch script, not a step";
    setenv("SLURM_STEP_NUM_TASKS", "16", 1);
    EXPECT_EQ(launched_rank(), 5);
    setenv("PMI_RANK", "3", 1);
    EXPECT_EQ(launched_rank(), 3);
    setenv("PMI_RANK", "none", 1);
    EXPECT_EQ(launched_rank(), 5);
}

TEST_F(Launch, DoesNotTakeABatchScriptForALauncher) {
    setenv("SLURM_NTASKS", "16", 1);
    EXPECT_FALSE(started_by_launcher());
    setenv("SLURM_STEP_NUM_TASKS", "16", 1);
    EXPECT_TRUE(started_by_launcher());
}

TEST_F(Launch, ChoosesALibraryByTheLauncher) {
    if (!built_with_mpi()) GTEST_SKIP() << "this build has no MPI";
    EXPECT_STREQ(mpi_vendor(), "");
    setenv("SLURM_NTASKS", "16", 1);
    EXPECT_STREQ(mpi_vendor(), "") << "a batch script, not a step";
    setenv("OMPI_COMM_WORLD_SIZE", "2", 1);
    EXPECT_STRNE(mpi_vendor(), "MPICH");
    unsetenv("OMPI_COMM_WORLD_SIZE");
    setenv("PMI_SIZE", "2", 1);
    EXPECT_STRNE(mpi_vendor(), "Open MPI");
    EXPECT_EQ(mpi_library_version(), "none") << "none is opened to choose one";
}

TEST_F(Launch, RefusesManyRanksOfABuildWithoutMpi) {
    if (built_with_mpi()) GTEST_SKIP() << "this build has MPI";
    EXPECT_EQ(mpi_library_version(), "none");
    EXPECT_THROW(make_transport(Parallel::mpi), ExchangeError);
    setenv("PMI_RANK", "0", 1);
    setenv("PMI_SIZE", "2", 1);
    EXPECT_THROW(make_transport(), ExchangeError);
}

}  // namespace

}  // namespace ranvier::exchange
