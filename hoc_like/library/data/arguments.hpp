#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "hoc_like/language/interface/call.hpp"
#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

/// Throws an error that names the function: "Vector.get: index 3 is out of range 0 to 2". All functions of the library
/// fail in this way.
[[noreturn]] void fail(const Call& call, std::string_view message);

/// Argument i truncated to a whole number, like in NEURON (3.7 becomes 3); fails outside [low, high]. `what` names the
/// argument in the message: "index", "number of rows".
long long whole_argument(const Call& call, int i, long long low, long long high, std::string_view what);
long long whole_or(const Call& call, int i, long long low, long long high, std::string_view what, long long otherwise);

/// Fails if so many numbers do not fit into memory; `what` holds them: "the Vector".
void require_memory(const Call& call, double numbers, std::string_view what);

/// Argument i, which must lie within [low, high].
double number_within(const Call& call, int i, double low, double high, std::string_view what);

/// A range of elements: begin <= i < end.
struct Stretch {
    std::size_t begin = 0;
    std::size_t end = 0;
};

/// The range given by the optional arguments i and i + 1 of many Vector methods: start and end (inclusive). By default
/// the range is the whole Vector. Fails if they lie outside 0 .. size-1.
Stretch stretch_argument(const Call& call, int i, std::size_t size);

/// The object on which the method was called, which is the result of most methods of Vector and Matrix.
inline Result self_result(const Call& call) {
    return ObjectPtr{call.self()};
}

/// Appends `more` to `methods`.
void append_methods(std::vector<MethodDefinition>& methods, std::vector<MethodDefinition> more);

}  // namespace ranvier::hoc
