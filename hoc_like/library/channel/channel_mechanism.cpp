#include "hoc_like/library/channel/channel_mechanism.hpp"

#include <algorithm>
#include <cmath>
#include <deque>
#include <mutex>

#include "engine/cell/ion.hpp"
#include "engine/solve/model.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/channel/channel_instances.hpp"
#include "hoc_like/library/channel/single_channels.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"

namespace ranvier::hoc {

namespace {

// Mechanisms by number. Each stores its number in a global that scripts do not see, because the interface to compiled
// code gives shared functions no other way to find their mechanism.
std::deque<ChannelMechanism>& all_mechanisms() {
    static std::deque<ChannelMechanism> all;
    return all;
}
std::mutex& guard() {
    static std::mutex mutex;
    return mutex;
}

const ChannelMechanism& mechanism_of(const rv_instances* instances) {
    const std::lock_guard lock{guard()};
    return all_mechanisms()[static_cast<std::size_t>(instances->global[0])];
}

/// product[i] *= powered(x[i], power)
void multiply_by_powers(double* product, const double* x, std::size_t n, int power) {
    if (power == 1) {
        for (std::size_t i = 0; i < n; ++i) product[i] *= x[i];
    } else if (power == 3) {
        for (std::size_t i = 0; i < n; ++i) product[i] *= powered(x[i], 3);
    } else if (power == 4) {
        for (std::size_t i = 0; i < n; ++i) product[i] *= powered(x[i], 4);
    } else {
        for (std::size_t i = 0; i < n; ++i) product[i] *= powered(x[i], power);
    }
}

/// g = gmax times the open fraction of each gate, gate by gate.
void find_conductances(const ChannelMechanism& mechanism, const rv_instances* instances, double* g) {
    const auto n = static_cast<std::size_t>(instances->count);
    static thread_local std::vector<double> sum;
    sum.resize(n);
    std::fill_n(g, n, 1.);
    int column = mechanism.first_state;
    for (const auto& gate : mechanism.channel->gates) {
        std::fill_n(sum.begin(), n, 0.);
        for (const auto& state : gate->states) {
            const double* const occupied = instances->field[column++];
            for (std::size_t i = 0; i < n; ++i) sum[i] += occupied[i] * state->fraction;
        }
        multiply_by_powers(g, sum.data(), n, gate->power);
    }
    const double* const most = instances->field[mechanism.maximum];
    for (std::size_t i = 0; i < n; ++i) g[i] = most[i] * g[i];
}

/// The most frequent case of `current`: a density of a channel without an ion.
void add_ohmic_densities(rv_instances* instances, const double* reversal, const double* g, double* density) {
    for (int i = 0; i < instances->count; ++i) {
        const int node = node_of(instances, i);
        density[i] = g[i] * (instances->v[node] - reversal[i]);
        instances->rhs[node] -= density[i];
        instances->d[node] += g[i];
    }
}

// Writes g and i; adds the current [mA/cm2] and its derivative to the cable equations and the ion.
int current(rv_instances* instances) {
    const ChannelMechanism& mechanism = mechanism_of(instances);
    const Channel& channel = *mechanism.channel;
    const bool ghk = channel.current == Channel::ghk && mechanism.is_specific();
    double* const g_column = instances->field[mechanism.first_state - 2];
    double* const i_column = instances->field[mechanism.first_state - 1];
    find_conductances(mechanism, instances, g_column);
    if (!mechanism.is_specific() && !channel.is_point) {
        add_ohmic_densities(instances, instances->field[mechanism.maximum + 1], g_column, i_column);
        return 0;
    }
    for (int i = 0; i < instances->count; ++i) {
        const int node = node_of(instances, i);
        const double v = instances->v[node];
        const double g = g_column[i];
        const rv_ion* ion = mechanism.is_specific() ? &instances->ion[0] : nullptr;
        const int place = ion ? ion_place(*ion, i) : 0;
        double density = 0, slope = g;
        if (ghk) {
            const auto flux = [&](double at) {
                const double unit = engine::ghk_current(at, ion->inside[place], ion->outside[place],
                                                        mechanism.ion_charge, instances->celsius);
                return channel.is_point ? g * unit * 1e6 : g * unit;
            };
            density = flux(v);
            slope = (flux(v + .001) - density) * 1000.;
        } else {
            density = g * (v - (ion ? ion->erev[place] : instances->field[mechanism.maximum + 1][i]));
        }
        i_column[i] = density;
        if (channel.is_point) {
            const double per_area = 1.e2 / instances->area[node];
            density *= per_area;
            slope *= per_area;
        }
        if (ion) {
            ion->current[place] += density;
            ion->current_dv[place] += slope;
        }
        instances->rhs[node] -= density;
        instances->d[node] += slope;
    }
    return 0;
}

// The kinetic scheme y' = M y. An implicit step of length dt solves (M - 1/dt) y = -y_old/dt by dense elimination with
// pivoting, since schemes have few states.
class Scheme {
  public:
    Scheme(const ChannelMechanism& mechanism, std::size_t first) : mechanism_{mechanism}, first_{first} {
        size_ = mechanism.states - first;
        matrix_.resize(size_ * size_);
        right_.resize(size_);
        const Channel& channel = *mechanism.channel;
        for (std::size_t t = first; t < channel.transitions.size(); ++t) {
            const ChannelTransition& transition = *channel.transitions[t];
            ends_.emplace_back(static_cast<std::size_t>(channel.index_of(*transition.source)) - first,
                               static_cast<std::size_t>(channel.index_of(*transition.target)) - first);
        }
    }

    bool solve(const rv_instances* instances, int i, double dt) {
        return solve(instances, i, dt, instances->field + mechanism_.first_state);
    }

    /// Replaces the derivatives x by (1 - dt M)^-1 x.
    bool solve_derivatives(const rv_instances* instances, int i, double dt) {
        return solve(instances, i, dt, instances->derivative);
    }

    /// Computes y' = M y.
    void find_derivatives(const rv_instances* instances, int i) {
        fill(instances, i);
        for (std::size_t k = 0; k < size_; ++k) {
            double sum = 0;
            for (std::size_t c = 0; c < size_; ++c) sum += matrix_[k * size_ + c] * state(instances, i, c);
            instances->derivative[first_ + k][i] = sum;
        }
    }

  private:
    /// Solves (M - 1/dt) x = -x_old/dt; the scheme's states begin at column first_ of x.
    bool solve(const rv_instances* instances, int i, double dt, double* const* x) {
        fill(instances, i);
        for (std::size_t k = 0; k < size_; ++k) {
            matrix_[k * size_ + k] += -1. / dt;
            right_[k] = x[first_ + k][i] * (-1. / dt);
        }
        if (!eliminate()) return false;
        for (std::size_t k = 0; k < size_; ++k) x[first_ + k][i] = right_[k];
        return true;
    }

    double& state(const rv_instances* instances, int i, std::size_t k) const {
        return instances->field[mechanism_.first_state + static_cast<int>(first_ + k)][i];
    }

    void fill(const rv_instances* instances, int i) {
        std::fill(matrix_.begin(), matrix_.end(), 0.);
        const Channel& channel = *mechanism_.channel;
        for (std::size_t t = first_; t < channel.transitions.size(); ++t) {
            const ChannelTransition& transition = *channel.transitions[t];
            const auto [a, b] = transition_rates(mechanism_, transition, instances, i);
            const auto [s, e] = ends_[t - first_];
            matrix_[s * size_ + s] -= a;
            matrix_[s * size_ + e] += b;
            matrix_[e * size_ + e] -= b;
            matrix_[e * size_ + s] += a;
        }
    }

    bool eliminate() {
        for (std::size_t k = 0; k < size_; ++k) {
            std::size_t pivot = k;
            for (std::size_t r = k + 1; r < size_; ++r) {
                if (std::abs(matrix_[r * size_ + k]) > std::abs(matrix_[pivot * size_ + k])) pivot = r;
            }
            if (matrix_[pivot * size_ + k] == 0) return false;
            if (pivot != k) {
                for (std::size_t c = 0; c < size_; ++c) std::swap(matrix_[k * size_ + c], matrix_[pivot * size_ + c]);
                std::swap(right_[k], right_[pivot]);
            }
            for (std::size_t r = k + 1; r < size_; ++r) {
                const double factor = matrix_[r * size_ + k] / matrix_[k * size_ + k];
                if (factor == 0) continue;
                for (std::size_t c = k; c < size_; ++c) matrix_[r * size_ + c] -= factor * matrix_[k * size_ + c];
                right_[r] -= factor * right_[k];
            }
        }
        for (std::size_t k = size_; k-- > 0;) {
            for (std::size_t c = k + 1; c < size_; ++c) right_[k] -= matrix_[k * size_ + c] * right_[c];
            right_[k] /= matrix_[k * size_ + k];
        }
        return true;
    }

    const ChannelMechanism& mechanism_;
    std::size_t first_, size_;
    std::vector<double> matrix_, right_;
    std::vector<std::pair<std::size_t, std::size_t>> ends_;  // source and target of each transition from first_ on
};

int initialize(rv_instances* instances) {
    const ChannelMechanism& mechanism = mechanism_of(instances);
    const Channel& channel = *mechanism.channel;
    const std::size_t hh = channel.hh_count();
    Scheme scheme{mechanism, hh};
    for (int i = 0; i < instances->count; ++i) {
        int column = mechanism.first_state;
        for (const auto& gate : channel.gates) {
            for (std::size_t k = 0; k < gate->states.size(); ++k) instances->field[column++][i] = k == 0 ? 1 : 0;
        }
        const double v = instances->v[node_of(instances, i)];
        for (std::size_t k = 0; k < hh; ++k) {
            const ChannelTransition& transition = *channel.transitions[k];
            const auto& f = transition.f;
            instances->field[mechanism.first_state + static_cast<int>(k)][i] =
                transition.type == ChannelTransition::inf_and_tau
                    ? f[0](v, instances->celsius)
                    : f[0](v, instances->celsius) / (f[0](v, instances->celsius) + f[1](v, instances->celsius));
        }
        if (hh < mechanism.states && !scheme.solve(instances, i, 1e9)) {
            instances->services->fail(instances, i, "the kinetic scheme of the channel has no steady state");
            return 1;
        }
        if (channel.singles && !draw_states(mechanism, instances, i)) return 1;
    }
    return 0;
}

// The value of a table at position x: interpolated linearly between entries; outside the table, the nearest entry.
double looked_up(const std::vector<double>& values, double x) {
    const double whole = std::floor(x);
    if (whole < 0) return values.front();
    if (whole >= static_cast<double>(values.size() - 1)) return values.back();
    const auto k = static_cast<std::size_t>(whole);
    return values[k] + (values[k + 1] - values[k]) * (x - whole);
}

/// Calls act(scheme, i) for each instance if the channel has states of other gates than Hodgkin and Huxley's; reports an
/// error if it returns false.
template <class Act>
int each_scheme(rv_instances* instances, const Act& act) {
    const ChannelMechanism& mechanism = mechanism_of(instances);
    const std::size_t hh = mechanism.channel->hh_count();
    if (hh == mechanism.states) return 0;
    Scheme scheme{mechanism, hh};
    for (int i = 0; i < instances->count; ++i) {
        if (act(scheme, i)) continue;
        instances->services->fail(instances, i, "the kinetic scheme of the channel cannot be solved");
        return 1;
    }
    return 0;
}

/// Calls gate(k, i, v) for each Hodgkin-Huxley gate of each instance, and then rest as each_scheme does.
template <class Gate, class Rest>
int each_state(rv_instances* instances, const Gate& gate, const Rest& rest) {
    const std::size_t hh = mechanism_of(instances).channel->hh_count();
    for (int i = 0; i < instances->count; ++i) {
        const double v = instances->v[node_of(instances, i)];
        for (std::size_t k = 0; k < hh; ++k) gate(k, i, v);
    }
    return each_scheme(instances, rest);
}

constexpr int instances_at_once = 256;  // whose values fit into the first cache

/// Advances gate k of `count` instances from `first` on.
void advance_gate(rv_instances* instances, const ChannelMechanism& mechanism, std::size_t k, int first, int count) {
    constexpr std::size_t most = instances_at_once;
    double voltages[most], steady[most], constants[most];
    const auto n = static_cast<std::size_t>(count);
    for (int i = 0; i < count; ++i) voltages[i] = instances->v[node_of(instances, first + i)];
    mechanism.channel->transitions[k]->inf_and_tau_at({voltages, n}, instances->celsius, {steady, n}, {constants, n});
    for (std::size_t i = 0; i < n; ++i) constants[i] = -instances->dt / constants[i];
    limited_exp({constants, n});
    double* const state = instances->field[mechanism.first_state + static_cast<int>(k)] + first;
    for (std::size_t i = 0; i < n; ++i) state[i] += (steady[i] - state[i]) * (1. - constants[i]);
}

void advance_gate_by_table(rv_instances* instances, const ChannelMechanism& mechanism, std::size_t k,
                           const Channel::Tables& tables) {
    const Channel& channel = *mechanism.channel;
    const double per_volt = (channel.table_size - 1) / (channel.table_vmax - channel.table_vmin);
    double* const state = instances->field[mechanism.first_state + static_cast<int>(k)];
    for (int i = 0; i < instances->count; ++i) {
        const double x = (instances->v[node_of(instances, i)] - channel.table_vmin) * per_volt;
        state[i] += (looked_up(tables.inf[k], x) - state[i]) * looked_up(tables.step[k], x);
    }
}

int advance(rv_instances* instances) {
    const ChannelMechanism& mechanism = mechanism_of(instances);
    const Channel& channel = *mechanism.channel;
    const auto tables = channel.use_tables ? channel.tables(instances->dt, instances->celsius) : nullptr;
    for (std::size_t k = 0; k < channel.hh_count(); ++k) {
        if (tables) {
            advance_gate_by_table(instances, mechanism, k, *tables);
            continue;
        }
        for (int first = 0; first < instances->count; first += instances_at_once) {
            advance_gate(instances, mechanism, k, first, std::min(instances_at_once, instances->count - first));
        }
    }
    return each_scheme(instances, [&](Scheme& scheme, int i) {
        return is_drawn(mechanism, instances, i) ? advance_single(mechanism, instances, i)
                                                 : scheme.solve(instances, i, instances->dt);
    });
}

int derivatives(rv_instances* instances) {
    const ChannelMechanism& mechanism = mechanism_of(instances);
    const auto gate = [&](std::size_t k, int i, double v) {
        const auto [inf, tau] = mechanism.channel->transitions[k]->inf_and_tau_at(v, instances->celsius);
        const double state = instances->field[mechanism.first_state + static_cast<int>(k)][i];
        instances->derivative[k][i] = (inf - state) / tau;
    };
    return each_state(instances, gate, [&](Scheme& scheme, int i) {
        scheme.find_derivatives(instances, i);
        return true;
    });
}

// Here dt is gamma of the variable-step method.
int solve_derivatives(rv_instances* instances) {
    const Channel& channel = *mechanism_of(instances).channel;
    const auto gate = [&](std::size_t k, int i, double v) {
        const double tau = channel.transitions[k]->inf_and_tau_at(v, instances->celsius).b;
        instances->derivative[k][i] /= 1 + instances->dt / tau;
    };
    return each_state(instances, gate,
                      [&](Scheme& scheme, int i) { return scheme.solve_derivatives(instances, i, instances->dt); });
}

void add_field(ChannelMechanism& mechanism, const std::string& name, const char* units, rv_role role, double value,
               bool is_visible = true) {
    mechanism.fields.push_back(
        {mechanism.names.emplace_back(name).c_str(), units, role, 1, is_visible ? 1 : 0, value, 1, 0});
}

void describe_fields(ChannelMechanism& mechanism) {
    const Channel& channel = *mechanism.channel;
    const bool ghk = channel.current == Channel::ghk && mechanism.is_specific();
    const std::string g = ghk ? "p" : "g";
    const char* units = ghk ? (channel.is_point ? "cm3/s" : "cm/s") : (channel.is_point ? "uS" : "S/cm2");
    if (channel.singles) add_field(mechanism, "Nsingle", "", RV_PARAMETER, 1);
    mechanism.maximum = static_cast<int>(mechanism.fields.size());
    add_field(mechanism, g + "max", units, RV_PARAMETER, channel.gmax);
    if (!mechanism.is_specific()) add_field(mechanism, "e", "mV", RV_PARAMETER, channel.erev);
    add_field(mechanism, g, units, RV_ASSIGNED, 0);
    add_field(mechanism, "i", channel.is_point ? "nA" : "mA/cm2", RV_ASSIGNED, 0);
    mechanism.first_state = static_cast<int>(mechanism.fields.size());
    for (const auto& state : channel.states()) add_field(mechanism, state->name, "", RV_STATE, 0);
    mechanism.states = channel.states().size();
    for (std::size_t k = 0; k < mechanism.states; ++k) {
        mechanism.integrated.push_back({mechanism.first_state + static_cast<int>(k), -1, 0, 0});
    }
    if (!channel.singles) return;
    static constexpr const char* names[single_columns] = {"single count", "single voltage", "single wait"};
    for (const char* name : names) add_field(mechanism, name, "", RV_STATE, 0, false);
    mechanism.streams = {"single_stream"};
}

void describe_ions(ChannelMechanism& mechanism) {
    const Channel& channel = *mechanism.channel;
    const auto add = [&](const std::string& name, std::uint32_t use) {
        mechanism.ions.push_back({mechanism.names.emplace_back(name).c_str(), use, 0, 0});
    };
    if (mechanism.is_specific()) {
        const std::uint32_t use = channel.current == Channel::ohmic ? std::uint32_t{RV_READS_EREV}
                                                                    : std::uint32_t{RV_READS_INSIDE | RV_READS_OUTSIDE};
        add(channel.ion,
            use | (channel.current == Channel::ohmic_nernst ? std::uint32_t{RV_READS_EREV} : 0u) | RV_WRITES_CURRENT);
    }
    mechanism.ligands = channel.ligands();
    for (const auto& ligand : mechanism.ligands) add(ligand, RV_READS_INSIDE | RV_READS_OUTSIDE);
}

}  // namespace

const rv_mechanism& describe_channel(std::shared_ptr<const Channel> channel, double ion_charge) {
    const std::lock_guard lock{guard()};
    auto& all = all_mechanisms();
    ChannelMechanism& made = all.emplace_back();
    made.channel = std::move(channel);
    made.ion_charge = ion_charge;
    describe_fields(made);
    describe_ions(made);
    made.number = {"number", "", 1, 0, static_cast<double>(all.size() - 1), 1, 0};
    rv_mechanism& description = made.description;
    description.abi_version = RV_ABI_VERSION;
    description.kind = made.channel->is_point ? RV_POINT_PROCESS : RV_DENSITY;
    description.name = made.names.emplace_back(made.channel->name).c_str();
    description.source = "KSChan";
    description.flags = RV_IS_THREADSAFE | RV_IS_REPEATABLE;
    description.field_count = static_cast<int>(made.fields.size());
    description.fields = made.fields.data();
    description.global_count = 1;
    description.globals = &made.number;
    description.ion_count = static_cast<int>(made.ions.size());
    description.ions = made.ions.data();
    description.initialize = initialize;
    description.current = current;
    description.advance = advance;
    description.ode_state_count = static_cast<int>(made.integrated.size());
    description.ode_states = made.integrated.data();
    if (made.channel->singles) {
        description.flags |= RV_STREAMS_BY_PLACE;
        description.ode_obstacle = "its single channels need fixed steps";
    }
    description.random_count = static_cast<int>(made.streams.size());
    description.randoms = made.streams.data();
    description.derivatives = derivatives;
    description.solve_derivatives = solve_derivatives;
    return description;
}

std::optional<MethodDefinition> number_of_molecules(const Context& context, const engine::MechanismType& type) {
    if (!(type.description()->flags & RV_STREAMS_BY_PLACE)) return std::nullopt;
    return MethodDefinition{
        "nsingle", "nsingle([n])", "Number of molecules (Nsingle); with an argument, sets it from finitialize on.",
        [&model = context.model](Call& call) -> Result {
            const auto number = model.reference(call.self_as<PointProcess>().instance(), 0);
            constexpr long long most = 1'000'000'000;
            if (call.size() > 0) model.store(number, static_cast<double>(whole_argument(call, 0, 1, most, "number")));
            return model.load(number);
        }};
}

}  // namespace ranvier::hoc
