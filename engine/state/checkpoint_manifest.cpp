#include "engine/state/checkpoint_manifest.hpp"

#include <cstring>

#include "engine/state/rank_snapshot.hpp"
#include "engine/state/sealed_bytes.hpp"

namespace ranvier::engine {

namespace {

constexpr std::string_view manifest_magic = "RNVCHECK";
constexpr std::uint32_t manifest_version = 3;

}  // namespace

Bytes to_bytes(const CheckpointManifest& m) {
    ByteWriter out;
    out.put(m.set);
    out.put(m.generation);
    out.put(m.stretch);
    out.put(m.step);
    out.put(m.ranks);
    out.put(m.t);
    out.text(m.settings);
    put_origins(m.origins, out);
    out.put(static_cast<std::uint64_t>(m.outputs.size()));
    for (const SavedOutput& output : m.outputs) {
        out.text(output.name);
        out.list(output.state);
    }
    return sealed(manifest_magic, manifest_version, out.bytes);
}

bool is_checkpoint_manifest(std::span<const std::byte> bytes) {
    return bytes.size() >= manifest_magic.size() &&
           std::memcmp(bytes.data(), manifest_magic.data(), manifest_magic.size()) == 0;
}

CheckpointManifest checkpoint_manifest(std::span<const std::byte> bytes) {
    ByteReader in(unsealed(manifest_magic, manifest_version, bytes, "a checkpoint"));
    CheckpointManifest m;
    m.set = in.take<std::uint64_t>();
    m.generation = in.take<std::uint64_t>();
    m.stretch = in.take<std::uint64_t>();
    m.step = in.take<std::int64_t>();
    m.ranks = in.take<std::uint32_t>();
    m.t = in.take<double>();
    m.settings = in.text();
    m.origins = take_origins(in);
    for (std::size_t left = in.count(16); left > 0; --left) {
        SavedOutput output;
        output.name = in.text();
        in.list(output.state);
        m.outputs.push_back(std::move(output));
    }
    return m;
}

}  // namespace ranvier::engine
