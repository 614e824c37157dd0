#include <algorithm>
#include <cmath>
#include <numeric>

#include "hoc_like/library/data/comparison.hpp"
#include "hoc_like/library/data/vector/vector_method.hpp"

namespace ranvier::hoc {

Comparison::Comparison(const Call& call, int i) : low_{call.number(i + 1)}, high_{low_} {
    const std::string name = call.string(i);
    if (name == "==") {
        kind_ = Kind::equal;
    } else if (name == "!=") {
        kind_ = Kind::unequal;
    } else if (name == ">") {
        kind_ = Kind::greater;
    } else if (name == "<") {
        kind_ = Kind::less;
    } else if (name == ">=") {
        kind_ = Kind::greater_equal;
    } else if (name == "<=") {
        kind_ = Kind::less_equal;
    } else if (name == "()" || name == "[]" || name == "[)" || name == "(]") {
        kind_ = Kind::interval;
        closed_low_ = name[0] == '[';
        closed_high_ = name[1] == ']';
        high_ = call.number(i + 2);
    } else {
        fail(call, "\"" + name + "\" is not a comparison; expected == != > < >= <= () [] [) (]");
    }
}

bool Comparison::operator()(double x) const {
    constexpr double e = comparison_tolerance;
    switch (kind_) {
        case Kind::equal:
            return nearly_equal(x, low_);
        case Kind::unequal:
            return !nearly_equal(x, low_);
        case Kind::greater:
            return x > low_ + e;
        case Kind::less:
            return x < low_ - e;
        case Kind::greater_equal:
            return x >= low_ - e;
        case Kind::less_equal:
            return x <= low_ + e;
        case Kind::interval:
            break;
    }
    return (closed_low_ ? x >= low_ - e : x > low_ + e) && (closed_high_ ? x <= high_ + e : x < high_ - e);
}

namespace {

using Values = VectorObject::Values;

Result where(Call& call) {
    int next = 0;
    const Values source = source_argument(call, next);
    const Comparison matches{call, next};
    Values& x = values(call);
    x.clear();
    std::copy_if(source.begin(), source.end(), std::back_inserter(x), matches);
    return self_result(call);
}

Result indvwhere(Call& call) {
    int next = 0;
    const Values source = source_argument(call, next);
    const Comparison matches{call, next};
    Values& x = values(call);
    x.clear();
    for (std::size_t i = 0; i < source.size(); ++i) {
        if (matches(source[i])) x.push_back(static_cast<double>(i));
    }
    return self_result(call);
}

Result indwhere(Call& call) {
    const Comparison matches{call, 0};
    const Values& x = values(call);
    const auto found = std::find_if(x.begin(), x.end(), matches);
    return found == x.end() ? -1.0 : static_cast<double>(found - x.begin());
}

Result contains(Call& call) {
    const double value = call.number(0);
    const Values& x = values(call);
    return std::any_of(x.begin(), x.end(), [&](double each) { return nearly_equal(each, value); }) ? 1.0 : 0.0;
}

/// vec.ind(indices): a new Vector of the elements at the indices; skips indices out of range.
Result ind(Call& call) {
    const Values& x = values(call);
    Values found;
    for (const double index : call.native<VectorObject>(0).values()) {
        const double i = std::trunc(index);
        if (i >= 0 && i < static_cast<double>(x.size())) found.push_back(x[static_cast<std::size_t>(i)]);
    }
    return make_vector(call.interpreter(), std::move(found));
}

/// vec.index(source, indices), vec.index(indices): the elements at the indices; 0 for indices out of range.
Result index(Call& call) {
    const bool with_source = call.size() > 1;
    const Values source = with_source ? call.native<VectorObject>(0).values() : values(call);
    const Values indices = call.native<VectorObject>(with_source ? 1 : 0).values();
    Values& x = values(call);
    x.assign(indices.size(), 0.0);
    for (std::size_t k = 0; k < indices.size(); ++k) {
        const double i = std::trunc(indices[k]);
        if (i >= 0 && i < static_cast<double>(source.size())) x[k] = source[static_cast<std::size_t>(i)];
    }
    return self_result(call);
}

Result sort(Call& call) {
    std::sort(values(call).begin(), values(call).end());
    return self_result(call);
}

/// Equal elements keep their order.
Result sortindex(Call& call) {
    ObjectPtr result;
    VectorObject& destination = destination_vector(call, 0, result);
    const Values source = values(call);
    Values& order = destination.values();
    order.resize(source.size());
    std::iota(order.begin(), order.end(), 0.0);
    std::stable_sort(order.begin(), order.end(), [&](double a, double b) {
        return source[static_cast<std::size_t>(a)] < source[static_cast<std::size_t>(b)];
    });
    return result;
}

Result reverse(Call& call) {
    std::reverse(values(call).begin(), values(call).end());
    return self_result(call);
}

Result eq(Call& call) {
    const Values& x = values(call);
    const Values& y = call.native<VectorObject>(0).values();
    return std::equal(x.begin(), x.end(), y.begin(), y.end(), nearly_equal) ? 1.0 : 0.0;
}

}  // namespace

std::vector<MethodDefinition> vector_search_methods() {
    return {
        {"where", "vec.where(source, \"op\", value, value2)",
         "The elements of source (or of this Vector) that pass one of the comparisons == != > < >= <= () [] [) (].",
         where},
        {"indvwhere", "vec.indvwhere(source, \"op\", value, value2)",
         "The indices of the elements of source (or of this Vector) that pass a comparison.", indvwhere},
        {"indwhere", "vec.indwhere(\"op\", value, value2)",
         "Index of the first element that passes a comparison, or -1.", indwhere},
        {"contains", "vec.contains(value)", "1 if an element equals value, else 0.", contains},
        {"ind", "vec.ind(indices)", "A new Vector of the elements at the indices; skips indices out of range.", ind},
        {"index", "vec.index(source, indices)",
         "The elements of source (or of this Vector) at the indices; 0 for an index out of range.", index},
        {"sort", "vec.sort()", "Sorts in ascending order.", sort},
        {"sortindex", "vec.sortindex(destination)", "The indices that sort the Vector.", sortindex},
        {"reverse", "vec.reverse()", "Reverses the order.", reverse},
        {"eq", "vec.eq(other)", "1 if all elements equal those of other, else 0.", eq},
    };
}

}  // namespace ranvier::hoc
