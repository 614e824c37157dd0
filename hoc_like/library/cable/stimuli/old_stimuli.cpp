#include <fmt/format.h>

#include <array>
#include <memory>

#include "engine/solve/model.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/cable/stimuli/old_stimulus_mechanisms.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"

namespace ranvier::hoc {

namespace {

constexpr double largest = 1e21;  // upper limit of times, from NEURON

/// The stimuli of one kind, by number. A stimulus is not located if it was never placed or its section was deleted.
template <int columns>
class Numbered {
  public:
    Numbered(const Context& context, const rv_mechanism& (*mechanism)()) : context_{context}, mechanism_{mechanism} {}

    void resize(std::size_t n) {
        for (Entry& entry : entries_) remove(entry);
        entries_.assign(n, {});
    }
    std::size_t size() const { return entries_.size(); }
    bool is_located(std::size_t i) const { return entries_[i].instance && context_.model.exists(entries_[i].instance); }
    void place(std::size_t i, const SectionPtr& section, double x) {
        Entry& entry = entries_[i];
        remove(entry);
        entry.x = x;
        entry.section = section;
        engine::Model& model = context_.model;
        entry.instance = model.create_point_process(model.register_mechanism(mechanism_()), section_of(*section), x);
    }
    void set(std::size_t i, const std::array<double, columns>& values) {
        for (int k = 0; k < columns; ++k) {
            context_.model.store(context_.model.reference(entries_[i].instance, k),
                                 values[static_cast<std::size_t>(k)]);
        }
    }
    std::array<double, columns> get(std::size_t i) const {
        std::array<double, columns> values{};
        for (int k = 0; is_located(i) && k < columns; ++k) {
            values[static_cast<std::size_t>(k)] =
                context_.model.load(context_.model.reference(entries_[i].instance, k));
        }
        return values;
    }
    double x(std::size_t i) const { return entries_[i].x; }
    const SectionPtr& section(std::size_t i) const { return entries_[i].section; }
    /// The potential at its location [mV].
    double v(std::size_t i) const {
        const auto place = context_.model.place(entries_[i].instance);
        const auto v = *context_.model.range_variable("v");
        return context_.model.load(context_.model.reference(*place.section, v, 0, place.x));
    }

  private:
    struct Entry {
        engine::InstanceId instance;
        SectionPtr section;
        double x = 0;
    };
    void remove(Entry& entry) {
        if (entry.instance && context_.model.exists(entry.instance)) context_.model.destroy_instance(entry.instance);
        entry = {};
    }
    const Context& context_;
    const rv_mechanism& (*mechanism_)();
    std::vector<Entry> entries_;
};

struct OldStimuli {
    explicit OldStimuli(const Context& context)
        : pulses{context, old_pulse_mechanism},
          synapses{context, old_synapse_mechanism},
          levels{context, old_clamp_mechanism} {}
    Numbered<pulse_columns> pulses;
    Numbered<synapse_columns> synapses;
    Numbered<clamp_columns> levels;
    std::vector<double> durations;  ///< of consecutive levels
    double clamp_resistance = 1;

    void lay_out_levels() {
        double begin = -1e-9;
        for (std::size_t i = 0; i < levels.size(); ++i) {
            auto values = levels.get(i);
            values[clamp_begin] = i == 0 ? -1e30 : begin;  // the first level also holds at earlier times
            values[clamp_end] = begin += durations[i];
            values[OldClamp::clamp_resistance] = clamp_resistance;
            levels.set(i, values);
        }
    }
};

std::size_t number(Call& call, std::size_t count, int argument = 0) {
    return static_cast<std::size_t>(
        whole_argument(call, argument, 0, static_cast<long long>(count) - 1, "number of the stimulus"));
}

std::size_t how_many(Call& call) {
    return static_cast<std::size_t>(whole_argument(call, 0, 0, 10000, "number of stimuli"));
}

Result set_pulse(Call& call, OldStimuli& stimuli) {
    if (call.size() < 2) return stimuli.pulses.resize(how_many(call)), 0.;
    const std::size_t i = number(call, stimuli.pulses.size());
    const double x = number_within(call, 1, 0, 1, "position");
    const std::array values{number_within(call, 2, 0, largest, "delay"), number_within(call, 3, 0, largest, "duration"),
                            call.number(4)};
    stimuli.pulses.place(i, call.section(), x);
    stimuli.pulses.set(i, values);
    return 0.;
}

Result set_synapse(Call& call, OldStimuli& stimuli) {
    if (call.size() < 2) return stimuli.synapses.resize(how_many(call)), 0.;
    const std::size_t i = number(call, stimuli.synapses.size());
    const double x = number_within(call, 1, 0, 1, "position");
    const std::array values{number_within(call, 2, 0, largest, "onset"), number_within(call, 3, 0, largest, "tau"),
                            call.number(4), call.number(5)};
    stimuli.synapses.place(i, call.section(), x);
    stimuli.synapses.set(i, values);
    return 0.;
}

/// fclamp(n, x) or fclamp(i, duration, level)
Result set_clamp(Call& call, OldStimuli& stimuli) {
    if (call.size() < 3) {
        const std::size_t n = how_many(call);
        const double x = n ? number_within(call, 1, 0, 1, "position") : 0;
        const SectionPtr section = n ? call.section() : nullptr;
        stimuli.levels.resize(n);
        stimuli.durations.assign(n, 0);
        for (std::size_t i = 0; i < n; ++i) stimuli.levels.place(i, section, x);
    } else {
        const std::size_t i = number(call, stimuli.levels.size());
        if (!stimuli.levels.is_located(i)) fail(call, "the section of the clamp has been deleted");
        stimuli.durations[i] = number_within(call, 1, 0, largest, "duration");
        auto values = stimuli.levels.get(i);
        values[clamp_level] = call.number(2);
        stimuli.levels.set(i, values);
    }
    stimuli.lay_out_levels();
    return 0.;
}

/// Index of the level at time t, else of the last level; nullopt without a clamp.
std::optional<std::array<double, clamp_columns>> level_at(const OldStimuli& stimuli, double t, bool& is_on) {
    const std::size_t n = stimuli.levels.size();
    if (n == 0 || !stimuli.levels.is_located(0)) return std::nullopt;
    for (std::size_t i = 0; i < n; ++i) {
        const auto values = stimuli.levels.get(i);
        is_on = old_clamp_is_on(values.data(), t);
        if (is_on || i + 1 == n) return values;
    }
    return std::nullopt;
}

void print_stimuli(Interpreter& to, const OldStimuli& stimuli) {
    const auto name = [](const SectionPtr& section) { return section ? section->name() : std::string{}; };
    if (stimuli.pulses.size()) to.print(fmt::format("fstim({})\n", stimuli.pulses.size()));
    for (std::size_t i = 0; i < stimuli.pulses.size(); ++i) {
        const auto& pulses = stimuli.pulses;
        const auto v = pulses.get(i);
        to.print(fmt::format("{:<15} fstim({:2},{:4g},{:10g},{:13g},{:16g})\n", name(pulses.section(i)), i, pulses.x(i),
                             v[pulse_onset], v[pulse_duration], v[pulse_amplitude]));
    }
    if (stimuli.levels.size()) {
        to.print(fmt::format("{} fclamp({}, {:g})  clamp_resist = {:g}\n", name(stimuli.levels.section(0)),
                             stimuli.levels.size(), stimuli.levels.x(0), stimuli.clamp_resistance));
    }
    for (std::size_t i = 0; i < stimuli.levels.size(); ++i) {
        to.print(fmt::format("   fclamp({:2},{:13g},{:14g})\n", i, stimuli.durations[i],
                             stimuli.levels.get(i)[clamp_level]));
    }
    if (stimuli.synapses.size()) to.print(fmt::format("fsyn({})\n", stimuli.synapses.size()));
    for (std::size_t i = 0; i < stimuli.synapses.size(); ++i) {
        const auto& synapses = stimuli.synapses;
        const auto v = synapses.get(i);
        to.print(fmt::format("{:<15} fsyn({:2},{:4g},{:10g},{:8g},{:14g},{:9g})\n", name(synapses.section(i)), i,
                             synapses.x(i), v[synapse_onset], v[synapse_tau], v[synapse_gmax], v[synapse_erev]));
    }
}

}  // namespace

/// The stimulus functions that predate point processes: fstim, fsyn, fclamp and the functions that read them.
void register_old_stimuli(Registry& registry, const Context& context) {
    const auto stimuli = std::make_shared<OldStimuli>(context);
    engine::Model& model = context.model;
    const auto add = [&](const char* name, const char* signature, const char* doc, auto call) {
        registry.add(FunctionDefinition{name, signature, doc, call});
    };
    add("fstim", "fstim(n) or fstim(i, x, delay, duration, amplitude)",
        "For old scripts: makes room for n current pulses [nA], or places pulse i at x of the accessed section.",
        [stimuli](Call& call) { return set_pulse(call, *stimuli); });
    add("fstimi", "fstimi(i)", "Current [nA] of fstim pulse i at time t.", [stimuli, &model](Call& call) -> Result {
        const auto values = stimuli->pulses.get(number(call, stimuli->pulses.size()));
        return old_pulse_current(values.data(), model.t);
    });
    add("fsyn", "fsyn(n) or fsyn(i, x, onset, tau, gmax, erev)",
        "For old scripts: makes room for n alpha synapses [uS, mV], or places synapse i at x of the accessed section.",
        [stimuli](Call& call) { return set_synapse(call, *stimuli); });
    add("fsyng", "fsyng(i)", "Conductance [uS] of fsyn synapse i at time t.", [stimuli, &model](Call& call) -> Result {
        const auto values = stimuli->synapses.get(number(call, stimuli->synapses.size()));
        return old_synapse_conductance(values.data(), model.t);
    });
    add("fsyni", "fsyni(i)", "Current [nA] of fsyn synapse i at time t.", [stimuli, &model](Call& call) -> Result {
        const std::size_t i = number(call, stimuli->synapses.size());
        if (!stimuli->synapses.is_located(i)) return 0.;
        const auto values = stimuli->synapses.get(i);
        return old_synapse_conductance(values.data(), model.t) * (stimuli->synapses.v(i) - values[synapse_erev]);
    });
    add("fclamp", "fclamp(n, x) or fclamp(i, duration, level)",
        "Makes a voltage clamp with n consecutive levels at x of the accessed section, or sets the duration [ms] and "
        "the voltage [mV] of level i.",
        [stimuli](Call& call) { return set_clamp(call, *stimuli); });
    add("fclampi", "fclampi()", "Current [nA] of the fclamp at time t.", [stimuli, &model](Call&) -> Result {
        bool is_on = false;
        const auto level = level_at(*stimuli, model.t, is_on);
        if (!level || !is_on) return 0.;
        return -(stimuli->levels.v(0) - (*level)[clamp_level]) / stimuli->clamp_resistance;
    });
    add("fclampv", "fclampv()", "Voltage level [mV] of the fclamp at time t.", [stimuli, &model](Call&) -> Result {
        bool is_on = false;
        const auto level = level_at(*stimuli, model.t, is_on);
        return level ? (*level)[clamp_level] : 0.;
    });
    add("prstim", "prstim()", "Prints the stimuli of fstim, fclamp and fsyn.", [stimuli](Call& call) -> Result {
        print_stimuli(call.interpreter(), *stimuli);
        return 1.;
    });
    VariableDefinition resistance;
    resistance.name = "clamp_resist";
    resistance.units = "megohm";
    resistance.doc = "Series resistance of fclamp.";
    resistance.load = [stimuli] { return stimuli->clamp_resistance; };
    resistance.store = [stimuli](double value) {
        if (!(value > 0)) throw std::runtime_error(fmt::format("clamp_resist must be greater than 0, not {:g}", value));
        stimuli->clamp_resistance = value;
        if (stimuli->levels.size() && stimuli->levels.is_located(0)) stimuli->lay_out_levels();
    };
    registry.add(std::move(resistance));
}

}  // namespace ranvier::hoc
