#include "engine/extract/columns.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <tuple>

#include "engine/checksum/crc32.hpp"
#include "engine/raster/file/hdf5.hpp"
#include "engine/raster/file/hdf5_output.hpp"
#include "engine/raster/file/trial.hpp"

namespace ranvier::engine {

namespace {

using raster::h5;
using raster::Handle;
using raster::QuietHdf5;

constexpr const char* magic_name = "ranvier_extract";
constexpr const char* contents_name = "contents_crc32";
constexpr std::uint32_t version = 3;
constexpr const char* no_text = " ";           // HDF5 has none of length 0
constexpr std::size_t most_members = 100'000;  // of all folders
constexpr int most_folders = 4;                // one in the other

/// The checksums of datasets, by path.
using Checksums = std::map<std::string, std::uint32_t>;

/// The checksum of all names and checksums: HDF5 has none for names, and does not miss a dataset that is gone.
std::uint32_t checksum_of(const Checksums& all) {
    std::uint32_t crc = 0;
    for (const auto& [path, sum] : all) {
        crc = crc32(std::as_bytes(std::span(path.c_str(), path.size() + 1)), crc);
        crc = crc32(std::as_bytes(std::span(&sum, 1)), crc);
    }
    return crc;
}

template <class T>
const T& find(const std::map<std::string, T>& all, const std::string& path) {
    const auto found = all.find(path);
    if (found == all.end()) throw ExtractError(fmt::format("there is no dataset {}", path));
    return found->second;
}

// --- writing --------------------------------------------------------------------------------------------------------

class Writer {
  public:
    explicit Writer(raster::Hdf5Output& out) : out_(out) {}

    void write(const std::string& path, hid_t stored, hid_t native, const void* values, hsize_t count,
               std::size_t bytes) {
        make_folders(path);
        const Handle space(h5().Screate_simple(1, &count, nullptr), h5().Sclose);
        Handle dataset(h5().Dcreate2(out_.id(), path.c_str(), stored, space, H5P_DEFAULT,
                                     raster::make_dataset_properties(), H5P_DEFAULT),
                       h5().Dclose);
        if (!dataset.is_valid()) out_.fail_to_write();
        if (count > 0 && h5().Dwrite(dataset, native, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) < 0) out_.fail_to_write();
        const std::uint32_t crc = crc32({static_cast<const std::byte*>(values), bytes});
        raster::write_attribute(dataset, raster::checksum_name, h5().native_uint32, {}, &crc);
        sums_[path] = crc;
        if (!dataset.close()) out_.fail_to_write();
    }
    void write_text(const std::string& path, std::string text) {
        if (text.empty()) text = no_text;
        const Handle type(h5().Tcopy(h5().c_s1), h5().Tclose);
        h5().Tset_size(type, text.size());
        write(path, type, type, text.data(), 1, text.size());
    }
    void write_contents() {
        const std::uint32_t crc = checksum_of(sums_);
        raster::write_attribute(out_.id(), contents_name, h5().native_uint32, {}, &crc);
    }

  private:
    void make_folders(const std::string& path) {
        for (std::size_t at = path.find('/'); at != std::string::npos; at = path.find('/', at + 1)) {
            const std::string folder = path.substr(0, at);
            if (h5().Lexists(out_.id(), folder.c_str(), H5P_DEFAULT) > 0) continue;
            Handle group(h5().Gcreate2(out_.id(), folder.c_str(), H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT), h5().Gclose);
            if (!group.is_valid() || !group.close()) out_.fail_to_write();
        }
    }

    raster::Hdf5Output& out_;
    Checksums sums_;
};

// --- reading --------------------------------------------------------------------------------------------------------

class Reader {
  public:
    explicit Reader(const std::string& name)
        : name_(name), file_(h5().Fopen(name.c_str(), h5().read_only, H5P_DEFAULT), h5().Fclose) {
        if (!file_.is_valid()) fail("is not an HDF5 file, or was cut short");
        const auto found = raster::read_number_attribute(file_, magic_name);
        if (!found) fail("holds no extracted cells: it was not written by ranvier extract");
        if (*found != version) {
            fail(fmt::format("has version {} of the format; this program reads version {}: extract the cells again",
                             *found, version));
        }
    }

    Columns read() {
        read_folder("");
        if (raster::read_number_attribute(file_, contents_name) != checksum_of(sums_)) fail("is damaged: its contents");
        return std::move(columns_);
    }

  private:
    [[noreturn]] void fail(const std::string& why) const { throw ExtractError(fmt::format("{} {}", name_, why)); }
    [[noreturn]] void fail_at(const std::string& path) const {
        fail(fmt::format("is damaged: {}", path.empty() ? "/" : path));
    }

    /// A link may lead back to a folder around it.
    void read_folder(const std::string& folder, int depth = 0) {
        const Handle group(h5().Gopen2(file_, folder.empty() ? "/" : folder.c_str(), H5P_DEFAULT), h5().Gclose);
        const auto names = group.is_valid() && depth <= most_folders ? raster::children(group) : std::nullopt;
        if (!names) fail_at(folder);
        members_ += names->size();
        if (members_ > most_members) fail_at(folder);
        for (const std::string& name : *names) {
            const std::string path = folder.empty() ? name : folder + "/" + name;
            const Handle dataset(h5().Dopen2(file_, path.c_str(), H5P_DEFAULT), h5().Dclose);
            dataset.is_valid() ? read_dataset(path, dataset) : read_folder(path, depth + 1);
        }
    }

    /// The number of values, which are stored in this file as they are: what a header claims takes no memory.
    std::size_t stored_count(const std::string& path, const Handle& dataset, std::size_t size) {
        if (const std::string problem = raster::foreign_storage(dataset, path); !problem.empty()) fail(problem);
        const Handle space(h5().Dget_space(dataset), h5().Sclose);
        const hssize_t count = h5().Sget_simple_extent_npoints(space);
        hsize_t bytes = 0;
        h5().Fget_filesize(file_, &bytes);
        const hsize_t stored = h5().Dget_storage_size(dataset);
        if (count < 0 || size == 0 || stored > bytes || stored / size != static_cast<hsize_t>(count)) fail_at(path);
        stored_ += stored;
        if (stored_ > bytes) fail_at(path);  // the same values under many names
        return static_cast<std::size_t>(count);
    }

    void read_dataset(const std::string& path, const Handle& dataset) {
        const Handle type(h5().Dget_type(dataset), h5().Tclose);
        const std::size_t size = h5().Tget_size(type);
        const std::size_t count = stored_count(path, dataset, size);
        switch (h5().Tget_class(type)) {
            case H5T_FLOAT:
                return read_values(path, dataset, h5().native_double, columns_.numbers[path], count);
            case H5T_INTEGER:
                if (size > 1) return read_values(path, dataset, h5().native_int64, columns_.integers[path], count);
                return read_values(path, dataset, h5().native_uint8, columns_.bytes[path], count);
            case H5T_STRING:
                if (count != 1 || h5().Tis_variable_str(type) != 0) fail_at(path);
                read_values(path, dataset, type, columns_.texts[path], size);
                if (columns_.texts[path] == no_text) columns_.texts[path].clear();
                return;
            default:
                fail_at(path);
        }
    }

    template <class Values>
    void read_values(const std::string& path, const Handle& dataset, hid_t native, Values& values, std::size_t count) {
        values.resize(count);
        if (count > 0 && h5().Dread(dataset, native, H5S_ALL, H5S_ALL, H5P_DEFAULT, values.data()) < 0) fail_at(path);
        const auto saved = raster::read_number_attribute(dataset, raster::checksum_name);
        if (!saved || *saved != crc32(std::as_bytes(std::span(values)))) fail_at(path);
        sums_[path] = *saved;
    }

    std::string name_;
    Handle file_;
    std::size_t members_ = 0;  // of the folders so far
    hsize_t stored_ = 0;       // bytes of the datasets so far
    Checksums sums_;
    Columns columns_;
};

}  // namespace

ExtractError::ExtractError(std::string message)
    : std::runtime_error([&] {
          std::replace_if(message.begin(), message.end(), [](unsigned char c) { return c < ' ' && c != '\n'; }, '?');
          return std::move(message);
      }()) {}

const std::vector<double>& Columns::number(const std::string& path) const {
    return find(numbers, path);
}
const std::vector<std::int64_t>& Columns::integer(const std::string& path) const {
    return find(integers, path);
}
const std::string& Columns::text(const std::string& path) const {
    return find(texts, path);
}

std::vector<std::string> Columns::lines(const std::string& path) const {
    std::vector<std::string> all;
    std::istringstream text(find(texts, path));
    for (std::string line; std::getline(text, line);) all.push_back(line);
    return all;
}

std::vector<std::string> Columns::texts_in(const std::string& folder) const {
    std::vector<std::string> names;
    for (const auto& [path, text] : texts) {
        if (path.starts_with(folder + "/")) names.push_back(path.substr(folder.size() + 1));
    }
    return names;
}

void write_columns(const std::string& file, const Columns& columns) {
    raster::Hdf5Output out{std::filesystem::path(file)};
    const QuietHdf5 quiet;
    raster::mark_as_sonata(out.id());
    raster::write_attribute(out.id(), magic_name, h5().native_uint32, {}, &version);
    Writer writer(out);
    for (const auto& [path, values] : columns.numbers) {
        writer.write(path, h5().ieee_f64le, h5().native_double, values.data(), values.size(), 8 * values.size());
    }
    for (const auto& [path, values] : columns.integers) {
        writer.write(path, h5().native_int64, h5().native_int64, values.data(), values.size(), 8 * values.size());
    }
    for (const auto& [path, values] : columns.bytes) {
        writer.write(path, h5().native_uint8, h5().native_uint8, values.data(), values.size(), values.size());
    }
    for (const auto& [path, text] : columns.texts) writer.write_text(path, text);
    writer.write_contents();
    out.commit(true);
}

Columns read_columns(const std::string& file) {
    const QuietHdf5 quiet;
    raster::check_survives(file, [&] { Reader(file).read(); });
    return Reader(file).read();
}

}  // namespace ranvier::engine
