#include "hoc_like/library/data/random/random.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>

#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/random/old_random_streams.hpp"
#include "hoc_like/library/data/vector/vector.hpp"

namespace ranvier::hoc {

namespace {

constexpr long long greatest_32 = 4294967295;

constexpr int greatest_int = 2147483647;

std::uint32_t id(const Call& call, int i) {
    return static_cast<std::uint32_t>(whole_or(call, i, 0, greatest_32, "id", 0));
}

/// A seed of the old generators: any number, of which 32 bits are used.
std::uint32_t old_seed(const Call& call, int i) {
    constexpr double low = -9e15, high = 9e15;
    return static_cast<std::uint32_t>(
        static_cast<long long>(i < call.size() ? number_within(call, i, low, high, "seed") : 0.0));
}

/// Refuses parameters with which a draw would not end, or only after billions of steps.
void check_parameters(const Call& call, Distribution::Kind kind, double& a, double& b) {
    using Kind = Distribution::Kind;
    if (kind == Kind::binomial) {
        a = static_cast<double>(whole_argument(call, 0, 0, greatest_int, "number of trials"));
        b = number_within(call, 1, 0, 1, "probability");
    }
    if (kind == Kind::geometric && number_within(call, 0, 0, 1, "mean") == 1) fail(call, "mean must be less than 1");
    // The draw ends when a product of random numbers falls below exp(-mean).
    if (kind == Kind::poisson && std::exp(-a) == 0) {
        fail(call,
             fmt::format("mean {} is too large; the greatest is 745, and Random.normal(mean, variance) is close to the "
                         "distribution of greater ones",
                         a));
    }
    if (kind == Kind::erlang && a * a / b > greatest_int)
        fail(call, fmt::format("mean^2 / variance is {}, which must be at most {}", a * a / b, greatest_int));
}

/// Reads the one or two parameters of a distribution.
MethodDefinition distribution(std::string name, std::string signature, std::string doc, Distribution::Kind kind,
                              int parameters) {
    auto draw = [kind, parameters](Call& call) -> Result {
        double a = call.number(0);
        double b = parameters > 1 ? call.number(1) : 0.0;
        check_parameters(call, kind, a, b);
        call.self_as<RandomObject>().set_distribution(Distribution{kind, a, b});
        return call.self_as<RandomObject>().pick();
    };
    return {std::move(name), std::move(signature), std::move(doc), std::move(draw)};
}

std::vector<MethodDefinition> distributions() {
    using Kind = Distribution::Kind;
    return {
        distribution("uniform", "rand.uniform(low, high)", "Uniform distribution between low and high.", Kind::uniform,
                     2),
        distribution("discunif", "rand.discunif(low, high)", "Uniformly distributed whole numbers from low to high.",
                     Kind::discunif, 2),
        distribution("normal", "rand.normal(mean, variance)", "Normal distribution.", Kind::normal, 2),
        distribution("lognormal", "rand.lognormal(mean, variance)", "Log-normal distribution.", Kind::lognormal, 2),
        distribution("poisson", "rand.poisson(mean)", "Poisson distribution.", Kind::poisson, 1),
        distribution("binomial", "rand.binomial(n, p)",
                     "Binomial distribution: the number of successes in n trials, each with probability p.",
                     Kind::binomial, 2),
        distribution("geometric", "rand.geometric(mean)", "Geometric distribution, 0 <= mean <= 1.", Kind::geometric,
                     1),
        distribution("hypergeo", "rand.hypergeo(mean, variance)", "Hypergeometric distribution.", Kind::hypergeo, 2),
        distribution("negexp", "rand.negexp(mean)", "Exponential distribution.", Kind::negexp, 1),
        distribution("erlang", "rand.erlang(mean, variance)", "Erlang distribution.", Kind::erlang, 2),
        distribution("weibull", "rand.weibull(alpha, beta)", "Weibull distribution.", Kind::weibull, 2),
    };
}

Result repick(Call& call) {
    return call.self_as<RandomObject>().pick();
}

Result sequence(Call& call) {
    RandomStream& stream = call.self_as<RandomObject>().stream();
    if (call.size() > 0) stream.set_sequence(number_within(call, 0, 0, 17179869183.0, "position"));
    return stream.sequence();
}

/// Assigns draws to a part of a Vector, or adds them.
template <bool adds>
Result draw_into(Call& call) {
    auto& x = call.self_as<VectorObject>().values();
    RandomObject& random = call.native<RandomObject>(0);
    const Stretch part = stretch_argument(call, 1, x.size());
    for (std::size_t i = part.begin; i < part.end; ++i) x[i] = adds ? x[i] + random.pick() : random.pick();
    return self_result(call);
}

}  // namespace

// The state of the stream, then the number that the distribution holds in reserve.
std::vector<std::uint32_t> RandomObject::position() const {
    std::vector<std::uint32_t> words = stream_->words();
    const auto bits = std::bit_cast<std::uint64_t>(distribution_.waiting().value_or(0.));
    words.insert(words.end(), {static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32),
                               distribution_.waiting() ? 1u : 0u});
    return words;
}

void RandomObject::set_position(const std::vector<std::uint32_t>& position) {
    const std::size_t n = position.size() - 3;
    stream_->set_words(position);
    const double waiting = std::bit_cast<double>(std::uint64_t{position[n + 1]} << 32 | position[n]);
    distribution_.set_waiting(position[n + 2] != 0 ? std::optional(waiting) : std::nullopt);
}

std::vector<MethodDefinition> vector_random_methods() {
    return {
        {"setrand", "vec.setrand(random, start, end)", "Sets each element to a draw from a Random.", draw_into<false>},
        {"addrand", "vec.addrand(random, start, end)", "Adds a draw from a Random to each element.", draw_into<true>},
    };
}

ClassDefinition random_class(std::shared_ptr<RandomGlobals> globals) {
    ClassDefinition definition;
    definition.name = RandomObject::class_name;
    definition.signature = "new Random(seed, size)";
    definition.doc =
        "Draws random numbers with one distribution from one stream. Initially, the distribution is normal(0, 1) and "
        "the stream is Random123(seed, size), or ACG(seed, size) with ranvier_compat(8.2).";
    definition.construct = [globals](Call& call) -> std::unique_ptr<Native> {
        const std::uint32_t seed = old_seed(call, 0);
        const auto size = static_cast<std::uint32_t>(whole_or(call, 1, 7, 98, "size", 55));
        if (globals->neuron_8) {
            return std::make_unique<RandomObject>(globals, std::make_unique<AcgStream>(seed, static_cast<int>(size)));
        }
        return std::make_unique<RandomObject>(globals, std::make_unique<PhiloxStream>(*globals, seed, size, 0));
    };
    definition.methods = distributions();
    append_methods(
        definition.methods,
        {{"repick", "rand.repick()", "The next number from the current distribution.", repick},
         {"seq", "rand.seq(position)", "Position in the stream; with an argument, sets it.", sequence},
         {"Random123", "rand.Random123(id1, id2, id3)",
          "Selects the Random123 stream with these ids and goes to its beginning.",
          [globals](Call& call) -> Result {
              call.self_as<RandomObject>().set_stream(
                  std::make_unique<PhiloxStream>(*globals, id(call, 0), id(call, 1), id(call, 2)));
              return 0.0;
          }},
         {"Random123_globalindex", "rand.Random123_globalindex(index)",
          "Global index, part of the key of all Random123 streams; with an argument, sets it.",
          [globals](Call& call) -> Result {
              if (call.size() > 0) globals->set_random123_index(id(call, 0));
              return static_cast<double>(globals->random123_index);
          }},
         {"MCellRan4", "rand.MCellRan4(high, low)",
          "Selects the MCellRan4 stream that starts at high; 0 selects an unused start. Returns the start.",
          [globals](Call& call) -> Result {
              auto stream = std::make_unique<McellStream>(*globals, id(call, 0), id(call, 1));
              const double seed = stream->seed();
              call.self_as<RandomObject>().set_stream(std::move(stream));
              return seed;
          }},
         {"ACG", "rand.ACG(seed, size)", "Selects libg++'s additive congruential generator, as in NEURON up to 8.2.",
          [](Call& call) -> Result {
              const auto size = static_cast<int>(whole_or(call, 1, 7, 98, "size", 55));
              call.self_as<RandomObject>().set_stream(std::make_unique<AcgStream>(old_seed(call, 0), size));
              return 1.0;
          }},
         {"MLCG", "rand.MLCG(seed1, seed2)",
          "Selects libg++'s multiplicative linear congruential generator, as in NEURON up to 8.2.",
          [](Call& call) -> Result {
              call.self_as<RandomObject>().set_stream(
                  std::make_unique<MlcgStream>(old_seed(call, 0), old_seed(call, 1)));
              return 1.0;
          }}});
    return definition;
}

void register_random_functions(Registry& registry, std::shared_ptr<RandomGlobals> globals) {
    registry.add(FunctionDefinition{"mcell_ran4", "mcell_ran4(&high)",
                                    "A number in [0, 1) from the MCellRan4 stream at high; advances high.",
                                    [globals](Call& call) -> Result {
                                        const NumberRefPtr index = call.reference(0);
                                        auto high = static_cast<std::uint32_t>(static_cast<long long>(index->load()));
                                        const double value = mcell_ran4(high, globals->mcell_low);
                                        index->store(high);
                                        return value;
                                    }});
    registry.add(FunctionDefinition{"mcell_ran4_init", "mcell_ran4_init(low)",
                                    "Sets the low index of MCellRan4 streams; returns the previous one.",
                                    [globals](Call& call) -> Result {
                                        const double former = globals->mcell_low;
                                        if (call.size() > 0) globals->mcell_low = id(call, 0);
                                        return former;
                                    }});
    registry.add(
        FunctionDefinition{"use_mcell_ran4", "use_mcell_ran4(on)",
                           "1: mechanisms draw from MCellRan4, seeded by set_seed; returns the previous setting.",
                           [globals](Call& call) -> Result {
                               const double former = globals->use_mcell ? 1.0 : 0.0;
                               if (call.size() > 0) globals->use_mcell = whole_argument(call, 0, 0, 1, "on") != 0;
                               return former;
                           }});
    registry.add(FunctionDefinition{
        "ranvier_compat", "ranvier_compat(version)",
        "The version of NEURON whose random numbers are the default, 8.2 or 9; with an argument, sets it for objects "
        "created later. With 8.2, Random draws from ACG, and NetStim from the process-wide stream.",
        [globals](Call& call) -> Result {
            if (call.size() > 0) {
                const double version = call.number(0);
                if (version != 8.2 && version != 9) fail(call, "the version must be 8.2 or 9");
                globals->neuron_8 = version == 8.2;
            }
            return globals->neuron_8 ? 8.2 : 9.0;
        }});
}

}  // namespace ranvier::hoc
