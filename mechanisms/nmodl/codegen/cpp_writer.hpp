#pragma once

#include <set>

#include "mechanisms/nmodl/codegen/plan.hpp"

namespace ranvier::nmodl {

/// Collects lines of C++, indented by their depth in braces.
class CppWriter {
  public:
    /// Adds a line. A line that begins with } is moved out, one that ends with { moves what follows in.
    void line(const std::string& text);
    void blank() { text_ += "\n"; }
    /// Adds text as it is.
    void raw(const std::string& text) { text_ += text; }
    const std::string& text() const { return text_; }

  private:
    std::string text_;
    std::size_t depth_ = 0;
};

/// A name that is no C++ keyword and none of the names the generator uses.
std::string cpp_name(const std::string& name);

/// A string literal with its quotes.
std::string cpp_string(const std::string& text);

/// A double literal with its full value.
std::string cpp_number(double value);

/// How strongly the outermost operator of an expression binds in C: an operand that binds less needs parentheses.
int binding_strength(const Expression& e);

/// Expressions and statements as C++ inside a function that works on `rv`, a reference to Instance.
class CppBody {
  public:
    CppBody(const Plan& plan, CppWriter& out) : plan_(plan), out_(out) {}

    std::string expression(const Expression& e) const;
    void statements(const Statements& all);
    /// Names of NET_RECEIVE's arguments, which are elements of the weight vector; "" between calls.
    void set_weights(const std::vector<std::string>& names, std::string vector = "rv.rv_weight");
    /// Expressions stand before the loop, where there is no `rv`: variables are the values that it will be filled with.
    void set_outside(bool outside) { is_outside_ = outside; }

  private:
    std::string operand(const Expression& e, int least) const;
    /// An index or a bound of a loop: computed with integers, so that (i/2)*2 is even.
    std::string integer(const Expression& e) const;
    std::string name(const std::string& text) const;
    std::string call(const Expression& e) const;
    std::string random_call(const Expression& e) const;
    std::string power(const Expression& e) const;
    void statement(const Statement& s);
    void watch(const Statement& s);

    const Plan& plan_;
    CppWriter& out_;
    std::map<std::string, std::string> weights_;
    std::multiset<std::string> counters_;  // variables of the FROM loops around: ints
    bool is_outside_ = false;
};

}  // namespace ranvier::nmodl
