// Feeds arbitrary bytes to the reader of checkpoint manifests: as a file, or as its contents, sealed so that version and
// checksum fit.

#include <cstdint>
#include <cstring>
#include <span>

#include "engine/state/checkpoint_manifest.hpp"
#include "engine/state/sealed_bytes.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ranvier::engine;
    if (size == 0) return 0;
    static const Bytes ours = to_bytes(CheckpointManifest{});
    std::uint32_t version = 0;
    std::memcpy(&version, ours.data() + 8, sizeof version);
    const auto rest = std::as_bytes(std::span(data, size)).subspan(1);
    try {
        const Bytes again = data[0] % 8 == 0 ? to_bytes(checkpoint_manifest(rest))
                                             : to_bytes(checkpoint_manifest(sealed("RNVCHECK", version, rest)));
        if (to_bytes(checkpoint_manifest(again)) != again) __builtin_trap();
    } catch (const StateError&) {
    }
    return 0;
}
