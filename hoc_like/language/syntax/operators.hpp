#pragma once

#include <cstdint>

namespace ranvier::hoc {

enum class UnaryOperator { minus, logical_not };

enum class BinaryOperator {
    add,
    subtract,
    multiply,
    divide,
    modulo,
    power,
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    logical_and,
    logical_or,
};

/// `=` `+=` `-=` `*=` `/=`
enum class Assignment : std::uint8_t { set, add, subtract, multiply, divide };

/// The kind of argument that `$1`, `$s1`, `$o1` and `$&1` expect, in this order.
enum class Sigil { number, text, object, pointer };

}  // namespace ranvier::hoc
