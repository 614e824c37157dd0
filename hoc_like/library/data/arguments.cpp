#include "hoc_like/library/data/arguments.hpp"

#include <fmt/format.h>

#include <iterator>

#include "hoc_like/language/interface/memory.hpp"

namespace ranvier::hoc {

void fail(const Call& call, std::string_view message) {
    call.fail(fmt::format("{}: {}", call.name(), message));
}

long long whole_argument(const Call& call, int i, long long low, long long high, std::string_view what) {
    const double value = call.number(i);
    // Compared before truncation, as in NEURON: -0.5 is out of range if the minimum is 0.
    if (!(value >= static_cast<double>(low) && value <= static_cast<double>(high))) {
        fail(call, high < low ? fmt::format("{} {} is out of range: there are no elements", what, value)
                              : fmt::format("{} {} is out of range {} to {}", what, value, low, high));
    }
    return static_cast<long long>(value);
}

long long whole_or(const Call& call, int i, long long low, long long high, std::string_view what, long long otherwise) {
    return i < call.size() ? whole_argument(call, i, low, high, what) : otherwise;
}

void require_memory(const Call& call, double numbers, std::string_view what) {
    const std::string lack =
        lack_of_memory(numbers * sizeof(double), fmt::format("{} of {:.0f} numbers", what, numbers));
    if (!lack.empty()) fail(call, lack);
}

double number_within(const Call& call, int i, double low, double high, std::string_view what) {
    const double value = call.number(i);
    if (!(value >= low && value <= high)) {
        fail(call, fmt::format("{} {} is out of range {} to {}", what, value, low, high));
    }
    return value;
}

Stretch stretch_argument(const Call& call, int i, std::size_t size) {
    if (i >= call.size()) return {0, size};
    const auto last = static_cast<long long>(size) - 1;
    const long long start = whole_argument(call, i, 0, last, "start index");
    const long long end = whole_argument(call, i + 1, start, last, "end index");
    return {static_cast<std::size_t>(start), static_cast<std::size_t>(end) + 1};
}

void append_methods(std::vector<MethodDefinition>& methods, std::vector<MethodDefinition> more) {
    methods.insert(methods.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

}  // namespace ranvier::hoc
