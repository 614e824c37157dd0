#pragma once

#include <cstdint>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace ranvier::engine {

/// A file of extracted cells cannot be written or read, is of another program, or is damaged. The message names it; of
/// what the message quotes from the file, control characters become question marks.
struct ExtractError : std::runtime_error {
    explicit ExtractError(std::string message);
};

/// The datasets of a file of extracted cells, by path: "sections/L". All of one folder have as many values as the folder
/// has things, but for texts, which have a line for each.
struct Columns {
    std::map<std::string, std::vector<double>> numbers;
    std::map<std::string, std::vector<std::int64_t>> integers;
    std::map<std::string, std::vector<std::uint8_t>> bytes;
    std::map<std::string, std::string> texts;

    // Throw ExtractError if there is no such dataset.
    const std::vector<double>& number(const std::string& path) const;
    const std::vector<std::int64_t>& integer(const std::string& path) const;
    const std::string& text(const std::string& path) const;
    std::vector<std::string> lines(const std::string& path) const;
    /// The names of the texts in a folder.
    std::vector<std::string> texts_in(const std::string& folder) const;
};

/// Writes an HDF5 file, whole or not at all.
void write_columns(const std::string& file, const Columns& columns);
/// Checks that each dataset is what was written, by its CRC, and that all of them are there.
Columns read_columns(const std::string& file);

}  // namespace ranvier::engine
