#include <algorithm>
#include <limits>

#include "hoc_like/language/interface/element_ref.hpp"
#include "hoc_like/library/data/vector/vector_method.hpp"

namespace ranvier::hoc {

namespace {

using Values = VectorObject::Values;
constexpr long long most = 10'000'000'000;

long long last_index(const Values& x) {
    return static_cast<long long>(x.size()) - 1;
}

/// The numbers of argument i, which is a number or another Vector.
void append_argument(const Call& call, int i, const VectorObject& target, Values& to) {
    if (!call.is_object(i)) {
        to.push_back(call.number(i));
        return;
    }
    const VectorObject& source = call.native<VectorObject>(i);
    if (&source == &target) fail(call, "a Vector cannot be added to itself; use a copy: vec.c");
    to.insert(to.end(), source.values().begin(), source.values().end());
}

Result size(Call& call) {
    return static_cast<double>(values(call).size());
}

Result buffer_size(Call& call) {
    Values& x = values(call);
    if (call.size() > 0) {
        const auto wanted = whole_argument(call, 0, static_cast<long long>(x.size()), most, "buffer size");
        require_memory(call, static_cast<double>(wanted), "a Vector");
        x.reserve(static_cast<std::size_t>(wanted));
    }
    return static_cast<double>(x.capacity());
}

Result resize(Call& call) {
    const auto size = static_cast<std::size_t>(whole_argument(call, 0, 0, most, "size"));
    if (size > values(call).size()) require_memory(call, static_cast<double>(size), "a Vector");
    values(call).resize(size);
    return self_result(call);
}

Result clear(Call& call) {
    values(call).clear();
    return self_result(call);
}

Result get(Call& call) {
    Values& x = values(call);
    return x[static_cast<std::size_t>(whole_argument(call, 0, 0, last_index(x), "index"))];
}

Result set(Call& call) {
    Values& x = values(call);
    x[static_cast<std::size_t>(whole_argument(call, 0, 0, last_index(x), "index"))] = call.number(1);
    return self_result(call);
}

Result fill(Call& call) {
    Values& x = values(call);
    const double value = call.number(0);
    const Stretch part = stretch_argument(call, 1, x.size());
    std::fill(x.begin() + static_cast<std::ptrdiff_t>(part.begin), x.begin() + static_cast<std::ptrdiff_t>(part.end),
              value);
    return self_result(call);
}

Result append(Call& call) {
    Values& x = values(call);
    for (int i = 0; i < call.size(); ++i) append_argument(call, i, call.self_as<VectorObject>(), x);
    return self_result(call);
}

Result insrt(Call& call) {
    Values& x = values(call);
    const long long at = whole_argument(call, 0, 0, static_cast<long long>(x.size()), "index");
    Values more;
    for (int i = 1; i < call.size(); ++i) append_argument(call, i, call.self_as<VectorObject>(), more);
    x.insert(x.begin() + at, more.begin(), more.end());
    return self_result(call);
}

Result remove(Call& call) {
    Values& x = values(call);
    const long long start = whole_argument(call, 0, 0, last_index(x), "start index");
    const long long end = whole_or(call, 1, start, last_index(x), "end index", start);
    x.erase(x.begin() + start, x.begin() + end + 1);
    return self_result(call);
}

/// The slice (start, end), or all elements from start on.
Values slice(const Call& call, const Values& x) {
    if (x.empty() && call.size() == 0) return {};
    const long long start = whole_or(call, 0, 0, last_index(x), "start index", 0);
    const long long end = whole_or(call, 1, start, last_index(x), "end index", last_index(x));
    return {x.begin() + start, x.begin() + end + 1};
}

Result slice_copy(Call& call) {
    return make_vector(call.interpreter(), slice(call, values(call)));
}

Result labelled_copy(Call& call) {
    ObjectPtr copy = make_vector(call.interpreter(), slice(call, values(call)));
    copy.as<VectorObject>()->set_label(call.self_as<VectorObject>().label());
    return copy;
}

/// vec.copy(source, source_indices [, destination_indices])
Result copy_indexed(Call& call, const Values& source) {
    constexpr double rounding = 1e-11;
    Values& x = values(call);
    const Values from = call.native<VectorObject>(1).values();
    const Values to = call.size() > 2 ? call.native<VectorObject>(2).values() : from;
    const auto inside = [](double i, const Values& of) {
        return i + rounding >= 0 && i + rounding < static_cast<double>(of.size());
    };
    for (std::size_t i = 0; i < std::min(from.size(), to.size()); ++i) {
        if (!inside(from[i], source) || !inside(to[i], x)) continue;
        x[static_cast<std::size_t>(to[i] + rounding)] = source[static_cast<std::size_t>(from[i] + rounding)];
    }
    return self_result(call);
}

Result copy(Call& call) {
    Values& x = values(call);
    const Values source = call.native<VectorObject>(0).values();  // a copy: it may be this Vector
    if (call.is_object(1)) return copy_indexed(call, source);

    const long long top = last_index(source);
    long long destination = 0, start = 0, end = top, destination_step = 1, source_step = 1;
    if (call.size() == 2) {
        destination = whole_argument(call, 1, 0, most, "destination start");
    } else if (call.size() == 3) {
        start = whole_argument(call, 1, 0, top, "source start");
        end = whole_argument(call, 2, -1, top, "source end");
    } else if (call.size() > 3) {
        destination = whole_argument(call, 1, 0, most, "destination start");
        start = whole_argument(call, 2, 0, top, "source start");
        end = whole_argument(call, 3, -1, top, "source end");
        if (call.size() > 4) {
            destination_step = whole_argument(call, 4, 1, most, "destination step");
            source_step = whole_argument(call, 5, 1, most, "source step");
        }
    }
    if (end == -1) end = top;
    if (end < start) {
        if (source.empty()) {
            if (call.size() == 1) x.clear();
            return self_result(call);
        }
        fail(call, "the source's end is before its start");
    }
    const auto size = static_cast<std::size_t>((end - start) / source_step * destination_step + destination + 1);
    if (x.size() < size || call.size() == 1) x.resize(size);
    for (long long i = start, j = destination; i <= end; i += source_step, j += destination_step) {
        x[static_cast<std::size_t>(j)] = source[static_cast<std::size_t>(i)];
    }
    return self_result(call);
}

Result from_double(Call& call) {
    const long long n = whole_argument(call, 0, 0, most, "size");
    const NumberRefPtr from = call.reference(1);
    const auto* element = dynamic_cast<const ElementReference*>(from.get());
    if (n > 1 && !element) fail(call, "takes more than one number (n > 1) only from an array or a Vector");
    Values taken;
    for (long long i = 0; i < n; ++i) taken.push_back(element ? element->load_at(i) : from->load());
    call.self_as<VectorObject>().assign(taken);
    return self_result(call);
}

Result python_only(Call& call) {
    fail(call, "is available only in Python");
}

Result label(Call& call) {
    if (call.size() > 0) call.self_as<VectorObject>().set_label(call.string(0));
    return call.self_as<VectorObject>().label();
}

}  // namespace

std::vector<MethodDefinition> vector_element_methods() {
    return {
        {"size", "vec.size()", "Number of elements.", size},
        {"buffer_size", "vec.buffer_size(n)", "Capacity in elements; with n, sets it.", buffer_size},
        {"resize", "vec.resize(n)", "Changes the number of elements; new elements are 0.", resize},
        {"clear", "vec.clear()", "Changes the size to 0 and keeps the capacity.", clear},
        {"get", "vec.get(i)", "Element i.", get},
        {"set", "vec.set(i, value)", "Sets element i to value.", set},
        {"fill", "vec.fill(value, start, end)", "Assigns value to elements start to end, or to all.", fill},
        {"append", "vec.append(value or Vector, ...)", "Adds numbers and copies of Vectors at the end.", append},
        {"insrt", "vec.insrt(i, value or Vector, ...)", "Inserts numbers and copies of Vectors before element i.",
         insrt},
        {"remove", "vec.remove(start, end)", "Removes elements start to end; without end, removes only element start.",
         remove},
        {"c", "vec.c(start, end)", "A new Vector with a copy of elements start to end, or of all.", slice_copy},
        {"at", "vec.at(start, end)", "A new Vector with a copy of elements start to end, or of all.", slice_copy},
        {"cl", "vec.cl(start, end)", "Like c, but also copies the label.", labelled_copy},
        {"copy", "vec.copy(source, destination_start, source_start, source_end, destination_step, source_step)",
         "Copies elements of source into this Vector, selected by ranges or by Vectors of indices.", copy},
        {"from_double", "vec.from_double(n, &x)", "Copies n numbers into this Vector, beginning with x.", from_double},
        {"from_python", "vec.from_python(list)", "Copies a Python list into this Vector; available only in Python.",
         python_only},
        {"to_python", "vec.to_python(list)", "Copies the elements to a Python list; available only in Python.",
         python_only},
        {"as_numpy", "vec.as_numpy()", "A NumPy view of the elements; available only in Python.", python_only},
        {"label", "vec.label(name)", "The name shown in graphs; with an argument, sets it.", label},
    };
}

}  // namespace ranvier::hoc
