#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace ranvier::nmodl {

/// One file of NMODL text: the .mod file or an INCLUDEd file.
struct SourceFile {
    std::string path;  ///< as shown in messages
    std::string text;

    /// Line `number` (from 1) without its line end; empty if there is no such line.
    std::string_view line(int number) const;
};

/// A place in the text. Lines and columns count from 1; line 0 means "nowhere in particular".
struct Location {
    const SourceFile* file = nullptr;
    int line = 0;
    int column = 0;
};

/// What is wrong, where, and how to fix it.
struct Message {
    Location where;
    std::string text;
    std::string hint;  ///< may be empty
};

/// Thrown when compilation cannot continue; what() holds all messages, each with its line and a caret.
class CompileError : public std::runtime_error {
  public:
    CompileError(const std::string& text, std::vector<Message> messages)
        : std::runtime_error(text), messages_(std::move(messages)) {}
    const std::vector<Message>& messages() const { return messages_; }

  private:
    std::vector<Message> messages_;
};

/// Collects warnings and errors, so that one run can report several.
class Diagnostics {
  public:
    /// Records an error. After `max_errors` of them it throws CompileError.
    void error(Location where, std::string text, std::string hint = {});
    void warning(Location where, std::string text, std::string hint = {});
    /// Throws CompileError if an error was recorded.
    void throw_if_any() const;

    bool has_errors() const { return !errors_.empty(); }
    const std::vector<Message>& errors() const { return errors_; }
    const std::vector<Message>& warnings() const { return warnings_; }

  private:
    static constexpr std::size_t max_errors = 20;
    std::vector<Message> errors_, warnings_;
};

/// "file:line:column: error: text", the line, a caret, the hint.
std::string render(const Message& message, std::string_view severity = "error");

/// The candidate closest to `name` by edit distance, or "" if none is close.
std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates);

}  // namespace ranvier::nmodl
