#pragma once

#include <stdexcept>
#include <string>
#include <vector>

namespace ranvier::hoc {

/// A place in a script; line and column start at 1, 0 if unknown.
struct Location {
    std::string file;
    int line = 0;
    int column = 0;
};

/// An error in a script, at compile or run time.
///
/// what() is the complete message: "file:line:column: error: message", the line of the script, a caret, and the call
/// stack, innermost first.
class ScriptError : public std::runtime_error {
  public:
    ScriptError(std::string message, Location where, std::string text)
        : std::runtime_error(std::move(text)), message_{std::move(message)}, where_{std::move(where)} {}
    const std::string& message() const { return message_; }
    const Location& where() const { return where_; }

  private:
    std::string message_;
    Location where_;
};

/// The user has stopped the statement that runs (Ctrl-C at the prompt). Not a ScriptError, so that no script catches it.
struct Interruption {
    std::string where = {};  ///< the line of the script: "file:line: text"; empty if unknown
};

/// The script ends, for instance because `quit()` was called.
struct Quit {
    int status = 0;
    std::string message = {};  ///< to be shown, if not empty
    bool is_called = false;    ///< by quit(), which Python code cannot catch
};

}  // namespace ranvier::hoc
