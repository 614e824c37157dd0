#include "engine/event/mechanism_loops.hpp"

#include <atomic>

namespace ranvier::engine {

namespace {

volatile std::int32_t leaves = 0;  // set by a signal handler and read by code that is C
std::atomic<bool> have_left{false};

}  // namespace

void leave_mechanism_loops() {
    leaves = 1;
}

void enter_mechanism_loops() {
    leaves = 0;
    have_left = false;
}

bool have_left_mechanism_loops() {
    return have_left;
}

const volatile std::int32_t* mechanism_loops_end() {
    return &leaves;
}

void note_left_loop() {
    have_left = true;
}

}  // namespace ranvier::engine
