// The contract tests on the ranks that mpiexec has started. Every rank runs every test; the program fails if one does.

#include <gtest/gtest.h>

#include <memory>

#include "exchange/contract/worlds.hpp"
#include "exchange/transport/launch.hpp"
#include "exchange/transport/typed.hpp"

namespace ranvier::exchange::testing {

namespace {

std::unique_ptr<Transport> the_transport;

}  // namespace

const std::vector<World>& worlds() {
    // Made on first use: the list of parameters is read while GoogleTest starts.
    if (!the_transport) the_transport = make_transport(Parallel::mpi);
    static const std::vector<World> all{{"mpi", the_transport->size(), [](const Body& body) {
                                             run_to_completion(body(*the_transport));
                                             // otherwise a fast rank's next test could interfere with a slow rank's
                                             run_to_completion(the_transport->barrier());
                                         }}};
    return all;
}

const std::vector<World>& large_worlds() {
    static const std::vector<World> none;
    return none;
}

int run_tests() {
    worlds();
    auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
    if (the_transport->rank() != 0) delete listeners.Release(listeners.default_result_printer());
    const bool failed = RUN_ALL_TESTS() != 0;
    const bool any_failed = run_to_completion(any_over_ranks(*the_transport, failed));
    if (failed && the_transport->rank() != 0) std::fprintf(stderr, "failed on rank %d\n", the_transport->rank());
    the_transport.reset();
    return any_failed ? 1 : 0;
}

}  // namespace ranvier::exchange::testing

int main(int argc, char** argv) {
    ::testing::InitGoogleTest(&argc, argv);
    return ranvier::exchange::testing::run_tests();
}
