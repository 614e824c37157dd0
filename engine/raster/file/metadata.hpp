#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ranvier::raster {

/// What an output says of its run, by name; SONATA files have it as attributes of text.
///
/// A value that ends with a newline is a list, one item per line.
using Metadata = std::vector<std::pair<std::string, std::string>>;

/// Adds what another rank, or another part of the record, says: lists are united, sorted; of other values, the first counts.
void unite(Metadata& all, const Metadata& more);

/// The value of that name; null if there is none.
const std::string* find(const Metadata& metadata, std::string_view name);

/// As bytes, to be written to a log: each name and each value ends with a zero.
std::string packed(const Metadata& metadata);
/// The reverse; what is cut at the end is left out.
Metadata unpacked(std::string_view bytes);

}  // namespace ranvier::raster
