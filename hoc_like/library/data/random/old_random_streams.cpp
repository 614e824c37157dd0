#include "hoc_like/library/data/random/old_random_streams.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <iterator>
#include <stdexcept>

namespace ranvier::hoc {

namespace {

/// One choice of lag, length of the additive generator, and length of the mixing table.
struct Lags {
    int lag, length, mixing;
};
constexpr Lags lags[] = {{3, 7, 16},    {4, 9, 32},    {3, 10, 32},   {1, 11, 32},   {1, 15, 64},   {3, 17, 128},
                         {7, 18, 128},  {3, 20, 128},  {2, 21, 128},  {1, 22, 128},  {5, 23, 128},  {3, 25, 128},
                         {2, 29, 128},  {3, 31, 128},  {13, 33, 256}, {2, 35, 256},  {11, 36, 256}, {14, 39, 256},
                         {3, 41, 256},  {9, 49, 256},  {3, 52, 256},  {24, 55, 256}, {7, 57, 256},  {19, 58, 256},
                         {38, 89, 512}, {17, 95, 512}, {6, 97, 512},  {11, 98, 512}};

/// The words that replace seeds below 32 and are mixed into greater ones.
constexpr std::uint32_t seed_words[32] = {
    0xbdcc47e5, 0x54aea45d, 0xec0df859, 0xda84637b, 0xc8c6cb4f, 0x35574b01, 0x28260b7d, 0x0d07fdbf,
    0x9faaeeb0, 0x613dd169, 0x5ce2d818, 0x85b9e706, 0xab2469db, 0xda02b0dc, 0x45c60d6e, 0xffe49d10,
    0x7224fea3, 0xf9684fc9, 0xfc7ee074, 0x326ce92a, 0x366d13b5, 0x17aaa731, 0xeb83a675, 0x7781cb32,
    0x4ec7c92d, 0x7f187521, 0x2cf346b4, 0xad13310f, 0xb89cff2b, 0x12164de1, 0xa865168d, 0x32b56cdf};

/// 16 byte permutations: for each byte of the result, highest first, the number of bytes by which the word is rotated
/// left to get it.
constexpr int turns[16][4] = {{0, 0, 0, 0}, {1, 3, 0, 0}, {0, 1, 3, 0}, {2, 0, 2, 0}, {0, 0, 1, 3}, {1, 3, 1, 3},
                              {0, 1, 1, 2}, {1, 1, 1, 1}, {0, 2, 0, 2}, {1, 2, 0, 1}, {2, 2, 2, 2}, {2, 2, 3, 1},
                              {3, 3, 3, 3}, {3, 0, 0, 1}, {3, 1, 2, 2}, {3, 1, 3, 1}};

std::uint32_t permuted(std::uint32_t word, unsigned which) {
    std::uint32_t result = 0;
    for (int byte = 0; byte < 4; ++byte) {
        const int turn = 8 * turns[which][byte];
        result |= std::rotl(word, turn) & (0xff000000u >> (8 * byte));
    }
    return result;
}

constexpr std::uint32_t linear(std::uint32_t x) {
    return x * 66049u + 3907864577u;
}

std::uint32_t word_of(std::uint32_t seed) {
    return seed < 32 ? seed_words[seed] : seed ^ seed_words[seed & 31];
}

/// Wraps around at 32 bits, like the original.
std::int32_t wrap(std::int64_t x) {
    return static_cast<std::int32_t>(static_cast<std::uint32_t>(x));
}

}  // namespace

double OldStream::uniform() {
    const std::uint64_t low = bits();
    const std::uint64_t high = bits() & 0xfffff;
    return std::bit_cast<double>(UINT64_C(0x3ff0000000000000) | high << 32 | low) - 1.0;
}

double OldStream::sequence() const {
    throw std::runtime_error("streams of ACG and MLCG have no position; use Random123 or MCellRan4");
}

void OldStream::set_sequence(double) {
    sequence();
}

AcgStream::AcgStream(std::uint32_t seed, int size) : seed_{seed} {
    const auto* const found = std::ranges::find_if(lags, [&](const Lags& row) { return row.length >= size; });
    row_ = std::min<std::size_t>(static_cast<std::size_t>(found - lags), std::size(lags) - 1);
    sums_.resize(static_cast<std::size_t>(lags[row_].length));
    mixed_.resize(static_cast<std::size_t>(lags[row_].mixing));
    reset();
}

void AcgStream::reset() {
    std::uint32_t u = word_of(seed_);
    for (auto& x : sums_) x = u = linear(u);
    for (auto& x : mixed_) x = u = linear(u);
    k_ = u % sums_.size();
    j_ = (k_ + static_cast<std::size_t>(lags[row_].lag)) % sums_.size();
    linear_ = u;
}

std::uint32_t AcgStream::bits() {
    const std::uint32_t sum = sums_[k_] += sums_[j_];
    const auto before = [&](std::size_t i) { return i == 0 ? sums_.size() - 1 : i - 1; };
    j_ = before(j_);
    k_ = before(k_);
    std::uint32_t& slot = mixed_[(sum >> 24) & (mixed_.size() - 1)];
    const std::uint32_t word = slot;
    slot = linear_ = linear(linear_);
    return permuted(word, (sum & 0x3c) >> 2);
}

std::vector<std::uint32_t> AcgStream::words() const {
    std::vector<std::uint32_t> words{linear_, static_cast<std::uint32_t>(j_), static_cast<std::uint32_t>(k_)};
    words.insert(words.end(), sums_.begin(), sums_.end());
    words.insert(words.end(), mixed_.begin(), mixed_.end());
    return words;
}

void AcgStream::set_words(const std::vector<std::uint32_t>& words) {
    linear_ = words[0];
    j_ = words[1] % sums_.size();
    k_ = words[2] % sums_.size();
    const auto sums = words.begin() + 3;
    std::copy_n(sums, sums_.size(), sums_.begin());
    std::copy_n(sums + static_cast<std::ptrdiff_t>(sums_.size()), mixed_.size(), mixed_.begin());
}

MlcgStream::MlcgStream(std::uint32_t seed1, std::uint32_t seed2)
    : seeds_{static_cast<std::int32_t>(seed1), static_cast<std::int32_t>(seed2)} {
    reset();
}

void MlcgStream::reset() {
    constexpr std::int32_t modulus[] = {2147483561, 2147483397};
    for (int i = 0; i < 2; ++i) {
        std::int32_t seed = seeds_[i];
        if (seed < 0) seed = std::abs(wrap(std::int64_t{seed} + 2147483561));
        state_[i] = static_cast<std::int32_t>(word_of(static_cast<std::uint32_t>(seed))) % modulus[i] + 1;
    }
}

std::vector<std::uint32_t> MlcgStream::words() const {
    return {static_cast<std::uint32_t>(state_[0]), static_cast<std::uint32_t>(state_[1])};
}

void MlcgStream::set_words(const std::vector<std::uint32_t>& words) {
    for (std::size_t i = 0; i < 2; ++i) state_[i] = static_cast<std::int32_t>(words[i]);
}

std::uint32_t MlcgStream::bits() {
    constexpr std::int64_t divisor[] = {53668, 52774}, factor[] = {40014, 40692}, rest[] = {12211, 3791};
    constexpr std::int32_t back[] = {2147483563, 2147483399};
    for (int i = 0; i < 2; ++i) {
        const std::int64_t k = state_[i] % divisor[i];
        state_[i] = wrap(factor[i] * (state_[i] - k * divisor[i]) - k * rest[i]);
        if (state_[i] < 0) state_[i] = wrap(std::int64_t{state_[i]} + back[i]);
    }
    std::int32_t z = wrap(std::int64_t{state_[0]} - state_[1]);
    if (z < 1) z = wrap(std::int64_t{z} + 2147483562);
    return static_cast<std::uint32_t>(z);
}

}  // namespace ranvier::hoc
