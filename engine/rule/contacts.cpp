#include "engine/rule/contacts.hpp"

#include <fmt/format.h>

#include <cmath>
#include <stdexcept>

#include "engine/rule/counts.hpp"

namespace ranvier::engine {

void Contacts::check() const {
    if (!(mean >= 0 && mean <= most)) {
        throw std::invalid_argument(fmt::format("contacts: {:g} is not a number between 0 and {:g}", mean, most));
    }
    if (!is_poisson && mean != std::floor(mean)) {
        throw std::invalid_argument(fmt::format("contacts: {:g} is not a whole number", mean));
    }
}

std::uint64_t Contacts::of(const KeyedRandom& random, Gid target, std::uint64_t pair) const {
    if (!is_poisson) return static_cast<std::uint64_t>(mean);
    const auto subject = static_cast<std::uint32_t>(target);
    return poisson(mean, unit_interval(random.pair(Use::contacts, subject, pair / 2).word[pair % 2]));
}

}  // namespace ranvier::engine
