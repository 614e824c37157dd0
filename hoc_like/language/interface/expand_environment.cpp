#include "hoc_like/language/interface/expand_environment.hpp"

#include <cstdlib>

namespace ranvier::hoc {

std::string expand_environment(const std::string& path) {
    std::string result = path;
    for (std::size_t start = 0; (start = result.find("$(", start)) != std::string::npos;) {
        const std::size_t end = result.find(')', start);
        if (end == std::string::npos) break;
        const char* value = std::getenv(result.substr(start + 2, end - start - 2).c_str());
        const std::string text = value ? value : "";
        result.replace(start, end - start + 1, text);
        start += text.size();
    }
    return result;
}

}  // namespace ranvier::hoc
