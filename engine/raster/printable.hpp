#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace ranvier::raster {

/// What a damaged or foreign file has for a name or a line may be anything: as a message can show it.
inline std::string printable(std::string_view text) {
    std::string shown(text);
    std::replace_if(shown.begin(), shown.end(), [](unsigned char c) { return (c < ' ' && c != '\t') || c > '~'; }, '?');
    return shown;
}

}  // namespace ranvier::raster
