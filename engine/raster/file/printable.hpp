#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace ranvier::raster {

/// The first line of a file without the three bytes, the byte order mark, with which Windows' editors begin it.
inline std::string_view without_mark(std::string_view line) {
    return line.starts_with("\xEF\xBB\xBF") ? line.substr(3) : line;
}

/// A printable form, for messages, of a name or line from a damaged or foreign file, which may contain any bytes.
inline std::string printable(std::string_view text) {
    std::string shown(text);
    std::replace_if(shown.begin(), shown.end(), [](unsigned char c) { return (c < ' ' && c != '\t') || c > '~'; }, '?');
    return shown;
}

}  // namespace ranvier::raster
