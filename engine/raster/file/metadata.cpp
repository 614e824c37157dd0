#include "engine/raster/file/metadata.hpp"

#include <algorithm>
#include <cstddef>
#include <set>

namespace ranvier::raster {

namespace {

bool is_list(const std::string& value) {
    return value.ends_with('\n');
}

void add_lines(std::set<std::string>& lines, std::string_view list) {
    for (std::size_t end = list.find('\n'); end != std::string_view::npos; end = list.find('\n')) {
        lines.emplace(list.substr(0, end));
        list.remove_prefix(end + 1);
    }
}

std::string united(const std::string& one, const std::string& other) {
    std::set<std::string> lines;
    add_lines(lines, one);
    add_lines(lines, other);
    std::string list;
    for (const std::string& line : lines) list += line + '\n';
    return list;
}

}  // namespace

void unite(Metadata& all, const Metadata& more) {
    for (const auto& [name, value] : more) {
        const auto found = std::ranges::find(all, name, &Metadata::value_type::first);
        if (found == all.end()) {
            all.emplace_back(name, value);
        } else if (is_list(found->second) && is_list(value)) {
            found->second = united(found->second, value);
        }
    }
}

const std::string* find(const Metadata& metadata, std::string_view name) {
    const auto found = std::ranges::find(metadata, name, &Metadata::value_type::first);
    return found == metadata.end() ? nullptr : &found->second;
}

std::string packed(const Metadata& metadata) {
    std::string bytes;
    for (const auto& [name, value] : metadata) {
        for (const std::string& text : {name, value}) {
            bytes += text.substr(0, text.find('\0'));
            bytes += '\0';
        }
    }
    return bytes;
}

Metadata unpacked(std::string_view bytes) {
    const auto take = [&](std::string& text) {
        const std::size_t end = bytes.find('\0');
        if (end == std::string_view::npos) return false;
        text = bytes.substr(0, end);
        bytes.remove_prefix(end + 1);
        return true;
    };
    Metadata metadata;
    for (std::string name, value; take(name) && !name.empty() && take(value);) metadata.emplace_back(name, value);
    return metadata;
}

}  // namespace ranvier::raster
