#include "mechanisms/nmodl/source/diagnostics.hpp"

#include <algorithm>

namespace ranvier::nmodl {

std::string_view SourceFile::line(int number) const {
    std::size_t begin = 0;
    for (int i = 1; i < number; ++i) {
        begin = text.find('\n', begin);
        if (begin == std::string::npos) return {};
        ++begin;
    }
    auto found = std::string_view(text).substr(begin);
    found = found.substr(0, found.find('\n'));
    if (!found.empty() && found.back() == '\r') found.remove_suffix(1);
    return found;
}

void Diagnostics::error(Location where, std::string text, std::string hint) {
    const bool repeated = std::any_of(errors_.begin(), errors_.end(), [&](const Message& m) {
        return m.where.file == where.file && m.where.line == where.line && m.text == text;
    });
    if (repeated) return;
    errors_.push_back({where, std::move(text), std::move(hint)});
    if (errors_.size() >= max_errors) throw_if_any();
}

void Diagnostics::warning(Location where, std::string text, std::string hint) {
    warnings_.push_back({where, std::move(text), std::move(hint)});
}

void Diagnostics::throw_if_any() const {
    if (errors_.empty()) return;
    std::string text;
    for (const auto& message : errors_) text += render(message);
    throw CompileError(text, errors_);
}

std::string render(const Message& message, std::string_view severity) {
    std::string out;
    const auto& where = message.where;
    if (where.file) {
        out += where.file->path;
        if (where.line > 0) out += ":" + std::to_string(where.line) + ":" + std::to_string(where.column);
        out += ": ";
    }
    out += std::string(severity) + ": " + message.text + "\n";
    if (where.file && where.line > 0) {
        const auto line = where.file->line(where.line);
        out += "    " + std::string(line) + "\n    ";
        for (int i = 1; i < where.column; ++i) {
            const bool tab =
                static_cast<std::size_t>(i) <= line.size() && line[static_cast<std::size_t>(i) - 1] == '\t';
            out += tab ? '\t' : ' ';
        }
        out += "^\n";
    }
    if (!message.hint.empty()) out += "    " + message.hint + "\n";
    return out;
}

namespace {

/// The least number of insertions, deletions and replacements that turn a into b, if it is below `limit`. `row` is
/// working space.
std::size_t edit_distance(std::string_view a, std::string_view b, std::size_t limit, std::vector<std::size_t>& row) {
    row.resize(b.size() + 1);
    for (std::size_t j = 0; j <= b.size(); ++j) row[j] = j;
    for (std::size_t i = 1; i <= a.size(); ++i) {
        std::size_t diagonal = row[0];
        std::size_t least = row[0] = i;
        for (std::size_t j = 1; j <= b.size(); ++j) {
            const std::size_t substituted = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
            diagonal = row[j];
            row[j] = std::min(substituted, std::min(row[j], row[j - 1]) + 1);
            least = std::min(least, row[j]);
        }
        if (least >= limit) return limit;  // the next rows have no less
    }
    return row[b.size()];
}

}  // namespace

std::string nearest_name(std::string_view name, const std::vector<std::string>& candidates) {
    std::string best;
    std::vector<std::size_t> row;
    std::size_t best_distance = 1 + (name.size() <= 3 ? 1 : std::max<std::size_t>(2, name.size() / 3));
    for (const auto& candidate : candidates) {
        const auto [shorter, longer] = std::minmax({name.size(), candidate.size()});
        if (candidate == name || longer - shorter >= best_distance) continue;
        const auto distance = edit_distance(name, candidate, best_distance, row);
        if (distance < best_distance) {
            best_distance = distance;
            best = candidate;
        }
    }
    return best;
}

}  // namespace ranvier::nmodl
