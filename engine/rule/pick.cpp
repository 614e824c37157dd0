#include "engine/rule/pick.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace ranvier::engine {

void Pick::check() const {
    const auto check_one = [](double x) {
        if (x >= 0 && x < 0x1p32 && x == std::floor(x)) return;
        throw std::invalid_argument(fmt::format("pick: {:g} is not the number of a synapse", x));
    };
    if (kind != Kind::number) return;
    if (number.kind == Distribution::Kind::constant) return check_one(number.a);
    std::for_each(number.values->begin(), number.values->end(), check_one);
}

void Pick::draw(const KeyedRandom& random, Gid target, std::uint32_t synapses, std::span<const std::uint32_t> k,
                std::size_t first, std::span<std::uint32_t> to) const {
    for (std::size_t i = 0; i < k.size(); ++i) {
        if (kind == Kind::own) {
            to[i] = k[i];
            continue;
        }
        if (kind == Kind::uniform) {
            const auto subject = static_cast<std::uint32_t>(target);
            to[i] = below(synapses, random.pair(Use::pick, subject, k[i] / 2).word[k[i] % 2]);
            continue;
        }
        const double x = number.kind == Distribution::Kind::constant ? number.a : (*number.values)[first + k[i]];
        if (x >= synapses) {
            throw std::invalid_argument(fmt::format(
                "pick: there is no synapse {:g} of gid {}, which has {}, counted from 0", x, target, synapses));
        }
        to[i] = static_cast<std::uint32_t>(x);
    }
}

}  // namespace ranvier::engine
