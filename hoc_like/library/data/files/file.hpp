#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

/// hoc's File: a name and, while open, a C stream, which the destructor closes.
class FileObject final : public Native {
  public:
    static constexpr std::string_view class_name = "File";

    FileObject() = default;
    /// Says on stderr what close would throw.
    ~FileObject() override;
    FileObject(const FileObject&) = delete;
    FileObject& operator=(const FileObject&) = delete;

    /// Sets the name and closes the file.
    void set_name(std::string name);
    const std::string& name() const { return name_; }
    /// `mode` is fopen's; `$(NAME)` in the name stands for an environment variable. False if the file cannot be opened.
    bool open(const char* mode);
    /// Throws std::runtime_error if not everything that was written has reached the file.
    void close();
    bool is_open() const { return stream_ != nullptr; }
    /// Null if the file isn't open.
    std::FILE* stream() const { return stream_; }

  private:
    std::string name_;
    std::FILE* stream_ = nullptr;
    bool writes_ = false;
};

/// The open stream of the File in argument i; fails if it isn't open.
std::FILE* file_argument(const Call& call, int i);

/// Reads the next number and the blanks that follow. Skips words that are not numbers, including inf and nan. Empty at
/// the end.
std::optional<double> read_number(std::FILE* stream);

/// Reads one line, which then ends with a newline, whether it ends with one, a carriage return, both or nothing; empty at
/// the end of the stream. As in NEURON.
std::optional<std::string> read_line(std::FILE* stream);

void register_file(Registry& registry);

}  // namespace ranvier::hoc
