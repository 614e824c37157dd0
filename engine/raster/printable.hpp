#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace ranvier::raster {

/// A printable form, for messages, of a name or line from a damaged or foreign file, which may contain any bytes.
inline std::string printable(std::string_view text) {
    std::string shown(text);
    std::replace_if(shown.begin(), shown.end(), [](unsigned char c) { return (c < ' ' && c != '\t') || c > '~'; }, '?');
    return shown;
}

}  // namespace ranvier::raster
