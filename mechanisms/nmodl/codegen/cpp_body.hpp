#pragma once

#include "mechanisms/nmodl/codegen/body.hpp"
#include "mechanisms/nmodl/codegen/rounds_in_lanes.hpp"

namespace ranvier::nmodl {

/// The C++ name of a known function in `--math libm`.
std::string libm_function(const std::string& name);

/// Whether a power with this exponent compiles to products, without a function call.
bool is_product(const Expression& exponent, Math math);

/// Whether a power (x^y or pow(x, y)) calls a function for arguments that are likely to differ between instances.
bool is_costly_power(const Program& program, const Expression& power, Math math);

/// Expressions and statements as C++ inside a function that works on `rv`, a reference to Instance.
class CppBody : public Body {
  public:
    using Body::Body;

    /// Names of NET_RECEIVE's arguments, which are elements of the weight vector.
    using Body::set_weights;
    void set_weights(const std::vector<std::string>& names) { set_weights(names, "rv.rv_weight"); }
    /// Before the loop `rv` does not exist: with `outside`, expressions use the values loaded there (global_x,
    /// engine_x).
    void set_outside(bool outside) { is_outside_ = outside; }

  protected:
    std::string name(const std::string& text) const override;

  private:
    std::string local(const std::string& text) const override { return cpp_name(text); }
    std::string call(const Expression& e, const std::string& arguments) const override;
    std::string power(const Expression& e) const override;
    std::string select(const Expression& e) const override;
    std::string stream(const std::string& text) const override { return name(text); }
    std::string instances() const override { return "rv.rv_in"; }
    std::string index_call() const override { return "rv_index(rv.rv_in, rv.rv_i, &rv.rv_failed, "; }
    std::string failed() const override { return "rv.rv_failed"; }
    void open_loop(const std::string& counter, const std::string& first, const std::string& last,
                   const std::string& step) override;
    void watch(std::size_t number, const std::string& flag, bool is_first) override;
    void for_netcons(const Statement& s) override;
    bool rounds_in_lanes(const Statement& s) override { return print_rounds_in_lanes(plan_, s, *this, out_); }

    bool is_outside_ = false;
};

}  // namespace ranvier::nmodl
