#include "engine/state/origin.hpp"

#include <algorithm>
#include <tuple>

namespace ranvier::engine {

namespace {

auto key_of(const Origin& origin) {
    return std::tie(origin.name, origin.is_of_rank);
}

bool is_before(const Origin& a, const Origin& b) {
    return key_of(a) < key_of(b);
}

}  // namespace

std::uint64_t hash_of_text(std::string_view text) {
    std::uint64_t h = 0xCBF29CE484222325u;
    for (const char c : text) h = (h ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
    return h;
}

std::vector<Origin> merged(std::vector<Origin> all) {
    std::sort(all.begin(), all.end(), is_before);
    std::vector<Origin> once;
    for (Origin& each : all) {
        if (!once.empty() && key_of(once.back()) == key_of(each)) {
            once.back().hash += each.hash;
        } else {
            once.push_back(std::move(each));
        }
    }
    return once;
}

void put_origins(std::span<const Origin> origins, ByteWriter& out) {
    out.put(static_cast<std::uint64_t>(origins.size()));
    for (const Origin& each : origins) {
        out.text(each.name);
        out.put(each.hash);
        out.put(static_cast<std::uint8_t>(each.is_of_rank));
    }
}

std::vector<Origin> take_origins(ByteReader& in) {
    constexpr std::size_t least_bytes = sizeof(std::uint64_t) + sizeof(std::uint64_t) + 1;
    std::vector<Origin> origins;
    for (std::size_t left = in.count(least_bytes); left > 0; --left) {
        Origin each;
        each.name = in.text();
        each.hash = in.take<std::uint64_t>();
        each.is_of_rank = in.take<std::uint8_t>() != 0;
        origins.push_back(std::move(each));
    }
    return origins;
}

std::vector<std::string> differences(std::span<const Origin> saved, std::span<const Origin> now, bool same_ranks) {
    std::vector<std::string> names;
    const auto add = [&](const Origin& each) {
        if (each.is_of_rank && !same_ranks) return;
        if (names.empty() || names.back() != each.name) names.push_back(each.name);
    };
    std::size_t a = 0, b = 0;
    while (a < saved.size() || b < now.size()) {
        if (b == now.size() || (a < saved.size() && is_before(saved[a], now[b]))) {
            add(saved[a++]);
        } else if (a == saved.size() || is_before(now[b], saved[a])) {
            add(now[b++]);
        } else {
            if (saved[a].hash != now[b].hash) add(saved[a]);
            ++a;
            ++b;
        }
    }
    return names;
}

}  // namespace ranvier::engine
