#pragma once

namespace ranvier::hoc {
class Interpreter;
}

namespace ranvier::program {

/// Runs what comes on the standard input: from a pipe as one script; from a terminal statement by statement, where an
/// error does not end the session.
void run_standard_input(hoc::Interpreter& interpreter);

}  // namespace ranvier::program
