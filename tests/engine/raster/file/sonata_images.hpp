#pragma once

#include <hdf5.h>
#include <unistd.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "engine/raster/file/hdf5.hpp"
#include "engine/raster/file/raster.hpp"

// SONATA rasters of all kinds, as bytes in memory: the starting point of damaged files.
namespace ranvier::raster::testing {

using Bytes = std::vector<std::uint8_t>;

/// Opens bytes as a file; invalid if they are not one.
inline Handle open_image(const Bytes& bytes) {
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose);
    H5Pset_fapl_core(access, 4096, false);
    H5Pset_file_image(access, const_cast<std::uint8_t*>(bytes.data()), bytes.size());
    return {H5Fopen("image", H5F_ACC_RDONLY, access), H5Fclose};
}

struct Kind {
    bool has_old_layout = false;  // no populations
    bool is_latest = false;       // HDF5's newest structures, which have checksums
    hsize_t chunk = 0;            // 0: in one piece
    bool is_compressed = false;
    bool is_narrow = false;  // numbers of 32 bits
    int populations = 1;
};

inline Bytes image_of(const Kind& kind, const std::vector<Spike>& spikes) {
    const Handle access(H5Pcreate(H5P_FILE_ACCESS), H5Pclose), chunks(H5Pcreate(H5P_DATASET_CREATE), H5Pclose);
    H5Pset_fapl_core(access, 4096, false);
    if (kind.is_latest) H5Pset_libver_bounds(access, H5F_LIBVER_LATEST, H5F_LIBVER_LATEST);
    if (kind.chunk > 0) H5Pset_chunk(chunks, 1, &kind.chunk);
    if (kind.is_compressed) H5Pset_deflate(chunks, 1);
    std::vector<double> times;
    std::vector<std::int64_t> ids;
    for (const Spike& spike : spikes) {
        times.push_back(spike.t);
        ids.push_back(spike.gid);
    }
    const Handle file(H5Fcreate("image", H5F_ACC_TRUNC, H5P_DEFAULT, access), H5Fclose);
    const Handle root(H5Gcreate2(file, "spikes", H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
    const hsize_t length = spikes.size();
    const Handle space(H5Screate_simple(1, &length, nullptr), H5Sclose);
    const auto add = [&](hid_t group, const char* name, hid_t stored, hid_t type, const void* values) {
        Handle dataset(H5Dcreate2(group, name, stored, space, H5P_DEFAULT, chunks, H5P_DEFAULT), H5Dclose);
        H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
        return dataset;
    };
    const auto add_both = [&](hid_t group, const char* id_name) {
        const Handle t =
            add(group, "timestamps", kind.is_narrow ? H5T_IEEE_F32LE : H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, times.data());
        write_text_attribute(t, "units", "ms");
        add(group, id_name, kind.is_narrow ? H5T_STD_I32LE : H5T_STD_U64LE, H5T_NATIVE_INT64, ids.data());
    };
    if (kind.has_old_layout) add_both(root, "gids");
    for (int k = 0; !kind.has_old_layout && k < kind.populations; ++k) {
        const std::string name = "population" + std::to_string(k);
        const Handle group(H5Gcreate2(root, name.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), H5Gclose);
        write_text_attribute(group, "sorting", "by_time");
        add_both(group, "node_ids");
    }
    H5Fflush(file, H5F_SCOPE_GLOBAL);
    Bytes bytes(static_cast<std::size_t>(H5Fget_file_image(file, nullptr, 0)));
    H5Fget_file_image(file, bytes.data(), bytes.size());
    return bytes;
}

/// A raster as written by Ranvier.
inline Bytes image_of_ours(const std::vector<Spike>& spikes) {
    const auto path = std::filesystem::temp_directory_path() / ("ranvier-image-" + std::to_string(getpid()) + ".h5");
    write(path, spikes);
    std::ifstream file(path, std::ios::binary);
    const Bytes bytes{std::istreambuf_iterator<char>(file), {}};
    std::filesystem::remove(path);
    return bytes;
}

inline std::vector<Spike> some_spikes() {
    std::vector<Spike> spikes;
    for (int k = 0; k < 300; ++k) spikes.push_back({0.125 * k, 7 * k % 50});
    return spikes;
}

/// One of each kind, ours first.
inline std::vector<Bytes> sonata_images() {
    const std::vector<Spike> spikes = some_spikes();
    std::vector<Bytes> images{image_of_ours(spikes)};
    for (const Kind& kind : std::array<Kind, 6>{Kind{},
                                                {.has_old_layout = true},
                                                {.chunk = 50},
                                                {.chunk = 50, .is_compressed = true},
                                                {.is_latest = true, .chunk = 50},
                                                {.is_narrow = true, .populations = 12}}) {
        images.push_back(image_of(kind, spikes));
    }
    return images;
}

}  // namespace ranvier::raster::testing
