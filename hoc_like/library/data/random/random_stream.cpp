#include "hoc_like/library/data/random/random_stream.hpp"

#include <Random123/philox.h>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ranvier::hoc {

SavedGenerator::SavedGenerator(std::shared_ptr<RandomGlobals> globals)
    : globals_{std::move(globals)}, number_{globals_->generators_made++} {
    globals_->generators.emplace(number_, this);
}

bool RandomGlobals::has_generator(const void* address) const {
    return std::any_of(generators.begin(), generators.end(),
                       [&](const auto& each) { return dynamic_cast<const void*>(each.second) == address; });
}

void RandomGlobals::set_random123_index(std::uint32_t index) {
    random123_index = index;
    if (follow_index) follow_index(index);
}

SavedGenerator::~SavedGenerator() {
    globals_->generators.erase(number_);
}

PhiloxStream::PhiloxStream(const RandomGlobals& globals, std::uint32_t id1, std::uint32_t id2, std::uint32_t id3)
    : globals_{&globals}, counter_{0, id3, id1, id2} {
    start(0, 0);
}

void PhiloxStream::start(std::uint32_t block, unsigned which) {
    counter_[0] = block;
    which_ = which;
    encrypt();
}

void PhiloxStream::encrypt() {
    const r123::Philox4x32::key_type key{{globals_->random123_index, 0}};
    const r123::Philox4x32::ctr_type counter{{counter_[0], counter_[1], counter_[2], counter_[3]}};
    const auto block = r123::Philox4x32{}(counter, key);
    for (unsigned i = 0; i < 4; ++i) block_[i] = block[i];
}

double PhiloxStream::uniform() {
    constexpr double scale = 1.0 / 4294967297.0;
    const std::uint32_t bits = block_[which_];
    if (++which_ > 3) {
        which_ = 0;
        for (unsigned i = 0; i < 4 && ++counter_[i] == 0; ++i) {
        }
        encrypt();
    }
    return (bits + 1.0) * scale;
}

void PhiloxStream::set_sequence(double position) {
    const double block = std::floor(position / 4.0);
    start(static_cast<std::uint32_t>(block), static_cast<unsigned>(position - 4.0 * block));
}

std::string PhiloxStream::name() const {
    return fmt::format("Random123({}, {}, {})", id(0), id(1), id(2));
}

std::vector<std::uint32_t> PhiloxStream::words() const {
    return {counter_[0], counter_[1], counter_[2], counter_[3], which_};
}

void PhiloxStream::set_words(const std::vector<std::uint32_t>& words) {
    std::copy_n(words.begin(), 4, counter_);
    start(words[0], words[4] % 4);
}

std::uint32_t mcell_ran4_bits(std::uint32_t& high, std::uint32_t low) {
    const auto round = [](std::uint32_t key, std::uint32_t mask, std::uint32_t final_mask) {
        const std::uint32_t mixed = key ^ mask, upper = mixed >> 16, lower = mixed & 0xffff;
        const std::uint32_t product = ~((upper - lower) * (upper + lower));
        return (((product >> 16) | (product << 16)) ^ final_mask) + lower * upper;
    };
    const std::uint32_t n = high++;
    const std::uint32_t m = low ^ round(n, 0xbaa96887, 0x4b0f3b58);
    return n ^ round(m, 0x1e17d32c, 0xe874f0c3);
}

double mcell_ran4(std::uint32_t& high, std::uint32_t low) {
    return mcell_ran4_bits(high, low) * (1.0 / 4294967296.0);
}

double RandomGlobals::process_uniform() {
    ++process_draws;
    if (use_mcell) return mcell_ran4(process_seed, mcell_low);
    process_seed = 2147437301u * process_seed + 453816981u;
    return static_cast<double>(process_seed) / 4294967295.0;
}

McellStream::McellStream(RandomGlobals& globals, std::uint32_t high, std::uint32_t low)
    : globals_{&globals}, low_{low}, high_{high} {
    ++globals.mcell_count;
    if (high_ == 0) {
        high_ = globals.mcell_count;
        high_ = mcell_ran4_bits(high_, low_ == 0 ? globals.mcell_low : low_);
    }
    seed_ = high_;
}

}  // namespace ranvier::hoc
