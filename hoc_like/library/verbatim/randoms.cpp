// Random numbers for VERBATIM and old NMODL: one stream for the process, hoc's Random objects, and Random123 streams.
#include <cmath>
#include <stdexcept>

#include "hoc_like/library/data/random/random.hpp"
#include "hoc_like/library/verbatim/api.hpp"

using ranvier::hoc::PhiloxStream;
using ranvier::hoc::RandomObject;
using ranvier::hoc::VerbatimContext;

namespace {

RandomObject& random_of(void* handle) {
    if (!handle) throw std::runtime_error("VERBATIM: null Random handle");
    return *static_cast<RandomObject*>(handle);
}

PhiloxStream& stream_of(nrnran123_State* handle) {
    if (!handle) throw std::runtime_error("VERBATIM: null Random123 stream");
    return *reinterpret_cast<PhiloxStream*>(handle);
}

/// A stream held by C code; its position is part of saved states.
class VerbatimStream final : public PhiloxStream, public ranvier::hoc::SavedGenerator {
  public:
    VerbatimStream(const std::shared_ptr<ranvier::hoc::RandomGlobals>& globals, std::uint32_t id1, std::uint32_t id2,
                   std::uint32_t id3)
        : PhiloxStream{*globals, id1, id2, id3}, SavedGenerator{globals} {}
    std::string stream_name() const override { return name(); }
    std::vector<std::uint32_t> position() const override { return words(); }
    void set_position(const std::vector<std::uint32_t>& position) override { set_words(position); }
};

}  // namespace

RV_EXPORT double scop_random(void) {
    return VerbatimContext::current().random().process_uniform();
}

RV_EXPORT void set_seed(double seed) {
    VerbatimContext::current().random().process_seed = static_cast<std::uint32_t>(seed);
}

RV_EXPORT void setseed(double seed) {
    set_seed(seed);
}

RV_EXPORT double exprand(double mean) {
    return -mean * std::log(scop_random());
}

/// Marsaglia's polar method; the second number of the pair is dropped.
RV_EXPORT double normrand(double mean, double deviation) {
    double square = 1, first = 0;
    while (square >= 1) {
        first = 2. * scop_random() - 1.;
        const double second = 2. * scop_random() - 1.;
        square = first * first + second * second;
    }
    return first * std::sqrt(-2. * std::log(square) / square) * deviation + mean;
}

/// Multiplies uniform numbers until the product is below exp(-mean).
RV_EXPORT int poisrand(double mean) {
    const double least = std::exp(-mean);
    int count = 0;
    for (double product = 1; product >= least; ++count) product *= scop_random();
    return count - 1;
}

RV_EXPORT double nrn_random_pick(Rand* random) {
    return random_of(random).pick();
}

RV_EXPORT void* nrn_random_arg(int i) {
    return &VerbatimContext::current().call().native<RandomObject>(i - 1);
}

RV_EXPORT int nrn_get_random_sequence(Rand* random) {
    return static_cast<int>(random_of(random).stream().sequence());
}

RV_EXPORT void nrn_set_random_sequence(Rand* random, int position) {
    random_of(random).stream().set_sequence(position);
}

namespace {

/// The Random123 stream of a Random; null if it uses another generator.
PhiloxStream* random123_of(Rand* random) {
    return dynamic_cast<PhiloxStream*>(&random_of(random).stream());
}

}  // namespace

RV_EXPORT int nrn_random_isran123(Rand* random, std::uint32_t* id1, std::uint32_t* id2, std::uint32_t* id3) {
    auto* stream = random123_of(random);
    if (!stream) return 0;
    *id1 = stream->id(0);
    *id2 = stream->id(1);
    *id3 = stream->id(2);
    return 1;
}

RV_EXPORT int nrn_random123_getseq(Rand* random, std::uint32_t* block, char* which) {
    auto* stream = random123_of(random);
    if (stream) nrnran123_getseq(reinterpret_cast<nrnran123_State*>(stream), block, which);
    return stream != nullptr;
}

RV_EXPORT int nrn_random123_setseq(Rand* random, std::uint32_t block, char which) {
    auto* stream = random123_of(random);
    if (stream) stream->set_sequence(4. * block + which);
    return stream != nullptr;
}

RV_EXPORT void nrn_random_reset(Rand* random) {
    random_of(random).stream().reset();
}

RV_EXPORT double nrnRan4dbl(std::uint32_t* high, std::uint32_t low) {
    return ranvier::hoc::mcell_ran4(*high, low);
}

RV_EXPORT std::uint32_t nrnRan4int(std::uint32_t* high, std::uint32_t low) {
    return ranvier::hoc::mcell_ran4_bits(*high, low);
}

RV_EXPORT double mcell_ran4(std::uint32_t* high, double* x, unsigned count, double range) {
    for (unsigned k = 0; k < count; ++k) x[k] = range * mcell_ran4a(high);
    return x[0];
}

RV_EXPORT double mcell_ran4a(std::uint32_t* high) {
    return ranvier::hoc::mcell_ran4(*high, VerbatimContext::current().random().mcell_low);
}

RV_EXPORT std::uint32_t mcell_iran4(std::uint32_t* high) {
    return ranvier::hoc::mcell_ran4_bits(*high, VerbatimContext::current().random().mcell_low);
}

RV_EXPORT void mcell_ran4_init(std::uint32_t low) {
    VerbatimContext::current().random().mcell_low = low;
}

RV_EXPORT nrnran123_State* nrnran123_newstream3(std::uint32_t id1, std::uint32_t id2, std::uint32_t id3) {
    PhiloxStream* stream = new VerbatimStream(VerbatimContext::current().shared_random(), id1, id2, id3);
    return reinterpret_cast<nrnran123_State*>(stream);
}

RV_EXPORT nrnran123_State* nrnran123_newstream(std::uint32_t id1, std::uint32_t id2) {
    return nrnran123_newstream3(id1, id2, 0);
}

RV_EXPORT void nrnran123_deletestream(nrnran123_State* stream) {
    delete reinterpret_cast<PhiloxStream*>(stream);
}

RV_EXPORT void nrnran123_getseq(nrnran123_State* stream, std::uint32_t* block, char* which) {
    const double position = stream_of(stream).sequence();
    *block = static_cast<std::uint32_t>(position / 4);
    *which = static_cast<char>(position - 4. * *block);
}

RV_EXPORT void nrnran123_setseq(nrnran123_State* stream, std::uint32_t block, char which) {
    stream_of(stream).set_sequence(4. * block + which);
}

RV_EXPORT void nrnran123_getids3(nrnran123_State* stream, std::uint32_t* id1, std::uint32_t* id2, std::uint32_t* id3) {
    const auto& of = stream_of(stream);
    *id1 = of.id(0);
    *id2 = of.id(1);
    *id3 = of.id(2);
}

RV_EXPORT void nrnran123_getids(nrnran123_State* stream, std::uint32_t* id1, std::uint32_t* id2) {
    std::uint32_t unused;
    nrnran123_getids3(stream, id1, id2, &unused);
}

RV_EXPORT double nrnran123_dblpick(nrnran123_State* stream) {
    return stream_of(stream).uniform();
}

RV_EXPORT double nrnran123_negexp(nrnran123_State* stream) {
    return -std::log(stream_of(stream).uniform());
}

RV_EXPORT std::uint32_t nrnran123_ipick(nrnran123_State* stream) {
    return static_cast<std::uint32_t>(std::lround(stream_of(stream).uniform() * 4294967297.0 - 1.0));
}

/// Marsaglia's polar method, two uniform numbers per attempt; the second of the pair is dropped.
RV_EXPORT double nrnran123_normal(nrnran123_State* stream) {
    double square = 0, x = 0;
    do {
        x = 2. * stream_of(stream).uniform() - 1.;
        const double y = 2. * stream_of(stream).uniform() - 1.;
        square = x * x + y * y;
    } while (square > 1);
    return x * std::sqrt(-2. * std::log(square) / square);
}

RV_EXPORT std::uint32_t nrnran123_get_globalindex(void) {
    return VerbatimContext::current().random().random123_index;
}

RV_EXPORT void nrnran123_set_globalindex(std::uint32_t index) {
    VerbatimContext::current().random().set_random123_index(index);
}

RV_EXPORT double nrnran123_uint2dbl(std::uint32_t bits) {
    return (static_cast<double>(bits) + 1.0) / 4294967297.0;
}

RV_EXPORT void nrnran123_setids(nrnran123_State* stream, std::uint32_t id1, std::uint32_t id2, std::uint32_t id3) {
    auto& of = stream_of(stream);
    const PhiloxStream renamed{VerbatimContext::current().random(), id1, id2, id3};
    const double position = of.sequence();
    of.set_words(renamed.words());
    of.set_sequence(position);
}

RV_EXPORT double nrnran123_uniform(nrnran123_State* stream) {
    return nrnran123_dblpick(stream);
}

RV_EXPORT nrnran123_array4x32 nrnran123_iran3(std::uint32_t block, std::uint32_t id1, std::uint32_t id2,
                                              std::uint32_t id3) {
    PhiloxStream stream{VerbatimContext::current().random(), id1, id2, id3};
    stream.set_sequence(4. * block);
    nrnran123_array4x32 made;
    for (auto& bits : made.v) bits = nrnran123_ipick(reinterpret_cast<nrnran123_State*>(&stream));
    return made;
}

RV_EXPORT nrnran123_array4x32 nrnran123_iran(std::uint32_t block, std::uint32_t id1, std::uint32_t id2) {
    return nrnran123_iran3(block, id1, id2, 0);
}

namespace ranvier::hoc {
void keep_verbatim_randoms() {}
}  // namespace ranvier::hoc
