#include "hoc_like/library/channel/channel.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "mechanisms/runtime/library_values.h"

namespace ranvier::hoc {

namespace {

// Elementary charge over Boltzmann's constant [K/mV], CODATA 2018.
constexpr double e_over_k = 0.001 * 1.602176634e-19 / 1.380649e-23;

double bounded_exp(double x) {
    return std::exp(std::clamp(x, -700., 700.));
}

double interpolated(const std::vector<double>& values, double vmin, double vmax, double v) {
    if (v <= vmin) return values.front();
    if (v >= vmax) return values.back();
    const double x = (v - vmin) * (static_cast<double>(values.size() - 1) / (vmax - vmin));
    const auto i = static_cast<std::size_t>(x);
    return values[i] + (values[i + 1] - values[i]) * (x - std::floor(x));
}

}  // namespace

void limited_exp(std::span<double> x) {
    for (double& each : x) each = std::clamp(each, -700., 700.);
    if (rv_exp_values) {
        rv_exp_values(x.data(), static_cast<std::int32_t>(x.size()));
    } else {
        for (double& each : x) each = std::exp(each);
    }
}

RateFunction::RateFunction(Form form, ObjectPtr parameters, double vmin, double vmax)
    : form_{form}, parameters_{std::move(parameters)}, vmin_{vmin}, vmax_{vmax} {
    const auto* vector = parameters_.as<VectorObject>();
    if (!vector) throw std::runtime_error{"the parameters of a rate must be a Vector"};
    values_ = vector->data();
    static constexpr std::size_t needed[] = {0, 1, 3, 3, 3, 5, 0, 2};
    if (values_->size() < needed[form]) {
        throw std::runtime_error{"this form takes " + std::to_string(needed[form]) + " parameters, the Vector has " +
                                 std::to_string(values_->size())};
    }
    if (form == table && vmin >= vmax) throw std::runtime_error{"a table needs vmin < vmax"};
}

RateFunction::Both RateFunction::borg_graham(double v, double celsius) const {
    const auto& c = *values_;
    const double x = e_over_k / (273.15 + celsius) * c[2] * (v - c[1]);
    const double forward = c[0] * bounded_exp(c[3] * x);
    const double backward = c[0] * bounded_exp((c[3] - 1.) * x);
    const double tau = 1 / (forward + backward);
    return {forward * tau, tau + c[4]};
}

void RateFunction::borg_graham(std::span<const double> v, double celsius, std::span<double> inf,
                               std::span<double> tau) const {
    const auto& c = *values_;
    const double per_volt = e_over_k / (273.15 + celsius) * c[2];
    for (std::size_t i = 0; i < v.size(); ++i) {
        const double x = per_volt * (v[i] - c[1]);
        inf[i] = c[3] * x;
        tau[i] = (c[3] - 1.) * x;
    }
    limited_exp(inf);
    limited_exp(tau);
    for (std::size_t i = 0; i < v.size(); ++i) {
        const double forward = c[0] * inf[i], backward = c[0] * tau[i];
        const double both = 1 / (forward + backward);
        inf[i] = forward * both;
        tau[i] = both + c[4];
    }
}

void RateFunction::at(std::span<const double> v, double celsius, std::span<double> values) const {
    const double sign = form_ == linoid ? -1. : 1.;
    if (form_ != exponential && form_ != linoid && form_ != sigmoid) {
        for (std::size_t i = 0; i < v.size(); ++i) values[i] = (*this)(v[i], celsius);
        return;
    }
    const double scale = parameter(0), slope = parameter(1), middle = parameter(2);
    for (std::size_t i = 0; i < v.size(); ++i) values[i] = sign * (slope * (v[i] - middle));
    limited_exp(values);
    for (std::size_t i = 0; i < v.size(); ++i) {
        if (form_ == exponential) {
            values[i] = scale * values[i];
        } else if (form_ == sigmoid) {
            values[i] = scale / (1. + values[i]);
        } else {
            const double x = slope * (v[i] - middle);
            values[i] = std::abs(x) > 1e-6 ? scale * x / (1 - values[i]) : scale * (1 + x / 2.);
        }
    }
}

double RateFunction::operator()(double v, double celsius) const {
    switch (form_) {
        case none:
            return 1;
        case constant:
            return parameter(0);
        case exponential:
            return parameter(0) * bounded_exp(parameter(1) * (v - parameter(2)));
        case linoid: {
            const double x = parameter(1) * (v - parameter(2));
            if (std::abs(x) > 1e-6) return parameter(0) * x / (1 - bounded_exp(-x));
            return parameter(0) * (1 + x / 2.);
        }
        case sigmoid:
            return parameter(0) / (1. + bounded_exp(parameter(1) * (v - parameter(2))));
        case borg_graham_inf:
            return borg_graham(v, celsius).inf;
        case borg_graham_tau:
            return borg_graham(v, celsius).tau;
        case table:
            return interpolated(*values_, vmin_, vmax_, v);
    }
    return 1;
}

ChannelTransition::Pair ChannelTransition::both(double v, double celsius) const {
    if (f[0].form() == RateFunction::borg_graham_inf && f[1].form() == RateFunction::borg_graham_tau) {
        const auto [inf, tau] = f[0].borg_graham(v, celsius);
        return {inf, tau};
    }
    return {f[0](v, celsius), f[1](v, celsius)};
}

void ChannelTransition::both(std::span<const double> v, double celsius, std::span<double> a,
                             std::span<double> b) const {
    if (f[0].form() == RateFunction::borg_graham_inf && f[1].form() == RateFunction::borg_graham_tau) {
        f[0].borg_graham(v, celsius, a, b);
        return;
    }
    f[0].at(v, celsius, a);
    f[1].at(v, celsius, b);
}

void ChannelTransition::inf_and_tau_at(std::span<const double> v, double celsius, std::span<double> inf,
                                       std::span<double> tau) const {
    both(v, celsius, inf, tau);
    if (type == inf_and_tau) return;
    for (std::size_t i = 0; i < v.size(); ++i) {
        const double sum = 1. / (inf[i] + tau[i]);
        inf[i] *= sum;
        tau[i] = sum;
    }
}

ChannelTransition::Pair ChannelTransition::forward_and_backward(double v, double celsius) const {
    const auto [a, b] = both(v, celsius);
    if (type == inf_and_tau) return {a / b, (1. - a) / b};
    return {a, b};
}

ChannelTransition::Pair ChannelTransition::inf_and_tau_at(double v, double celsius) const {
    const auto [a, b] = both(v, celsius);
    if (type == inf_and_tau) return {a, b};
    const double tau = 1. / (a + b);
    return {a * tau, tau};
}

bool Channel::is_hh(const ChannelGate& gate) const {
    const auto is_own = [&](const auto& transition) {
        return transition->source == gate.states[0] && transition->target == gate.states[0];
    };
    return gate.states.size() == 1 && std::any_of(transitions.begin(), transitions.end(), is_own);
}

std::size_t Channel::hh_count() const {
    std::size_t n = 0;
    while (n < gates.size() && is_hh(*gates[n])) ++n;
    return n;
}

std::vector<ChannelStatePtr> Channel::states() const {
    std::vector<ChannelStatePtr> all;
    for (const auto& gate : gates) all.insert(all.end(), gate->states.begin(), gate->states.end());
    return all;
}

int Channel::index_of(const ChannelState& state) const {
    int index = 0;
    for (const auto& each : states()) {
        if (each.get() == &state) return index;
        ++index;
    }
    return -1;
}

std::vector<std::string> Channel::ligands() const {
    std::vector<std::string> names;
    for (const auto& transition : transitions) {
        if (!transition->has_ligand()) continue;
        if (std::find(names.begin(), names.end(), transition->ligand) == names.end())
            names.push_back(transition->ligand);
    }
    return names;
}

void Channel::sort_transitions() {
    const auto rank = [&](const std::shared_ptr<ChannelTransition>& transition) {
        if (transition->source == transition->target) return index_of(*transition->source) - (1 << 20);
        return transition->has_ligand() ? 1 : 0;
    };
    std::stable_sort(transitions.begin(), transitions.end(),
                     [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
}

void Channel::set_tables(bool use) {
    const std::lock_guard guard{table_guard_};
    use_tables = use && hh_count() > 0;
    tables_.reset();
}

std::shared_ptr<const Channel::Tables> Channel::tables(double dt, double celsius) const {
    const std::lock_guard guard{table_guard_};
    if (tables_ && tables_->dt == dt) return tables_;
    auto made = std::make_shared<Tables>();
    made->dt = dt;
    made->celsius = celsius;
    const double step = (table_vmax - table_vmin) / (table_size - 1);
    for (std::size_t gate = 0; gate < hh_count(); ++gate) {
        auto& inf = made->inf.emplace_back();
        auto& part = made->step.emplace_back();
        for (int i = 0; i < table_size; ++i) {
            const auto [steady, tau] = transitions[gate]->inf_and_tau_at(table_vmin + i * step, celsius);
            inf.push_back(steady);
            part.push_back(1. - bounded_exp(-dt / tau));
        }
    }
    tables_ = made;
    return made;
}

}  // namespace ranvier::hoc
