#pragma once

#include <cstring>
#include <string>
#include <string_view>

#include "hoc_like/language/interface/call.hpp"

namespace ranvier::hoc {

/// A text buffer. Clearing it keeps its memory, which is not initialized before it is written.
class TextBuffer {
  public:
    void clear() { size_ = 0; }
    std::size_t size() const { return size_; }
    std::string_view view() const { return {storage_.data(), size_}; }
    void append(std::string_view text) {
        if (text.empty()) return;
        char* const to = room(text.size());
        if (text.size() == 1) {
            *to = text[0];
        } else {
            std::memcpy(to, text.data(), text.size());
        }
        size_ += text.size();
    }
    void append(std::size_t count, char character) {
        std::memset(room(count), character, count);
        size_ += count;
    }
    /// The address for `most` more characters; advance_to then sets their end.
    char* room(std::size_t most) {
        if (storage_.size() - size_ < most) storage_.resize(2 * (size_ + most));
        return storage_.data() + size_;
    }
    void advance_to(const char* end) { size_ = static_cast<std::size_t>(end - storage_.data()); }
    void cut(std::size_t size) { size_ = size; }

  private:
    std::string storage_;
    std::size_t size_ = 0;  // length of the text
};

/// Appends printf's text from argument `first` (the format) on. Conversions d o x (with l), c, f e g, s and %%; s also
/// takes an object, whose name it prints. Throws for a missing or wrong argument.
void format_arguments(const Call& call, int first, TextBuffer& out);
/// Reads numbers and strings from the text of argument 0 by the format of argument 1 into pointers and strdefs; the
/// number of conversions done.
int scan_arguments(const Call& call);

}  // namespace ranvier::hoc
