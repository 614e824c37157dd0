#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

struct sock_filter;

namespace ranvier::program {

/// A call of the system that a confined process may not make, or only with certain arguments.
struct RefusedCall {
    long number;        ///< as in <sys/syscall.h>
    int argument = -1;  ///< the argument that decides; -1: always refused
    /// Values of the argument, of which 32 bits count.
    std::vector<std::uint32_t> values{};
    bool is_refused_for_values = true;  ///< false: it is refused for all other values
};

/// What a process still needs besides computing, and reading and writing files.
struct SystemCallNeeds {
    bool programs = false;  ///< starts programs, whose files it makes executable
    bool internet = false;  ///< connects to other computers
};

/// The calls to refuse: those that start programs, connect, reach into other processes or a terminal, change what only the
/// administrator may change, and those by which a process gets around such a table or around rules for files.
std::vector<RefusedCall> refused_calls(const SystemCallNeeds& needs);

/// The program with which the system checks each call (seccomp-BPF). Refused calls fail with EPERM.
std::vector<sock_filter> filter_of(std::span<const RefusedCall> calls);

/// Refuses the calls from now on in all threads of this process, in those that it starts, and in its children. Returns an
/// empty text, or why this is not possible.
std::string refuse_calls(std::span<const RefusedCall> calls);

}  // namespace ranvier::program
