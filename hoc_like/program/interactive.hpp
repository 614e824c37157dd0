#pragma once

#include <string>

namespace ranvier::hoc {
class Session;
}

namespace ranvier::program {

/// Runs the standard input: a pipe as one script, a terminal statement by statement. On a terminal, an error does not
/// end the session, nor does Ctrl-C (prompt_interrupts.hpp). `is_terminal`: a pipe is treated as a terminal, too, and its
/// lines are shown. `hints`: a terminal's first line names what the prompt offers.
void run_standard_input(hoc::Session& session, bool is_terminal, bool hints);

/// The statements of Python that the standard input holds: those of a pipe, or one that opens Python's prompt if it is a
/// terminal, with a line of hints if wanted.
std::string python_standard_input(bool hints);

}  // namespace ranvier::program
