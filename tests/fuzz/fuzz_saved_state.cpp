// Feeds arbitrary bytes to the readers of saved states, sealed so that the checksum fits.

#include <cstdint>
#include <span>

#include "engine/state/checkpoint_manifest.hpp"
#include "engine/state/rank_snapshot.hpp"
#include "engine/state/sealed_bytes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ranvier::engine;
    const std::span<const std::byte> bytes(reinterpret_cast<const std::byte*>(data), size);
    for (const Bytes& input :
         {Bytes(bytes.begin(), bytes.end()), sealed("RNVSTATE", 1, bytes), sealed("RNVCHECK", 1, bytes)}) {
        try {
            // A state that was read can be written, with the same bytes.
            const Bytes again = to_bytes(rank_snapshot(input));
            if (to_bytes(rank_snapshot(again)) != again) __builtin_trap();
        } catch (const StateError&) {
        }
        try {
            const Bytes again = to_bytes(checkpoint_manifest(input));
            if (to_bytes(checkpoint_manifest(again)) != again) __builtin_trap();
        } catch (const StateError&) {
        }
    }
    return 0;
}
