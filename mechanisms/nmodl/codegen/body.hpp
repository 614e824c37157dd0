#pragma once

#include <map>
#include <set>
#include <string>

#include "mechanisms/nmodl/codegen/cpp_writer.hpp"

namespace ranvier::nmodl {

/// Prints the expressions and statements that C and C++ have in common. Subclasses supply the names of each language.
class Body {
  public:
    Body(const Plan& plan, CppWriter& out) : plan_(plan), out_(out) {}
    virtual ~Body() = default;
    Body(const Body&) = delete;
    Body& operator=(const Body&) = delete;

    std::string expression(const Expression& e) const;
    void statements(const Statements& all);
    void statement(const Statement& s);
    /// Writes eliminations out also where they are long.
    void write_out() { writes_out_ = true; }

    /// Opens the loop over bunches of a FROM loop's rounds (rounds_in_lanes.hpp), and within it the one that chooses
    /// the next rounds, `rv_chosen` of them so far.
    void open_rounds(const Statement& from);
    void open_choice(const Statement& from);
    void close_choice(const Statement& from);

  protected:
    /// A variable, as an lvalue.
    virtual std::string name(const std::string& text) const = 0;
    /// An array, to be followed by an index in brackets.
    virtual std::string array(const std::string& text) const { return name(text); }
    virtual std::string element(const std::string& text, const std::string& index) const {
        return array(text) + "[" + index + "]";
    }
    /// A local variable of the block.
    virtual std::string local(const std::string& text) const = 0;
    /// A call of any function except those for random numbers; `arguments` is separated by commas.
    virtual std::string call(const Expression& e, const std::string& arguments) const = 0;
    virtual std::string power(const Expression& e) const = 0;
    virtual std::string select(const Expression& e) const = 0;
    /// The stream of a RANDOM variable, or a HISTORY, and the instances that use it.
    virtual std::string stream(const std::string& text) const = 0;
    virtual std::string instances() const = 0;
    /// The beginning of a call of rv_index, up to the index.
    virtual std::string index_call() const = 0;
    /// The flag that such a call sets.
    virtual std::string failed() const = 0;

    /// Opens the braces of a FROM loop over the integers from `first` to `last`, and closes them.
    virtual void open_loop(const std::string& counter, const std::string& first, const std::string& last,
                           const std::string& step) = 0;
    virtual void close_loop() { out_.line("}"); }
    virtual void watch(std::size_t number, const std::string& flag, bool is_first) = 0;
    virtual void for_netcons(const Statement& s) = 0;
    virtual void verbatim(const Statement&) {}
    virtual void assign(const Statement& s);
    virtual void branches(const Statement& s);
    /// The type of scalar local variables, and its zero.
    virtual std::string type_of_locals() const { return "double"; }
    virtual std::string zero() const { return "0.0"; }
    /// Prints a FROM loop in another form; false if it has none.
    virtual bool rounds_in_lanes(const Statement&) { return false; }

    std::string operand(const Expression& e, int least) const;
    /// Makes NET_RECEIVE's arguments elements of this vector.
    void set_weights(const std::vector<std::string>& names, const std::string& vector);
    /// The element of a weight vector that a name refers to; null if the name is not a weight.
    const std::string* weight(const std::string& text) const;
    /// Prints statements in which these names are elements of another weight vector.
    void with_weights(const std::vector<std::string>& names, const std::string& vector, const Statements& all);

    const Plan& plan_;
    CppWriter& out_;

  private:
    std::string any_call(const Expression& e) const;
    /// A call or an operator that becomes one.
    std::string call_or_power(const Expression& e) const;
    bool has_effects(const Expression& e) const;
    bool has_effects(const Block& block) const;
    /// Whether a call's arguments may give other results in another order.
    bool depends_on_order(const Expression& call) const;
    std::string in_order(const Expression& call) const;
    std::string type_of_argument(const Expression& e, const std::string& text) const;
    std::string history_call(const Expression& e) const;
    std::string random_call(const Expression& e) const;
    /// An index or a loop bound, computed with integers: (i/2)*2 is even.
    std::string integer(const Expression& e) const;
    std::string checked_index(const Expression& e) const;
    std::string wide_integer(const Expression& e) const;
    void from(const Statement& s);
    void while_loop(const Statement& s);
    void elimination(const Statement& s);

    bool writes_out_ = false;
    std::map<std::string, std::string> weights_;
    std::vector<std::pair<ExpressionPtr, std::string>> fixed_;    // values computed before the enclosing FROM loops
    mutable std::map<const Expression*, std::string> evaluated_;  // arguments that are computed already
    mutable std::map<const Block*, bool> effects_;                // of the blocks that were asked for
    std::multiset<std::string> counters_;                         // variables of the enclosing FROM loops: ints
};

/// Whether an elimination (passes/eliminate.hpp) is long and thus done by its table, rv_table.
bool is_table(const Statement& elimination, bool in_lanes);
void print_table(const Statement& elimination, CppWriter& out);

/// Precedence of the expression's outermost operator in C: operands of lower precedence need parentheses.
int binding_strength(const Expression& e);

}  // namespace ranvier::nmodl
