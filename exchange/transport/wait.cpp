#include "exchange/transport/wait.hpp"

#include <sched.h>
#include <sys/prctl.h>
#include <time.h>

#include <algorithm>
#include <thread>

namespace ranvier::exchange {

void pause(const WaitPolicy& policy, double began, double now) {
    if (now - began < policy.spin_s) {
        sched_yield();  // costs 1 us if no other thread is ready, and saves a time slice if one is
        return;
    }
    const double nap_s = std::clamp((now - began) / 20, policy.nap_s, policy.longest_s);
    const timespec nap{0, static_cast<long>(nap_s * 1e9)};
    nanosleep(&nap, nullptr);
}

WaitPolicy prepare_to_wait(WaitPolicy policy, int ranks_on_this_computer) {
    if (policy.spin_s < 0) policy.spin_s = ranks_on_this_computer > usable_cores() ? 0 : 200e-6;
    policy.nap_s = std::clamp(policy.nap_s, 1e-6, 0.1);
    policy.longest_s = std::clamp(policy.longest_s, policy.nap_s, 0.1);
    prctl(PR_SET_TIMERSLACK, 1000UL, 0UL, 0UL, 0UL);  // [ns]
    return policy;
}

int usable_cores() {
    const auto all = static_cast<int>(std::max(1U, std::thread::hardware_concurrency()));
    cpu_set_t allowed;
    if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return all;
    // A launcher may bind each rank to one core. Each rank then has its own core, although this rank sees only one.
    const int mine = CPU_COUNT(&allowed);
    return mine <= 1 ? all : mine;
}

}  // namespace ranvier::exchange
