#pragma once

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/rule/distribution.hpp"
#include "hoc_like/language/interface/call.hpp"

namespace ranvier::hoc {

[[noreturn]] void fail_unknown(const Call& call, const char* what, const std::string& word,
                               const std::vector<std::string>& known);

/// The element of `known` that has this name. Fails if there is none: "unknown rule 'fixed_indgree'; did you mean ...".
template <class Names>
const auto& find_name(const Call& call, const char* what, const std::string& word, const Names& known) {
    const auto found = std::find_if(known.begin(), known.end(), [&](const auto& each) { return each.name == word; });
    if (found != known.end()) return *found;
    std::vector<std::string> names;
    for (const auto& each : known) names.emplace_back(each.name);
    fail_unknown(call, what, word, names);
}

/// Reads the arguments of a call one after another, among them pairs of a word and a value: "weight", 0.1,
/// "delay", "normal", 1.5, 0.75, "clip", 0.1.
class NamedArguments {
  public:
    NamedArguments(Call& call, int first) : call_(call), next_(first) {}

    void skip(int count) { next_ += count; }
    bool is_number() const { return call_.is_number(next_); }
    bool is_word() const { return call_.is_string(next_); }
    int position() const { return next_; }
    /// `what` names the argument in errors.
    double number(std::string_view what);
    /// A whole number between 0 and `highest`.
    std::uint64_t whole(std::string_view what, double highest);
    std::string word(const char* what);
    std::vector<double> vector(std::string_view what);
    /// A number, a Vector, or the name of a distribution with its parameters and perhaps "clip" or "redraw" with a lower
    /// bound and perhaps an upper one.
    engine::Distribution distribution(const std::string& name);
    /// Calls read(word) for each word that follows; `read` reads its value. Fails if a word is given twice.
    void for_each_word(const std::function<void(const std::string& word)>& read);

  private:
    void read_bounds(engine::Distribution& of);

    Call& call_;
    int next_;
};

}  // namespace ranvier::hoc
