#pragma once

namespace ranvier::hoc {
class Interpreter;
}

namespace ranvier::program {

/// Runs the standard input: a pipe as one script, a terminal statement by statement. On a terminal, an error does not
/// end the session.
void run_standard_input(hoc::Interpreter& interpreter);

}  // namespace ranvier::program
