#include "hoc_like/library/network/cells/named_arguments.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <array>
#include <cmath>
#include <set>

#include "exchange/strategy/options.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"

namespace ranvier::hoc {

using engine::Distribution;

namespace {

struct DistributionName {
    const char* name;
    Distribution::Kind kind;
    int parameters;
};

constexpr std::array distributions{
    DistributionName{"uniform", Distribution::Kind::uniform, 2},
    DistributionName{"normal", Distribution::Kind::normal, 2},
    DistributionName{"lognormal", Distribution::Kind::lognormal, 2},
    DistributionName{"exponential", Distribution::Kind::exponential, 1},
};

}  // namespace

void fail_unknown(const Call& call, const char* what, const std::string& word, const std::vector<std::string>& known) {
    const std::string meant = exchange::nearest(word, known);
    fail(call, fmt::format("unknown {} '{}'; {}", what, word,
                           meant.empty() ? fmt::format("known are {}", fmt::join(known, ", "))
                                         : fmt::format("did you mean '{}'?", meant)));
}

double NamedArguments::number(std::string_view what) {
    if (!is_number()) fail(call_, fmt::format("{}: argument {} must be a number", what, next_ + 1));
    return call_.number(next_++);
}

std::uint64_t NamedArguments::whole(std::string_view what, double highest) {
    const double x = number(what);
    if (!(x >= 0 && x <= highest && x == std::floor(x))) {
        fail(call_, fmt::format("{}: {:.17g} is not a whole number between 0 and {:.0f}", what, x, highest));
    }
    return static_cast<std::uint64_t>(x);
}

std::string NamedArguments::word(const char* what) {
    if (!is_word()) fail(call_, fmt::format("argument {} must be {}", next_ + 1, what));
    return call_.string(next_++);
}

std::vector<double> NamedArguments::vector(std::string_view what) {
    if (!call_.is_object(next_)) fail(call_, fmt::format("{}: argument {} must be a Vector", what, next_ + 1));
    return call_.native<VectorObject>(next_++).values();
}

Distribution NamedArguments::distribution(const std::string& name) {
    Distribution of;
    if (call_.is_object(next_)) {
        of.kind = Distribution::Kind::values;
        of.values = std::make_shared<std::vector<double>>(call_.native<VectorObject>(next_++).values());
        return of;
    }
    if (is_number()) {
        of.a = number(name);
        return of;
    }
    const auto& kind =
        find_name(call_, "distribution", word("a number, a Vector or the name of a distribution"), distributions);
    const std::string what = fmt::format("{}, \"{}\"", name, kind.name);
    of.kind = kind.kind;
    of.a = number(what);
    if (kind.parameters > 1) of.b = number(what);
    read_bounds(of);
    return of;
}

void NamedArguments::read_bounds(Distribution& of) {
    if (!is_word()) return;
    const std::string how = call_.string(next_);
    if (how != "clip" && how != "redraw") return;
    ++next_;
    of.outside = how == "clip" ? Distribution::Outside::clip : Distribution::Outside::redraw;
    of.low = number(how);
    if (is_number()) of.high = number(how);
}

void NamedArguments::for_each_word(const std::function<void(const std::string& word)>& read) {
    std::set<std::string> given;
    while (next_ < call_.size()) {
        const std::string name = word("a word");
        if (!given.insert(name).second) fail(call_, fmt::format("{} is given twice", name));
        read(name);
    }
}

}  // namespace ranvier::hoc
