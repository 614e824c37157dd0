#include "mechanisms/nmodl/passes/check_indices.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace ranvier::nmodl {
namespace {

/// The integers that an expression may have, which a C compiler computes in 32 bits.
struct Range {
    long long low, high;
};
using MaybeRange = std::optional<Range>;

constexpr long long most = 1LL << 31;

MaybeRange of_32_bits(long long low, long long high) {
    return low >= -most && high < most ? MaybeRange({low, high}) : std::nullopt;
}

MaybeRange range_of_product(const Range& a, const Range& b) {
    const auto products = {a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high};
    return of_32_bits(std::min(products), std::max(products));
}

/// The value in C, which cuts off the fraction.
MaybeRange range_of_number(double value) {
    if (!(std::fabs(value) < static_cast<double>(most))) return std::nullopt;
    return Range{static_cast<long long>(value), static_cast<long long>(value)};
}

class Marker {
  public:
    explicit Marker(const Program& program) : program_(program) {}

    void statements(Statements& all) {
        const auto outer = counters_.size();
        lengths_.emplace_back();
        for (auto& s : all) statement(*s);
        lengths_.pop_back();
        counters_.erase(counters_.begin() + static_cast<std::ptrdiff_t>(outer), counters_.end());
    }

  private:
    struct Counter {
        std::string name;
        MaybeRange range;
    };

    void statement(Statement& s) {
        const auto outer = counters_.size();
        if (s.kind == StatementKind::Local) declare(s);
        const bool goes_through = s.kind == StatementKind::Compartment || s.kind == StatementKind::Diffusion;
        if (goes_through) counters_.push_back({s.name, range_of_species(s)});
        for (auto& value : s.value) expression(*value);
        if (s.kind == StatementKind::From) counters_.push_back({s.name, range_of_rounds(s)});
        if (s.kind == StatementKind::ForNetcons) {
            for (const auto& name : s.names) counters_.push_back({name, std::nullopt});
        }
        statements(s.body);
        statements(s.otherwise);
        if (s.kind != StatementKind::Local)
            counters_.erase(counters_.begin() + static_cast<std::ptrdiff_t>(outer), counters_.end());
    }

    /// In C, locals have the author's names and may hide the counter of a loop.
    void declare(const Statement& locals) {
        for (const auto& local : locals.declared) {
            lengths_.back()[local.name] = local.length;
            counters_.push_back({local.name, std::nullopt});
        }
    }

    void expression(Expression& e) {
        for (auto& operand : e.operands) expression(*operand);
        if (e.kind != ExpressionKind::Index) return;
        const int length = length_of(e.text);
        auto& index = e.operands.front();
        if (length == 0 || is_checked(*index)) return;  // a POINTER, whose target only VERBATIM knows
        const auto range = range_of(*index);
        if (range && range->low >= 0 && range->high < length) return;
        auto what = std::make_unique<Expression>();
        what->kind = ExpressionKind::String;
        what->text = in_script(e.text) + " of " + program_.neuron.name;
        index = make_call(within_array, std::move(index), make_number(length), std::move(what));
    }

    /// The array's name in the .mod file; locals were renamed.
    std::string in_script(const std::string& name) const {
        return program_.is_c && name.starts_with("_l") && !program_.symbol(name) ? name.substr(2) : name;
    }

    int length_of(const std::string& name) const {
        for (auto scope = lengths_.rbegin(); scope != lengths_.rend(); ++scope) {
            if (const auto found = scope->find(name); found != scope->end()) return found->second;
        }
        const auto* symbol = program_.symbol(name);
        return symbol && symbol->storage != Storage::Pointer ? symbol->length : 0;
    }

    MaybeRange range_of_rounds(const Statement& from) const {
        const auto step = from.value.size() > 2 ? range_of(*from.value[2]) : Range{1, 1};
        const auto first = range_of(*from.value[0]), last = range_of(*from.value[1]);
        if (!first || !last || !step || step->low < 1) return std::nullopt;
        return of_32_bits(first->low, std::max(first->low, last->high));
    }

    MaybeRange range_of_species(const Statement& s) const {
        int length = 0;
        for (const auto& name : s.names) length = std::max(length, length_of(name));
        return length > 0 ? MaybeRange({0, length - 1}) : std::nullopt;
    }

    MaybeRange range_of(const Expression& e) const {
        switch (e.kind) {
            case ExpressionKind::Number:
                return range_of_number(e.value());
            case ExpressionKind::Name:
                return range_of_name(e.text);
            case ExpressionKind::Unary: {
                const auto inner = e.text == "-" ? range_of(*e.operands[0]) : std::nullopt;
                return inner ? of_32_bits(-inner->high, -inner->low) : std::nullopt;
            }
            case ExpressionKind::Binary:
                return range_of_binary(e);
            default:
                return std::nullopt;
        }
    }

    MaybeRange range_of_name(const std::string& name) const {
        const auto counter =
            std::find_if(counters_.rbegin(), counters_.rend(), [&](const Counter& each) { return each.name == name; });
        if (counter != counters_.rend()) return counter->range;
        const auto* symbol = program_.symbol(name);
        return symbol && symbol->storage == Storage::Constant ? range_of_number(symbol->value) : std::nullopt;
    }

    MaybeRange range_of_binary(const Expression& e) const {
        const auto a = range_of(*e.operands[0]), b = range_of(*e.operands[1]);
        if (!a || !b) return std::nullopt;
        if (e.text == "+") return of_32_bits(a->low + b->low, a->high + b->high);
        if (e.text == "-") return of_32_bits(a->low - b->high, a->high - b->low);
        if (e.text == "*") return range_of_product(*a, *b);
        const bool divides = e.text == "/" && a->low >= 0 && b->low > 0;
        return divides ? MaybeRange({a->low / b->high, a->high / b->low}) : std::nullopt;
    }

    const Program& program_;
    std::vector<std::map<std::string, int>> lengths_;  ///< of locals, 0 for those that are not arrays
    std::vector<Counter> counters_;
};

}  // namespace

void check_indices(Program& program) {
    for (auto& block : program.blocks) Marker(program).statements(block.body);
}

bool is_checked(const Expression& index) {
    return index.kind == ExpressionKind::Call && index.text == within_array;
}

const Expression& unchecked(const Expression& index) {
    return is_checked(index) ? *index.operands.front() : index;
}

bool has_checked_index(const Statements& statements) {
    bool found = false;
    for_each_expression(statements, [&](const Expression& top) {
        for_each(top, [&](const Expression& e) { found = found || is_checked(e); });
    });
    return found;
}

bool has_checked_index(const Program& program) {
    return std::ranges::any_of(program.blocks, [](const Block& block) { return has_checked_index(block.body); });
}

}  // namespace ranvier::nmodl
