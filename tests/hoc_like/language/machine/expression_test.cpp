// Random expressions against an evaluator that knows the precedence by construction: it prints what it means with the
// fewest parentheses that the rules of hoc allow, and computes the value itself.

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/hoc_like/language/fake_cables.hpp"

namespace ranvier::hoc::test {
namespace {

struct Piece {
    std::string text;
    double value;
    int precedence;  // of its outermost operator; 9 for operands
};

class Generator {
  public:
    explicit Generator(unsigned seed) : random_{seed} {}

    Piece make(int depth) {
        if (depth == 0 || pick(6) == 0) return operand();
        switch (pick(14)) {
            case 0:
                return unary(depth, '-');
            case 1:
                return unary(depth, '!');
            case 2:
                return binary(depth, "||", 1, [](double a, double b) { return a != 0 || b != 0 ? 1.0 : 0.0; });
            case 3:
                return binary(depth, "&&", 2, [](double a, double b) { return a != 0 && b != 0 ? 1.0 : 0.0; });
            case 4:
                return binary(depth, "<", 3, [](double a, double b) { return a < b - slack ? 1.0 : 0.0; });
            case 5:
                return binary(depth, ">=", 3, [](double a, double b) { return a >= b - slack ? 1.0 : 0.0; });
            case 6:
                return binary(depth, "==", 3, [](double a, double b) { return std::fabs(a - b) <= slack ? 1.0 : 0.0; });
            case 7:
                return binary(depth, "!=", 3, [](double a, double b) { return std::fabs(a - b) > slack ? 1.0 : 0.0; });
            case 8:
            case 9:
                return binary(depth, "+", 4, [](double a, double b) { return a + b; });
            case 10:
                return binary(depth, "-", 4, [](double a, double b) { return a - b; });
            case 11:
            case 12:
                return binary(depth, "*", 5, [](double a, double b) { return a * b; });
            default:
                return power(depth);
        }
    }

  private:
    static constexpr double slack = 1e-11;
    int pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

    Piece operand() {
        const int value = pick(9);
        switch (pick(4)) {
            case 0:
                return {"x" + std::to_string(value), value * 0.5, 9};
            case 1:
                return {"a[" + std::to_string(value) + "]", value - 4.0, 9};
            default:
                return {std::to_string(value), static_cast<double>(value), 9};
        }
    }
    static std::string wrapped(const Piece& piece, int needed) {
        return piece.precedence >= needed ? piece.text : "(" + piece.text + ")";
    }
    Piece unary(int depth, char op) {
        const Piece inner = make(depth - 1);
        const double value = op == '-' ? -inner.value : (inner.value == 0 ? 1.0 : 0.0);
        return {op + wrapped(inner, 6), value, 6};
    }
    Piece binary(int depth, const char* op, int precedence, double (*compute)(double, double)) {
        const Piece left = make(depth - 1);
        const Piece right = make(depth - 1);
        // Left associative: an operator of the same rank on the right needs parentheses.
        return {wrapped(left, precedence) + op + wrapped(right, precedence + 1), compute(left.value, right.value),
                precedence};
    }
    Piece power(int depth) {
        const Piece base = make(depth - 1);
        const int exponent = pick(3);
        return {wrapped(base, 8) + "^" + std::to_string(exponent), std::pow(base.value, exponent), 7};
    }
    std::mt19937 random_;
};

TEST(HocExpression, HasTheValueThatItsMeaningHas) {
    Bench bench;
    bench.run("double a[9]\nfor i = 0, 8 { a[i] = i - 4 }\n");
    for (int i = 0; i < 9; ++i) bench.hoc.set_number("x" + std::to_string(i), i * 0.5);
    Generator generator{20261121};
    for (int i = 0; i < 3000; ++i) {
        const Piece piece = generator.make(1 + i % 6);
        if (!std::isfinite(piece.value)) continue;
        bench.run("result = " + piece.text + "\n");
        ASSERT_EQ(bench.hoc.number("result"), piece.value) << piece.text;
    }
}

// The same expression compiled over locals, globals, template members and constants takes different instructions.
TEST(HocExpression, IsTheSameWhereverItsVariablesLive) {
    Bench bench;
    const std::string formula = "p*q + q/p - (p - q)*2.5 + q*p/4 - p%3 + q^2 + (p < q) + (p >= q)*2 + -p";
    bench.run("p = 7\nq = 1.25\nr = " + formula +
              "\n"
              "func f() { local p, q\n p = $1 q = $2 return " +
              formula +
              " }\ns = f(7, 1.25)\n"
              "begintemplate M\npublic g\nproc init() { p = $1 q = $2 }\nfunc g() { return " +
              formula +
              " }\nendtemplate M\n"
              "objref m\nm = new M(7, 1.25)\nu = m.g()\n");
    const double p = 7, q = 1.25;
    const double expected = p * q + q / p - (p - q) * 2.5 + q * p / 4 - 1 + q * q + 0 + 2 - p;
    EXPECT_DOUBLE_EQ(*bench.hoc.number("r"), expected);
    EXPECT_EQ(bench.hoc.number("s"), bench.hoc.number("r"));
    EXPECT_EQ(bench.hoc.number("u"), bench.hoc.number("r"));
}

TEST(HocExpression, ComparesWithTheSlackOfFloatEpsilon) {
    Bench bench;
    EXPECT_EQ(bench.run("print 1 == 1 + 1e-12, 1 < 1 + 1e-12, 1 <= 1 - 1e-12\n"), "1 0 1 \n");
    EXPECT_EQ(bench.run("float_epsilon = 0\nprint 1 == 1 + 1e-12, 1 < 1 + 1e-12\n"), "0 1 \n");
}

TEST(HocExpression, EvaluatesBothSidesOfAndAndOr) {
    Bench bench;
    EXPECT_EQ(
        bench.run("n = 0\nfunc tick() { n += 1 return $1 }\nx = tick(0) && tick(1)\nx = tick(1) || tick(1)\nprint n\n"),
        "4 \n");
}

}  // namespace
}  // namespace ranvier::hoc::test
