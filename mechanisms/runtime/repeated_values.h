/* Values that depend on a few parameters, which many instances share: see nmodl/codegen/repeated_values.hpp. */
#ifndef RANVIER_MECHANISMS_RUNTIME_REPEATED_VALUES_H
#define RANVIER_MECHANISMS_RUNTIME_REPEATED_VALUES_H

#include <stdint.h>
#include <string.h>

namespace { /* files compiled for other instruction sets have their own */

/* The values for up to eight combinations of parameters, noted in one call of a kernel. Parameters are compared bit by bit. */
template <int parameters, int values>
struct rv_repeated_values {
    /* A search pays off if most chunks find their values. */
    explicit rv_repeated_values(int32_t count) : is_off(count < 3 * RV_CHUNK) {}

    /* Fills the lanes of the arrays `to`. Returns false if a combination is not known. */
    RV_ALWAYS_INLINE bool look_up(const double* const* of, int32_t lanes, double (*to)[RV_CHUNK]) const {
        if (is_off || known == 0) return false;
        words missing = {};
        for (int32_t start = 0; start < lanes; start += RV_LANES) {
            words found = {}, value[values] = {};
            for (int32_t e = 0; e < known; ++e) {
                words is = ~words{};
                for (int k = 0; k < parameters; ++k) {
                    words here;
                    memcpy(&here, of[k] + start, sizeof here);
                    is &= (words)(here == key[k][e]);
                }
                found |= is;
                for (int k = 0; k < values; ++k) value[k] |= is & value_of[k][e];
            }
            missing |= ~found;
            for (int k = 0; k < values; ++k) memcpy(to[k] + start, &value[k], sizeof value[k]);
        }
        uint64_t any = 0;
        for (int l = 0; l < RV_LANES; ++l) any |= missing[l];
        return any == 0;
    }

    /* Remembers the values that were computed for these lanes; gives up if there are too many combinations. */
    void note(const double* const* of, int32_t lanes, const double (*from)[RV_CHUNK]) {
        for (int32_t i = 0; i < lanes && !is_off; ++i) {
            if (!knows(of, i)) add(of, i, from);
        }
    }

  private:
    typedef uint64_t words __attribute__((vector_size(8 * RV_LANES)));
    static constexpr int32_t most = 8;

    static uint64_t bits(double x) {
        uint64_t word;
        memcpy(&word, &x, sizeof word);
        return word;
    }
    bool knows(const double* const* of, int32_t i) const {
        for (int32_t e = 0; e < known; ++e) {
            bool is = true;
            for (int k = 0; k < parameters; ++k) is = is && bits(of[k][i]) == key[k][e];
            if (is) return true;
        }
        return false;
    }
    void add(const double* const* of, int32_t i, const double (*from)[RV_CHUNK]) {
        if (known == most) {
            is_off = true;
            return;
        }
        for (int k = 0; k < parameters; ++k) key[k][known] = bits(of[k][i]);
        for (int k = 0; k < values; ++k) value_of[k][known] = bits(from[k][i]);
        ++known;
    }

    bool is_off;
    int32_t known = 0;
    uint64_t key[parameters][most];
    uint64_t value_of[values][most];
};

} /* namespace */

#endif
