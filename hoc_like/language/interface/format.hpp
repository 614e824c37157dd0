#pragma once

#include <cstring>
#include <string>
#include <string_view>

#include "hoc_like/language/interface/call.hpp"

namespace ranvier::hoc {

/// A text buffer. Clearing it keeps its memory. New memory is not initialized.
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
    /// Reserves room for `most` more characters and returns its address; advance_to then sets the end of the text.
    char* room(std::size_t most) {
        if (storage_.size() - size_ < most) storage_.resize(2 * (size_ + most));
        return storage_.data() + size_;
    }
    void advance_to(const char* end) { size_ = static_cast<std::size_t>(end - storage_.data()); }
    void cut(std::size_t size) { size_ = size; }

  private:
    std::string storage_;
    std::size_t size_ = 0;  // of the text
};

/// Appends the text that printf makes from argument `first` (the format) and the following ones. Supports the
/// conversions d o x (with l), c, f e g, s and %%; for an object, s prints its name. Throws for a missing or wrong
/// argument.
void format_arguments(const Call& call, int first, TextBuffer& out);
/// Reads numbers and strings from argument 0, by the format in argument 1, into the pointers and strdefs that follow.
/// Returns the number of conversions done.
int scan_arguments(const Call& call);

}  // namespace ranvier::hoc
