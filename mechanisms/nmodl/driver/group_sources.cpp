#include "mechanisms/nmodl/driver/group_sources.hpp"

#include <algorithm>
#include <numeric>

namespace ranvier::nmodl {

std::vector<std::vector<std::size_t>> group_by_size(const std::vector<std::size_t>& sizes, std::size_t groups) {
    std::vector<std::size_t> order(sizes.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return sizes[a] > sizes[b]; });
    std::vector<std::vector<std::size_t>> made(std::min(groups, sizes.size()));
    std::vector<std::size_t> total(made.size(), 0);
    for (const std::size_t k : order) {
        const auto shortest = std::min_element(total.begin(), total.end()) - total.begin();
        made[shortest].push_back(k);
        total[shortest] += sizes[k];
    }
    return made;
}

std::string text_of_group(const std::vector<std::string>& sources, const std::vector<std::string>& symbols) {
    std::string text;
    // The headers that generated files include and that declare names for all of them.
    for (const char* header : {"math.h", "stdarg.h", "stddef.h", "stdint.h", "stdio.h", "stdlib.h", "string.h"}) {
        text += "#include <" + std::string(header) + ">\n";
    }
    for (const char* header : {"abi.h", "library_values.h", "math.h"}) {
        text += "#include \"mechanisms/runtime/" + std::string(header) + "\"\n";
    }
    for (const auto& symbol : symbols) text += "__asm__(\".weak " + symbol + "\");\n";
    for (std::size_t k = 0; k < sources.size(); ++k) {
        for (const char* header :
             {"FUNCTION_TABLE", "GENERATED", "LAG", "LANE_SOLVERS", "PAST", "RANDOM", "RANDOM_LANES", "SOLVERS"}) {
            text += "#undef RANVIER_MECHANISMS_RUNTIME_" + std::string(header) + "_H\n";
        }
        text += "namespace rv_file_" + std::to_string(k) + " {\n#include \"" + sources[k] + "\"\n}\n";
    }
    return text;
}

}  // namespace ranvier::nmodl
