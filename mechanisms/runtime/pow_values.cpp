#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>

#include "mechanisms/runtime/eight_at_once.hpp"
#include "mechanisms/runtime/library_values.h"
#include "mechanisms/runtime/math_libm.h"

namespace ranvier::mechanisms {
namespace {

using Function = void (*)(double*, const double*, std::int32_t, std::int32_t);

void call_library(double* x, const double* y, std::int32_t stride, std::int32_t count) {
    for (std::int32_t i = 0; i < count; ++i) x[i] = rv_libm_pow(x[i], y[i * stride]);
}

#ifdef RANVIER_EIGHT_AT_ONCE
// The scheme of glibc since 2.28. The coefficients, the splitting of ln(2), the inverses and the order of operations
// are from Arm's Optimized Routines, math/pow.c and math/pow_log_data.c. x = 2^k z, where z in [c0, 2 c0) lies in one
// of 128 intervals of equal length; c is close to the center of that interval. log(x) = k ln(2) + log(c) + log(1 + r),
// r = z/c - 1, with some 68 bits in two numbers. Then x^y = exp(y log(x)).

// 1/c, a multiple of 1/256, or of 1/512 where c > 1.
alignas(64) constexpr double inverses[128] = {
    0x1.6ap+0, 0x1.68p+0, 0x1.66p+0, 0x1.64p+0, 0x1.62p+0, 0x1.6p+0,  0x1.5ep+0, 0x1.5cp+0, 0x1.5ap+0, 0x1.58p+0,
    0x1.56p+0, 0x1.56p+0, 0x1.54p+0, 0x1.52p+0, 0x1.5p+0,  0x1.4ep+0, 0x1.4cp+0, 0x1.4ap+0, 0x1.4ap+0, 0x1.48p+0,
    0x1.46p+0, 0x1.44p+0, 0x1.42p+0, 0x1.4p+0,  0x1.4p+0,  0x1.3ep+0, 0x1.3cp+0, 0x1.3ap+0, 0x1.3ap+0, 0x1.38p+0,
    0x1.36p+0, 0x1.34p+0, 0x1.34p+0, 0x1.32p+0, 0x1.3p+0,  0x1.3p+0,  0x1.2ep+0, 0x1.2cp+0, 0x1.2cp+0, 0x1.2ap+0,
    0x1.28p+0, 0x1.26p+0, 0x1.26p+0, 0x1.24p+0, 0x1.24p+0, 0x1.22p+0, 0x1.2p+0,  0x1.2p+0,  0x1.1ep+0, 0x1.1cp+0,
    0x1.1cp+0, 0x1.1ap+0, 0x1.1ap+0, 0x1.18p+0, 0x1.16p+0, 0x1.16p+0, 0x1.14p+0, 0x1.14p+0, 0x1.12p+0, 0x1.1p+0,
    0x1.1p+0,  0x1.0ep+0, 0x1.0ep+0, 0x1.0cp+0, 0x1.0cp+0, 0x1.0ap+0, 0x1.0ap+0, 0x1.08p+0, 0x1.08p+0, 0x1.06p+0,
    0x1.04p+0, 0x1.04p+0, 0x1.02p+0, 0x1.02p+0, 0x1p+0,    0x1p+0,    0x1.fcp-1, 0x1.f8p-1, 0x1.f4p-1, 0x1.fp-1,
    0x1.ecp-1, 0x1.e8p-1, 0x1.e4p-1, 0x1.e2p-1, 0x1.dep-1, 0x1.dap-1, 0x1.d6p-1, 0x1.d4p-1, 0x1.dp-1,  0x1.ccp-1,
    0x1.cap-1, 0x1.c6p-1, 0x1.c4p-1, 0x1.cp-1,  0x1.bep-1, 0x1.bap-1, 0x1.b8p-1, 0x1.b4p-1, 0x1.b2p-1, 0x1.aep-1,
    0x1.acp-1, 0x1.aap-1, 0x1.a6p-1, 0x1.a4p-1, 0x1.ap-1,  0x1.9ep-1, 0x1.9cp-1, 0x1.9ap-1, 0x1.96p-1, 0x1.94p-1,
    0x1.92p-1, 0x1.9p-1,  0x1.8cp-1, 0x1.8ap-1, 0x1.88p-1, 0x1.86p-1, 0x1.84p-1, 0x1.82p-1, 0x1.7ep-1, 0x1.7cp-1,
    0x1.7ap-1, 0x1.78p-1, 0x1.76p-1, 0x1.74p-1, 0x1.72p-1, 0x1.7p-1,  0x1.6ep-1, 0x1.6cp-1,
};

// log(c), rounded to multiples of 2^-43: its sum with k ln2_high is exact.
alignas(64) constexpr double logs[128] = {
    -0x1.62c82f2b9c8p-2,
    -0x1.5d1bdbf5808p-2,
    -0x1.57677174558p-2,
    -0x1.51aad872df8p-2,
    -0x1.4be5f957778p-2,
    -0x1.4618bc21c6p-2,
    -0x1.404308686a8p-2,
    -0x1.3a64c556948p-2,
    -0x1.347dd9a988p-2,
    -0x1.2e8e2bae12p-2,
    -0x1.2895a13de88p-2,
    -0x1.2895a13de88p-2,
    -0x1.22941fbcf78p-2,
    -0x1.1c898c16998p-2,
    -0x1.1675cababa8p-2,
    -0x1.1058bf9ae48p-2,
    -0x1.0a324e2739p-2,
    -0x1.0402594b4dp-2,
    -0x1.0402594b4dp-2,
    -0x1.fb9186d5e4p-3,
    -0x1.ef0adcbdc6p-3,
    -0x1.e27076e2afp-3,
    -0x1.d5c216b4fcp-3,
    -0x1.c8ff7c79aap-3,
    -0x1.c8ff7c79aap-3,
    -0x1.bc286742d9p-3,
    -0x1.af3c94e80cp-3,
    -0x1.a23bc1fe2bp-3,
    -0x1.a23bc1fe2bp-3,
    -0x1.9525a9cf45p-3,
    -0x1.87fa06520dp-3,
    -0x1.7ab890210ep-3,
    -0x1.7ab890210ep-3,
    -0x1.6d60fe719dp-3,
    -0x1.5ff3070a79p-3,
    -0x1.5ff3070a79p-3,
    -0x1.526e5e3a1bp-3,
    -0x1.44d2b6ccb8p-3,
    -0x1.44d2b6ccb8p-3,
    -0x1.371fc201e9p-3,
    -0x1.29552f81ffp-3,
    -0x1.1b72ad52f6p-3,
    -0x1.1b72ad52f6p-3,
    -0x1.0d77e7cd09p-3,
    -0x1.0d77e7cd09p-3,
    -0x1.fec9131dbep-4,
    -0x1.e27076e2bp-4,
    -0x1.e27076e2bp-4,
    -0x1.c5e548f5bcp-4,
    -0x1.a926d3a4aep-4,
    -0x1.a926d3a4aep-4,
    -0x1.8c345d631ap-4,
    -0x1.8c345d631ap-4,
    -0x1.6f0d28ae56p-4,
    -0x1.51b073f062p-4,
    -0x1.51b073f062p-4,
    -0x1.341d7961bep-4,
    -0x1.341d7961bep-4,
    -0x1.16536eea38p-4,
    -0x1.f0a30c0118p-5,
    -0x1.f0a30c0118p-5,
    -0x1.b42dd71198p-5,
    -0x1.b42dd71198p-5,
    -0x1.77458f632cp-5,
    -0x1.77458f632cp-5,
    -0x1.39e87b9fecp-5,
    -0x1.39e87b9fecp-5,
    -0x1.f829b0e78p-6,
    -0x1.f829b0e78p-6,
    -0x1.7b91b07d58p-6,
    -0x1.fc0a8b0fcp-7,
    -0x1.fc0a8b0fcp-7,
    -0x1.fe02a6b1p-8,
    -0x1.fe02a6b1p-8,
    0x0p+0,
    0x0p+0,
    0x1.010157589p-7,
    0x1.0205658938p-6,
    0x1.8492528c9p-6,
    0x1.0415d89e74p-5,
    0x1.466aed42ep-5,
    0x1.894aa149fcp-5,
    0x1.ccb73cdddcp-5,
    0x1.eea31c006cp-5,
    0x1.1973bd1466p-4,
    0x1.3bdf5a7d1ep-4,
    0x1.5e95a4d97ap-4,
    0x1.700d30aeacp-4,
    0x1.9335e5d594p-4,
    0x1.b6ac88dad6p-4,
    0x1.c885801bc4p-4,
    0x1.ec739830a2p-4,
    0x1.fe89139dbep-4,
    0x1.1178e8227ep-3,
    0x1.1aa2b7e23fp-3,
    0x1.2d1610c868p-3,
    0x1.365fcb0159p-3,
    0x1.4913d8333bp-3,
    0x1.527e5e4a1bp-3,
    0x1.6574ebe8c1p-3,
    0x1.6f0128b757p-3,
    0x1.7898d85445p-3,
    0x1.8beafeb39p-3,
    0x1.95a5adcf7p-3,
    0x1.a93ed3c8aep-3,
    0x1.b31d8575bdp-3,
    0x1.bd087383bep-3,
    0x1.c6ffbc6f01p-3,
    0x1.db13db0d49p-3,
    0x1.e530effe71p-3,
    0x1.ef5ade4ddp-3,
    0x1.f991c6cb3bp-3,
    0x1.07138604d58p-2,
    0x1.0c42d67616p-2,
    0x1.1178e8227e8p-2,
    0x1.16b5ccbacf8p-2,
    0x1.1bf99635a68p-2,
    0x1.214456d0eb8p-2,
    0x1.2bef07cdc9p-2,
    0x1.314f1e1d36p-2,
    0x1.36b6776be1p-2,
    0x1.3c25277333p-2,
    0x1.419b423d5e8p-2,
    0x1.4718dc271c8p-2,
    0x1.4c9e09e173p-2,
    0x1.522ae0738ap-2,
    0x1.57bf753c8dp-2,
    0x1.5d5bddf596p-2,
};

// The rounding errors of `logs`.
alignas(64) constexpr double log_rests[128] = {
    0x1.ab4242837568p-48,
    -0x1.ca508d8e0f72p-46,
    -0x1.362a4d5b6506dp-45,
    -0x1.684e49eb067d5p-49,
    -0x1.41b6993293eep-47,
    0x1.3d82f484c84ccp-46,
    0x1.c42f3ed820b3ap-50,
    0x1.0b1c68651946p-45,
    0x1.5594dd4c58092p-45,
    0x1.67b1e99b72bd8p-45,
    0x1.5ca14b6cfb03fp-46,
    0x1.5ca14b6cfb03fp-46,
    -0x1.65a242853da76p-46,
    -0x1.fafbc68e75404p-46,
    0x1.f1fc63382a8fp-46,
    -0x1.6a8c4fd055a66p-45,
    -0x1.c6bee7ef4030ep-47,
    -0x1.036b89ef42d7fp-48,
    -0x1.036b89ef42d7fp-48,
    0x1.d572aab993c87p-47,
    0x1.b26b79c86af24p-45,
    -0x1.72f4f543fff1p-46,
    0x1.1ba91bbca681bp-45,
    0x1.7794f689f8434p-45,
    0x1.7794f689f8434p-45,
    0x1.94eb0318bb78fp-46,
    0x1.a4e633fcd9066p-52,
    -0x1.58c64dc46c1eap-45,
    -0x1.58c64dc46c1eap-45,
    -0x1.ad1d904c1d4e3p-45,
    0x1.bbdbf7fdbfa09p-45,
    0x1.bdb9072534a58p-45,
    0x1.bdb9072534a58p-45,
    -0x1.0e46aa3b2e266p-46,
    -0x1.e9e439f105039p-46,
    -0x1.e9e439f105039p-46,
    -0x1.0de8b90075b8fp-45,
    0x1.70cc16135783cp-46,
    0x1.70cc16135783cp-46,
    0x1.178864d27543ap-48,
    -0x1.48d301771c408p-45,
    -0x1.e80a41811a396p-45,
    -0x1.e80a41811a396p-45,
    0x1.a699688e85bf4p-47,
    0x1.a699688e85bf4p-47,
    -0x1.575545ca333f2p-45,
    0x1.a342c2af0003cp-45,
    0x1.a342c2af0003cp-45,
    -0x1.d0c57585fbe06p-46,
    0x1.53935e85baac8p-45,
    0x1.53935e85baac8p-45,
    0x1.37c294d2f5668p-46,
    0x1.37c294d2f5668p-46,
    -0x1.69737c93373dap-45,
    0x1.f025b61c65e57p-46,
    0x1.f025b61c65e57p-46,
    0x1.c5edaccf913dfp-45,
    0x1.c5edaccf913dfp-45,
    0x1.47c5e768fa309p-46,
    0x1.d599e83368e91p-45,
    0x1.d599e83368e91p-45,
    0x1.c827ae5d6704cp-46,
    0x1.c827ae5d6704cp-46,
    -0x1.cfc4634f2a1eep-45,
    -0x1.cfc4634f2a1eep-45,
    0x1.502b7f526feaap-48,
    0x1.502b7f526feaap-48,
    -0x1.980267c7e09e4p-45,
    -0x1.980267c7e09e4p-45,
    -0x1.88d5493faa639p-45,
    -0x1.f1e7cf6d3a69cp-50,
    -0x1.f1e7cf6d3a69cp-50,
    -0x1.9e23f0dda40e4p-46,
    -0x1.9e23f0dda40e4p-46,
    0x0p+0,
    0x0p+0,
    -0x1.0c76b999d2be8p-46,
    -0x1.3dc5b06e2f7d2p-45,
    -0x1.aa0ba325a0c34p-45,
    0x1.111c05cf1d753p-47,
    -0x1.c167375bdfd28p-45,
    -0x1.97995d05a267dp-46,
    -0x1.a68f247d82807p-46,
    -0x1.e113e4fc93b7bp-47,
    -0x1.5325d560d9e9bp-45,
    0x1.cc85ea5db4ed7p-45,
    -0x1.c69063c5d1d1ep-45,
    0x1.c1e8da99ded32p-49,
    0x1.3115c3abd47dap-45,
    -0x1.390802bf768e5p-46,
    0x1.646d1c65aacd3p-45,
    -0x1.dc068afe645ep-45,
    -0x1.534d64fa10afdp-45,
    0x1.1ef78ce2d07f2p-45,
    0x1.ca78e44389934p-45,
    0x1.39d6ccb81b4a1p-47,
    0x1.62fa8234b7289p-51,
    0x1.5837954fdb678p-45,
    0x1.633e8e5697dc7p-45,
    0x1.9cf8b2c3c2e78p-46,
    -0x1.5118de59c21e1p-45,
    -0x1.c661070914305p-46,
    -0x1.73d54aae92cd1p-47,
    0x1.7f22858a0ff6fp-47,
    -0x1.8724350562169p-45,
    -0x1.c358d4eace1aap-47,
    -0x1.d4bc4595412b6p-45,
    -0x1.1ec72c5962bd2p-48,
    -0x1.aff2af715b035p-45,
    0x1.212276041f43p-51,
    -0x1.a211565bb8e11p-51,
    0x1.bcbecca0cdf3p-46,
    0x1.89cdb16ed4e91p-48,
    0x1.7188b163ceae9p-45,
    -0x1.c210e63a5f01cp-45,
    0x1.b9acdf7a51681p-45,
    0x1.ca6ed5147bdb7p-45,
    0x1.a87deba46baeap-47,
    0x1.a9cfa4a5004f4p-45,
    -0x1.8e27ad3213cb8p-45,
    0x1.16ecdb0f177c8p-46,
    0x1.83b54b606bd5cp-46,
    0x1.8e436ec90e09dp-47,
    -0x1.f27ce0967d675p-45,
    -0x1.e20891b0ad8a4p-45,
    0x1.ebe708164c759p-45,
    0x1.fadedee5d40efp-46,
    -0x1.a0b2a08a465dcp-47,
};

constexpr TwoTables logs_and_rests(logs, log_rests);

constexpr std::int64_t c0_bits = 0x3fe6955500000000;  // 0.7057...
constexpr double ln2_high = 0x1.62e42fefa38p-1, ln2_low = 0x1.ef35793c7673p-45;
constexpr double a1 = -0x1.5555555555560p-1, a2 = 0x1.0000000000006p-1, a3 = 0x1.999999959554ep-1;
constexpr double a4 = -0x1.555555529a47ap-1, a5 = -0x1.2495b9b4845e9p+0, a6 = 0x1.0002b8b263fc3p+0;

struct Log {
    __m512d high, low;
};

// log(x) for positive normal x.
template <LookUp how>
RANVIER_INLINE Log log_of_eight(__m512d x) {
    const __m512i bits = _mm512_castpd_si512(x);
    const __m512i offset = _mm512_sub_epi64(bits, _mm512_set1_epi64(c0_bits));
    const __m512i interval = _mm512_maskz_srli_epi64(all_lanes, offset, 45);
    const __m512i exponent = _mm512_and_si512(offset, _mm512_set1_epi64(static_cast<std::int64_t>(0xfffull << 52)));
    const __m512d z = _mm512_castsi512_pd(_mm512_sub_epi64(bits, exponent));
    const __m512d k = _mm512_maskz_cvtepi64_pd(all_lanes, _mm512_maskz_srai_epi64(all_lanes, offset, 52));
    const __m512d r = _mm512_fmsub_pd(z, look_up<how>(inverses, interval), _mm512_set1_pd(1));
    const auto [log_c, own_rest] = look_up<how>(logs_and_rests, interval);
    // k ln(2) + log(c) + r - r^2/2, the largest terms first, and the rounding errors of their sums
    const __m512d t1 = _mm512_fmadd_pd(k, _mm512_set1_pd(ln2_high), log_c);
    const __m512d t2 = _mm512_add_pd(t1, r);
    const __m512d low1 = _mm512_fmadd_pd(k, _mm512_set1_pd(ln2_low), own_rest);
    const __m512d low2 = _mm512_add_pd(_mm512_sub_pd(t1, t2), r);
    const __m512d half = _mm512_mul_pd(_mm512_set1_pd(-.5), r);
    const __m512d square = _mm512_mul_pd(r, half);
    const __m512d cube = _mm512_mul_pd(r, square);
    const __m512d high = _mm512_add_pd(t2, square);
    const __m512d low3 = _mm512_fmsub_pd(half, r, square);
    const __m512d low4 = _mm512_add_pd(_mm512_sub_pd(t2, high), square);
    const __m512d p12 = _mm512_fmadd_pd(r, _mm512_set1_pd(a2), _mm512_set1_pd(a1));
    const __m512d p34 = _mm512_fmadd_pd(r, _mm512_set1_pd(a4), _mm512_set1_pd(a3));
    const __m512d p56 = _mm512_fmadd_pd(r, _mm512_set1_pd(a6), _mm512_set1_pd(a5));
    const __m512d p = _mm512_fmadd_pd(square, _mm512_fmadd_pd(square, p56, p34), p12);
    const __m512d lows = _mm512_add_pd(_mm512_add_pd(_mm512_add_pd(low1, low2), low3), low4);
    const __m512d low = _mm512_fmadd_pd(cube, p, lows);
    const __m512d sum = _mm512_add_pd(high, low);
    return {sum, _mm512_add_pd(_mm512_sub_pd(high, sum), low)};
}

// x^y in the lanes of `wanted`; calls the library for special cases.
template <LookUp how>
RANVIER_INLINE __m512d pow_of_eight(__m512d x, __m512d y, __mmask8 wanted) {
    const __m512d infinity = _mm512_set1_pd(HUGE_VAL);
    const __m512d size = _mm512_abs_pd(y);
    const __mmask8 is_usual = _mm512_cmp_pd_mask(x, _mm512_set1_pd(0x1p-1022), _CMP_GE_OQ) &
                              _mm512_cmp_pd_mask(x, infinity, _CMP_LT_OQ) &
                              _mm512_cmp_pd_mask(size, _mm512_set1_pd(0x1p-65), _CMP_GE_OQ) &
                              _mm512_cmp_pd_mask(size, _mm512_set1_pd(0x1p63), _CMP_LT_OQ);
    const auto [high, low] = log_of_eight<how>(x);
    const __m512d exponent = _mm512_mul_pd(y, high);
    const __m512d rest = _mm512_fmadd_pd(y, low, _mm512_fmsub_pd(y, high, exponent));
    const auto [scale, tail] = exp_parts<how>(exponent, rest);
    const __m512d magnitude = _mm512_abs_pd(exponent);
    const __mmask8 is_one = is_usual & _mm512_cmp_pd_mask(magnitude, _mm512_set1_pd(0x1p-54), _CMP_LT_OQ);
    const __mmask8 is_inside = is_usual & _mm512_cmp_pd_mask(magnitude, _mm512_set1_pd(512), _CMP_LT_OQ);
    const __m512d power = _mm512_fmadd_pd(scale, tail, scale);
    __m512d result = _mm512_mask_add_pd(power, is_one, _mm512_set1_pd(1), exponent);
    // 0^y, frequent for closed gates.
    const __mmask8 is_zero = _mm512_cmpeq_epi64_mask(_mm512_castpd_si512(x), _mm512_setzero_si512()) &
                             _mm512_cmp_pd_mask(y, _mm512_setzero_pd(), _CMP_GT_OQ);
    result = _mm512_mask_mov_pd(result, is_zero, _mm512_setzero_pd());
    auto left = static_cast<unsigned>(wanted & ~(is_inside | is_zero));
    if (left == 0) return result;
    alignas(64) double xs[8], ys[8], results[8];
    _mm512_store_pd(xs, x);
    _mm512_store_pd(ys, y);
    _mm512_store_pd(results, result);
    for (; left != 0; left &= left - 1) {
        const int lane = std::countr_zero(left);
        results[lane] = rv_libm_pow(xs[lane], ys[lane]);
    }
    return _mm512_load_pd(results);
}

template <LookUp how>
RANVIER_AVX512 void pow_avx512(double* x, const double* y, std::int32_t stride, std::int32_t count) {
    for (std::int32_t i = 0; i < count; i += 8) {
        const auto here = static_cast<__mmask8>(count - i >= 8 ? 0xff : (1 << (count - i)) - 1);
        const __m512d exponents = stride ? _mm512_maskz_loadu_pd(here, y + i) : _mm512_set1_pd(*y);
        _mm512_mask_storeu_pd(x + i, here, pow_of_eight<how>(_mm512_maskz_loadu_pd(here, x + i), exponents, here));
    }
}

// Whether the C library gives the same bits. Other libraries, or glibc set to use other variants, differ.
bool library_agrees(Function eight_at_once) {
    constexpr int size = 256;
    double own[size], theirs[size], exponents[size];
    std::uint64_t state = 1;
    const auto uniform = [&state] {
        state = state * 6364136223846793005u + 1442695040888963407u;  // Knuth's MMIX
        return static_cast<double>(state >> 11) * 0x1p-53;
    };
    for (int round = 0; round < 64; ++round) {
        const double range = round % 4 == 0 ? 1e-6 : round % 4 == 1 ? 5 : 20;
        for (int i = 0; i < size; ++i) {
            own[i] = theirs[i] = round % 2 ? uniform() : 1e3 * uniform() * uniform();
            exponents[i] = round % 3 == 0 ? 1. + i % 8 : range * (2 * uniform() - 1);
        }
        eight_at_once(own, exponents, 1, size);
        call_library(theirs, exponents, 1, size);
        if (std::memcmp(own, theirs, sizeof own) != 0) return false;
    }
    return true;
}
#endif

Function best() {
#ifdef RANVIER_EIGHT_AT_ONCE
    if (has_avx512()) {
        double x[256];
        const double y = 2.5;
        const Function fastest =
            faster<Function>(pow_avx512<LookUp::by_loads>, pow_avx512<LookUp::by_permutation>, x, &y, 0);
        if (library_agrees(fastest)) return fastest;
    }
#endif
    return call_library;
}

Function chosen() {
    static const Function function = best();
    return function;
}

}  // namespace

bool choose_pow_values() {
    return chosen() != call_library;
}

}  // namespace ranvier::mechanisms

void rv_pow_values(double* x, const double* y, std::int32_t stride, std::int32_t count) {
    ranvier::mechanisms::chosen()(x, y, stride, count);
}
