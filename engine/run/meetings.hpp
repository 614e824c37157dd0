#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "exchange/run_outline.hpp"
#include "mechanisms/runtime/abi.h"

namespace ranvier::engine {

/// Whether and when the ranks meet during runs, as far as scripts and outputs have a say in it.
class Meetings {
  public:
    virtual ~Meetings() = default;
    /// All ranks know that there is a network, since they have made one together.
    virtual void expect_network() = 0;
    /// All ranks meet in each run, whatever they have: they write checkpoints, for example.
    virtual void always_meet() = 0;
    /// While a rank does a job of the bulletin board, it advances alone. Returns whether it did a job before.
    virtual bool set_in_job(bool is_in_job) = 0;
    /// Tells what the scripts are, by their hash: ranks of a network must run the same ones.
    virtual void note_scripts(std::uint64_t hash) = 0;
    /// Sets the function that tells whether a mechanism's results depend on celsius, which then must be the same on all
    /// ranks; by default those of all do.
    virtual void set_celsius_test(std::function<bool(const rv_mechanism&)> test) = 0;
    /// When the ranks of the present run have met, counted since step 0.
    virtual const exchange::RunOutline& outline() const = 0;
    /// Why `outline` does not describe the run; empty if it does.
    virtual std::string obstacle_to_outline() const = 0;
};

}  // namespace ranvier::engine
