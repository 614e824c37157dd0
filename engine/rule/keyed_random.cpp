#include "engine/rule/keyed_random.hpp"

#include <numeric>

#include "engine/storage/each_isa.hpp"

namespace ranvier::engine {

namespace {

using Blocks = std::array<Lanes<std::uint32_t>, 4>;

/// Philox 4x32-10 of each lane: counters become random words.
RANVIER_EACH_ISA void encrypt(Blocks& words, std::uint32_t key0, std::uint32_t key1) {
    for (int round = 0; round < 10; ++round) {
        for (std::size_t i = 0; i < lanes; ++i) {
            const std::uint64_t a = std::uint64_t{0xD2511F53} * words[0][i];
            const std::uint64_t b = std::uint64_t{0xCD9E8D57} * words[2][i];
            words[0][i] = static_cast<std::uint32_t>(b >> 32) ^ words[1][i] ^ key0;
            words[1][i] = static_cast<std::uint32_t>(b);
            words[2][i] = static_cast<std::uint32_t>(a >> 32) ^ words[3][i] ^ key1;
            words[3][i] = static_cast<std::uint32_t>(a);
        }
        key0 += 0x9E3779B9;
        key1 += 0xBB67AE85;
    }
}

}  // namespace

void KeyedRandom::pairs(Use use, std::uint32_t subject, const Lanes<std::uint32_t>& index, std::uint32_t upper,
                        Lanes<std::uint64_t>& first, Lanes<std::uint64_t>& second) const {
    Blocks words;
    for (std::size_t i = 0; i < lanes; ++i) {
        words[0][i] = index[i];
        words[1][i] = upper;
        words[2][i] = subject;
        words[3][i] = static_cast<std::uint32_t>(use) << 24;
    }
    encrypt(words, key_[0], key_[1]);
    for (std::size_t i = 0; i < lanes; ++i) {
        first[i] = std::uint64_t{words[1][i]} << 32 | words[0][i];
        second[i] = std::uint64_t{words[3][i]} << 32 | words[2][i];
    }
}

/// The first words one pair at a time, as few sequences are long.
void RandomSequence::draw_more() {
    at_ = 0;
    if (next_pair_ < 8) {
        const auto pair = random_->pair(use_, subject_, std::uint64_t{part_} << 32 | next_pair_++);
        words_[0] = pair.word[0];
        words_[1] = pair.word[1];
        end_ = 2;
        return;
    }
    Lanes<std::uint32_t> index;
    std::iota(index.begin(), index.end(), next_pair_);
    Lanes<std::uint64_t> first, second;
    random_->pairs(use_, subject_, index, part_, first, second);
    for (std::size_t i = 0; i < lanes; ++i) {
        words_[2 * i] = first[i];
        words_[2 * i + 1] = second[i];
    }
    next_pair_ += lanes;
    end_ = 2 * lanes;
}

}  // namespace ranvier::engine
