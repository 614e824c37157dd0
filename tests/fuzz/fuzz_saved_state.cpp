// Feeds arbitrary bytes to the reader of saved states: as a file, or as its contents, sealed so that version and
// checksum fit.

#include <cstdint>
#include <cstring>
#include <span>

#include "engine/state/rank_snapshot.hpp"
#include "engine/state/sealed_bytes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ranvier::engine;
    if (size == 0) return 0;
    static const Bytes ours = to_bytes(RankSnapshot{.ranks = 1});
    std::uint32_t version = 0;
    std::memcpy(&version, ours.data() + 8, sizeof version);
    const auto rest = std::as_bytes(std::span(data, size)).subspan(1);
    try {
        // A state that was read can be written, with the same bytes.
        const Bytes again = data[0] % 8 == 0 ? to_bytes(rank_snapshot(rest))
                                             : to_bytes(rank_snapshot(sealed("RNVSTATE", version, rest)));
        if (to_bytes(rank_snapshot(again)) != again) __builtin_trap();
    } catch (const StateError&) {
    }
    return 0;
}
