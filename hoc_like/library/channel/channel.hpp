#pragma once

#include <array>
#include <atomic>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "hoc_like/library/data/vector/vector.hpp"

namespace ranvier::hoc {

/// x[i] = exp(x[i]), with x limited to +-700.
void limited_exp(std::span<double> x);

/// A rate [/ms], steady state or time constant [ms] as a function of the membrane potential [mV], in the forms offered
/// by NEURON's channel builder (doc: "KSChan", set_f). The parameters are a Vector that scripts may change.
class RateFunction {
  public:
    enum Form { none, constant, exponential, linoid, sigmoid, borg_graham_inf, borg_graham_tau, table };

    RateFunction() = default;
    /// vmin and vmax [mV] are the range of a table. Throws std::runtime_error if the Vector is too short for the form.
    RateFunction(Form form, ObjectPtr parameters, double vmin, double vmax);
    Form form() const { return form_; }
    const ObjectPtr& parameters() const { return parameters_; }
    /// Releases the script's Vector but keeps its numbers.
    void forget_object() { parameters_ = {}; }
    double vmin() const { return vmin_; }
    double vmax() const { return vmax_; }
    double operator()(double v, double celsius) const;
    /// The same at many voltages, with the same bits.
    void at(std::span<const double> v, double celsius, std::span<double> values) const;
    /// Steady state and time constant [ms] of Borg-Graham's form.
    struct Both {
        double inf, tau;
    };
    Both borg_graham(double v, double celsius) const;
    /// The same at many voltages. The spans do not overlap.
    void borg_graham(std::span<const double> v, double celsius, std::span<double> inf, std::span<double> tau) const;
    double parameter(std::size_t i) const { return (*values_)[i]; }

  private:
    Form form_ = none;
    ObjectPtr parameters_;
    std::shared_ptr<VectorObject::Values> values_;
    double vmin_ = -100, vmax_ = 50;
};

struct ChannelState {
    std::string name;
    double fraction = 0;  ///< fraction of the full conductance
};
using ChannelStatePtr = std::shared_ptr<ChannelState>;

/// A group of states. The conductance is multiplied by a power of the sum of their occupancies, weighted by their
/// fractions.
struct ChannelGate {
    std::vector<ChannelStatePtr> states;
    int power = 1;
};

/// A transition between two states of a gate. In a Hodgkin-Huxley gate, which has one state, it leads from closed to
/// open.
struct ChannelTransition {
    enum Type { rates, inf_and_tau, ligand_outside, ligand_inside };
    ChannelStatePtr source, target;
    Type type = rates;
    std::string ligand;  ///< an ion's name
    int stoichiometry = 1;
    std::array<RateFunction, 2> f;

    bool has_ligand() const { return type >= ligand_outside; }
    /// Forward and backward rate [/ms], or steady state and time constant [ms].
    struct Pair {
        double a, b;
    };
    Pair forward_and_backward(double v, double celsius) const;
    Pair inf_and_tau_at(double v, double celsius) const;
    /// Steady states and time constants at many voltages. The spans do not overlap.
    void inf_and_tau_at(std::span<const double> v, double celsius, std::span<double> inf, std::span<double> tau) const;

  private:
    Pair both(double v, double celsius) const;
    void both(std::span<const double> v, double celsius, std::span<double> a, std::span<double> b) const;
};

/// What a script chooses for all channels whose molecules are simulated one by one.
struct SingleSettings {
    double vres = 0.1;  ///< change of the voltage after which new waiting times are drawn [mV]
};

/// A channel described by a script: gates and their transitions. KSChan and the channel builder edit it.
///
/// 1. `gates` begins with the Hodgkin-Huxley gates. `transitions` begins with their transitions in the same order; then
///    come transitions that depend on voltage alone, then transitions that bind ligands.
/// 2. States are numbered consecutively over all gates.
class Channel {
  public:
    enum Current { ohmic, ohmic_nernst, ghk };

    std::string name;
    std::string ion;  ///< empty for a nonspecific current
    bool is_point = false;
    Current current = ohmic;
    double gmax = 0;                                ///< default; S/cm2 or uS, with ghk cm/s or cm3/s
    double erev = 0;                                ///< default for nonspecific currents [mV]
    std::shared_ptr<const SingleSettings> singles;  ///< null: the states are fractions of very many molecules
    std::vector<std::shared_ptr<ChannelGate>> gates;
    std::vector<std::shared_ptr<ChannelTransition>> transitions;

    bool is_hh(const ChannelGate& gate) const;
    std::size_t hh_count() const;
    std::vector<ChannelStatePtr> states() const;
    int index_of(const ChannelState& state) const;  ///< -1 if no longer part of this channel
    std::vector<std::string> ligands() const;
    void sort_transitions();

    /// Tables of the Hodgkin-Huxley gates for the fixed step: steady state and 1 - exp(-dt/tau) at `size` voltages.
    struct Tables {
        double dt = 0, celsius = 0;
        std::vector<std::vector<double>> inf, step;  // by gate
    };
    bool use_tables = false;
    int table_size = 200;
    double table_vmin = -100, table_vmax = 50;  ///< [mV]
    /// Tables for the current dt [ms]; recomputed when dt has changed. Thread-safe.
    std::shared_ptr<const Tables> tables(double dt, double celsius) const;
    void set_tables(bool use);

  private:
    mutable std::mutex table_guard_;
    mutable std::shared_ptr<const Tables> tables_;
};

}  // namespace ranvier::hoc
