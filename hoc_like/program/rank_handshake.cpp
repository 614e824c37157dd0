#include "hoc_like/program/rank_handshake.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cerrno>  // program_invocation_short_name
#include <map>
#include <stdexcept>

#include "engine/state/origin.hpp"
#include "exchange/transport/ranks_that_differ.hpp"
#include "hoc_like/program/commands.hpp"
#include "hoc_like/program/script_hash.hpp"
#include "mechanisms/builtin/builtin_mechanisms.hpp"

namespace ranvier::program {

using exchange::Task;

namespace {

constexpr std::size_t most_differences = 3;  // that a message names

/// The facts of all ranks, by name and rank. What a rank does not have is "missing".
std::map<std::string, std::vector<std::string>> facts_by_name(const std::vector<std::string>& texts) {
    std::map<std::string, std::vector<std::string>> all;
    for (std::size_t rank = 0; rank < texts.size(); ++rank) {
        for (std::size_t at = 0; at < texts[rank].size();) {
            const std::size_t tab = texts[rank].find('\t', at), end = texts[rank].find('\n', tab);
            auto& values = all[texts[rank].substr(at, tab - at)];
            values.resize(texts.size(), "missing");
            values[rank] = texts[rank].substr(tab + 1, end - tab - 1);
            at = end + 1;
        }
    }
    return all;
}

bool has_word(std::string_view text, std::string_view word) {
    const auto is_of_word = [&](std::size_t k) {
        return k < text.size() && (std::isalnum(static_cast<unsigned char>(text[k])) != 0 || text[k] == '_');
    };
    for (std::size_t at = text.find(word); at != text.npos; at = text.find(word, at + 1)) {
        if (!is_of_word(at + word.size()) && (at == 0 || !is_of_word(at - 1))) return true;
    }
    return false;
}

}  // namespace

RankFacts::RankFacts(std::string_view program, const RunOptions& options, const MechanismLoader& loader) {
    const auto add = [this](std::string name, std::string value) {
        if (value.empty()) value = "none";
        std::ranges::replace(value, '\n', ' ');
        facts_.emplace_back(std::move(name), std::move(value));
    };
    add("the version of Ranvier", version_text);
    add("the program", std::string(program));
    add("--math", options.vector_math ? "vector" : "libm");
    add("--compat", options.compat);
    add("--exchange", options.exchange);
    add("--tables exact", options.exact_tables ? "on" : "off");
    add("--raster", options.raster);
    add("--report", fmt::format("{}", fmt::join(options.reports, " and ")));
    add("--connections", options.connections);
    add("--summary", options.summary);
    add("--trace", fmt::format("{}", fmt::join(options.traces, " and ")));
    add("--checkpoint", options.checkpoints.any() ? "'" + options.checkpoints.file + "'" : "");
    for (auto& [file, hash] : loader.hashes()) add("the file " + file, fmt::format("[{:016x}]", hash));
}

std::string RankFacts::text() const {
    std::string all;
    for (const auto& [name, value] : facts_) all += name + '\t' + value + '\n';
    return all;
}

std::uint64_t RankFacts::hash() const {
    return engine::hash_of_text(text());
}

Task<void> RankFacts::refuse_differences(exchange::Transport& transport) const {
    const auto all = facts_by_name(co_await exchange::gather_texts(transport, text()));
    std::vector<std::string> differences;
    for (const auto& [name, values] : all) {
        const std::string different = exchange::differing_values(values);
        if (!different.empty()) differences.push_back(fmt::format("{} is {}", name, different));
    }
    std::string words = fmt::format(
        "{}", fmt::join(std::span(differences).first(std::min(differences.size(), most_differences)), "; "));
    if (differences.size() > most_differences) {
        words += fmt::format("; and {} other differences", differences.size() - most_differences);
    }
    throw std::runtime_error(fmt::format("the ranks differ: {}. Start all ranks with the same", words));
}

Task<void> RankFacts::compare(exchange::Transport& transport) const {
    const auto mine = static_cast<std::int64_t>(hash());
    std::array<std::int64_t, 2> least{mine, ~mine};
    co_await transport.allreduce(std::span<std::int64_t>(least), exchange::Reduce::min);
    if (least[0] != ~least[1]) co_await refuse_differences(transport);
}

std::string_view running_program() {
    const std::string_view name = program_invocation_short_name;
    return name == "nrniv" || name == "special" ? "nrniv" : "ranvier";
}

// Reversal potentials of ions whose concentrations a mechanism writes follow celsius.
bool depends_on_celsius(const rv_mechanism& mechanism) {
    const std::span<const rv_ion_use> ions(mechanism.ions, static_cast<std::size_t>(mechanism.ion_count));
    if (std::ranges::any_of(
            ions, [](const rv_ion_use& ion) { return (ion.use & (RV_WRITES_INSIDE | RV_WRITES_OUTSIDE)) != 0; })) {
        return true;
    }
    if (mechanisms::is_built_in(mechanism)) return std::string_view(mechanism.name) == "hh";
    const std::string text = text_of_mod_file(mechanism.source);
    static constexpr std::array<std::string_view, 4> words = {"celsius", "ghk", "nernst", "VERBATIM"};
    return std::ranges::any_of(words, [&](std::string_view word) { return has_word(text, word); });
}

}  // namespace ranvier::program
