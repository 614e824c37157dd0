// Feeds SONATA rasters of all kinds, damaged, to their reader. The input says which one and where: a byte for the kind,
// one that is odd if the file is cut at the first place, then places and bytes that stand there instead (3 + 1 bytes
// each). A kind beyond the last one means that the rest of the input is the file. Nothing is written to disk. The HDF5
// library is not built for fuzzing, and keeps what damaged files made it allocate: ASAN_OPTIONS=detect_leaks=0.

#include <cstdint>
#include <span>

#include "engine/raster/file/sonata_reader.hpp"
#include "tests/engine/raster/file/sonata_images.hpp"

namespace {

using ranvier::raster::testing::Bytes;

Bytes damaged(std::span<const std::uint8_t> input) {
    static const std::vector<Bytes> images = ranvier::raster::testing::sonata_images();
    const std::size_t kind = input[0] % (images.size() + 1);
    const bool is_cut = input[1] & 1;
    input = input.subspan(2);
    if (kind == images.size()) return {input.begin(), input.end()};
    Bytes bytes = images[kind];
    const auto place = [&](std::size_t k) {
        return static_cast<std::size_t>(input[k] | input[k + 1] << 8 | input[k + 2] << 16) % bytes.size();
    };
    for (std::size_t k = is_cut ? 4 : 0; k + 4 <= input.size(); k += 4) bytes[place(k)] = input[k + 3];
    if (is_cut && input.size() >= 4) bytes.resize(place(0));
    return bytes;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace ranvier::raster;
    if (size < 3) return 0;
    const QuietHdf5 quiet;
    const Bytes bytes = damaged({data, size});
    if (bytes.empty()) return 0;
    for (const char* population : {"", "population3"}) {
        try {
            read_sonata(ranvier::raster::testing::open_image(bytes), "fuzz.h5", population);
        } catch (const RasterError&) {
        }
    }
    return 0;
}
