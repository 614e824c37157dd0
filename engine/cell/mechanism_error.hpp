#pragma once

#include <stdexcept>
#include <string>
#include <utility>

namespace ranvier::engine {

/// A mechanism's function returned an error, after calling services->fail. The message names the mechanism.
class MechanismError : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

/// What a mechanism has last passed to services->fail on this thread.
inline std::string& last_failure() {
    thread_local std::string text;
    return text;
}

/// The error of a function that has failed, with the reason if the function gave one.
inline MechanismError failure_of(const std::string& function) {
    const std::string why = std::exchange(last_failure(), {});
    return MechanismError(function + (why.empty() ? " failed" : " failed: " + why));
}

}  // namespace ranvier::engine
