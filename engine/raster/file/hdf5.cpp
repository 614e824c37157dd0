#include "engine/raster/file/hdf5.hpp"

#include <fmt/format.h>

#include <cstdint>

#include "engine/hdf5/linked_file.hpp"
#include "engine/raster/file/raster.hpp"

namespace ranvier::raster {

Handle make_dataset_properties() {
    Handle properties(h5().Pcreate(h5().dataset_create), h5().Pclose);
    h5().Pset_obj_track_times(properties, false);
    return properties;
}

void write_attribute(hid_t object, const char* name, hid_t type, std::span<const hsize_t> shape, const void* value) {
    const Handle space(shape.empty() ? h5().Screate(H5S_SCALAR)
                                     : h5().Screate_simple(static_cast<int>(shape.size()), shape.data(), nullptr),
                       h5().Sclose);
    const Handle attribute(h5().Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT), h5().Aclose);
    if (!attribute.is_valid() || h5().Awrite(attribute, type, value) < 0) {
        throw RasterError(fmt::format("cannot write attribute {}", name));
    }
}

void write_text_attribute(hid_t object, const char* name, const std::string& text) {
    const Handle type(h5().Tcopy(h5().c_s1), h5().Tclose);
    h5().Tset_size(type, H5T_VARIABLE);
    h5().Tset_cset(type, H5T_CSET_UTF8);
    const char* value = text.c_str();
    write_attribute(object, name, type, {}, &value);
}

void mark_as_sonata(hid_t file) {
    constexpr std::uint32_t magic = 0x0A7A, version[2] = {0, 1};
    constexpr hsize_t two = 2;
    write_attribute(file, "magic", h5().native_uint32, {}, &magic);
    write_attribute(file, "version", h5().native_uint32, std::span<const hsize_t>(&two, 1), version);
}

std::optional<std::uint32_t> read_number_attribute(hid_t object, const char* name) {
    if (h5().Aexists(object, name) <= 0) return std::nullopt;
    const Handle attribute(h5().Aopen(object, name, H5P_DEFAULT), h5().Aclose);
    const Handle type(h5().Aget_type(attribute), h5().Tclose), space(h5().Aget_space(attribute), h5().Sclose);
    if (h5().Tget_class(type) != H5T_INTEGER || h5().Sget_simple_extent_npoints(space) != 1) return std::nullopt;
    std::uint32_t number = 0;
    if (h5().Aread(attribute, h5().native_uint32, &number) < 0) return std::nullopt;
    return number;
}

std::optional<std::string> read_text_attribute(hid_t object, const char* name) {
    if (h5().Aexists(object, name) <= 0) return std::nullopt;
    const Handle attribute(h5().Aopen(object, name, H5P_DEFAULT), h5().Aclose);
    const Handle type(h5().Aget_type(attribute), h5().Tclose), space(h5().Aget_space(attribute), h5().Sclose);
    if (h5().Tget_class(type) != H5T_STRING || h5().Sget_simple_extent_npoints(space) != 1) return "?";
    std::string text;
    if (h5().Tis_variable_str(type) > 0) {
        // HDF5 takes the memory for as many characters of this size as there are, before it reads any.
        const Handle character(h5().Tget_super(type), h5().Tclose);
        if (h5().Tget_size(character) != 1) return "?";
        char* value = nullptr;
        if (h5().Aread(attribute, type, &value) < 0 || !value) return "?";
        text = value;
        h5().free_memory(value);
    } else {
        constexpr std::size_t longest = 4096;
        if (h5().Tget_size(type) > longest) return "?";
        text.resize(h5().Tget_size(type));
        if (h5().Aread(attribute, type, text.data()) < 0) return "?";
        text.resize(text.find_last_not_of(std::string_view(" \0", 2)) + 1);
    }
    return text;
}

std::optional<std::vector<std::string>> children(hid_t group) {
    std::vector<std::string> names;
    H5G_info_t info{};
    if (h5().Gget_info(group, &info) < 0) return std::nullopt;
    for (hsize_t i = 0; i < info.nlinks; ++i) {
        const ssize_t length =
            h5().Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, nullptr, 0, H5P_DEFAULT);
        if (length <= 0) return std::nullopt;
        std::string name(static_cast<std::size_t>(length), '\0');
        h5().Lget_name_by_idx(group, ".", H5_INDEX_NAME, H5_ITER_INC, i, name.data(), name.size() + 1, H5P_DEFAULT);
        names.push_back(name);
    }
    return names;
}

namespace {

/// A text that HDF5 copies: `get` takes the memory and its size, and returns the length.
template <class Get>
std::string text_by(Get get) {
    const ssize_t length = get(nullptr, 0);
    std::string text(length > 0 ? static_cast<std::size_t>(length) : 0, '\0');
    if (!text.empty()) get(text.data(), text.size() + 1);
    return text;
}

/// The first file of a virtual dataset that may not be read.
std::optional<std::string> foreign_source(hid_t dataset, hid_t properties) {
    const std::string file = text_by([&](char* to, std::size_t size) { return h5().Fget_name(dataset, to, size); });
    std::size_t count = 0;
    if (h5().Pget_virtual_count(properties, &count) < 0) return "?";
    for (std::size_t k = 0; k < count; ++k) {
        std::string source =
            text_by([&](char* to, std::size_t size) { return h5().Pget_virtual_filename(properties, k, to, size); });
        if (source != "." && hdf5::linked_file(file, source).empty()) return source;
    }
    return std::nullopt;
}

}  // namespace

std::string foreign_storage(hid_t dataset, const std::string& name) {
    const Handle properties(h5().Dget_create_plist(dataset), h5().Pclose);
    if (h5().Pget_external_count(properties) > 0) {
        return fmt::format("has the values of {} in other files, which is not allowed; copy them into this one", name);
    }
    if (h5().Pget_layout(properties) != H5D_VIRTUAL) return "";
    const auto source = foreign_source(dataset, properties);
    if (!source) return "";
    return fmt::format("has values of {} in {}, which is not a file in its folder; copy them into this one", name,
                       *source);
}

std::string describe_type(hid_t dataset) {
    const Handle type(h5().Dget_type(dataset), h5().Tclose);
    const auto bits = 8 * h5().Tget_size(type);
    switch (h5().Tget_class(type)) {
        case H5T_INTEGER:
            return fmt::format("{}-bit integers", bits);
        case H5T_FLOAT:
            return fmt::format("{}-bit floating-point numbers", bits);
        case H5T_STRING:
            return "text";
        case H5T_COMPOUND:
            return "records";
        default:
            return "elements that are not numbers";
    }
}

}  // namespace ranvier::raster
