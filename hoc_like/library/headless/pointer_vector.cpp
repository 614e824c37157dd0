#include <fmt/format.h>

#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/language/interface/registry.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/headless/graph.hpp"

namespace ranvier::hoc {

namespace {

class PointerVector final : public Native {
  public:
    explicit PointerVector(std::size_t size) : places(size) {}
    std::vector<NumberRefPtr> places;  ///< null until pset
    std::string label;
    double nothing = 0;  ///< shared by all elements that were not set, as in NEURON
};

double load(const PointerVector& vector, std::size_t i) {
    return vector.places[i] ? vector.places[i]->load() : vector.nothing;
}

void store(PointerVector& vector, std::size_t i, double value) {
    if (vector.places[i]) {
        vector.places[i]->store(value);
    } else {
        vector.nothing = value;
    }
}

std::size_t index(Call& call) {
    const auto last = static_cast<long long>(call.self_as<PointerVector>().places.size()) - 1;
    return static_cast<std::size_t>(whole_argument(call, 0, 0, last, "index"));
}

VectorObject::Values& vector_of_same_size(Call& call) {
    auto& values = call.native<VectorObject>(0).values();
    const std::size_t size = call.self_as<PointerVector>().places.size();
    if (values.size() != size) {
        fail(call, fmt::format("the Vector has {} elements, but the PtrVector has {}", values.size(), size));
    }
    return values;
}

Result set_place(Call& call) {
    const std::size_t i = index(call);
    call.self_as<PointerVector>().places[i] = call.reference(1);
    return load(call.self_as<PointerVector>(), i);
}

Result set_value(Call& call) {
    const std::size_t i = index(call);
    store(call.self_as<PointerVector>(), i, call.number(1));
    return load(call.self_as<PointerVector>(), i);
}

Result scatter(Call& call) {
    const auto& values = vector_of_same_size(call);
    for (std::size_t i = 0; i < values.size(); ++i) store(call.self_as<PointerVector>(), i, values[i]);
    return 0.;
}

Result gather(Call& call) {
    auto& values = vector_of_same_size(call);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = load(call.self_as<PointerVector>(), i);
    return 0.;
}

// plot(graph), (graph, x), (graph, color, brush), (graph, x, color, brush): x is a Vector or an interval.
Result plot(Call& call) {
    GraphObject& graph = call.native<GraphObject>(0);
    if (!graph.records()) return 0.;
    const PointerVector& vector = call.self_as<PointerVector>();
    const bool with_x = call.size() == 2 || call.size() == 4;
    const auto* x = with_x && call.is_object(1) ? &call.native<VectorObject>(1).values() : nullptr;
    const double interval = with_x && !x ? call.number(1) : 1.;
    const int looks = with_x ? 2 : 1;
    graph.begin_line(vector.label, static_cast<int>(call.number_or(looks, graph.color)),
                     static_cast<int>(call.number_or(looks + 1, graph.brush)));
    const std::size_t n = x ? std::min(x->size(), vector.places.size()) : vector.places.size();
    for (std::size_t i = 0; i < n; ++i)
        graph.add_point(x ? (*x)[i] : static_cast<double>(i) * interval, load(vector, i));
    return 0.;
}

}  // namespace

/// PtrVector: pointers to variables, which are read and set together.
void register_pointer_vector(Registry& registry) {
    ClassDefinition definition;
    definition.name = "PtrVector";
    definition.signature = "new PtrVector(size)";
    definition.doc = "A list of pointers to variables, which are read or set together.";
    definition.construct = [](Call& call) {
        return std::make_unique<PointerVector>(
            static_cast<std::size_t>(whole_argument(call, 0, 1, 2'000'000'000, "size")));
    };
    definition.methods = {
        {"size", "pv.size()", "Number of variables.",
         [](Call& call) -> Result { return static_cast<double>(call.self_as<PointerVector>().places.size()); }},
        {"resize", "pv.resize(size)", "Changes the number of variables; set new elements with pset.",
         [](Call& call) -> Result {
             call.self_as<PointerVector>().places.resize(
                 static_cast<std::size_t>(whole_argument(call, 0, 1, 2'000'000'000, "size")));
             return static_cast<double>(call.self_as<PointerVector>().places.size());
         }},
        {"pset", "pv.pset(i, &variable)", "Makes element i refer to the variable; returns its value.", set_place},
        {"getval", "pv.getval(i)", "Value of variable i.",
         [](Call& call) -> Result { return load(call.self_as<PointerVector>(), index(call)); }},
        {"setval", "pv.setval(i, value)", "Sets variable i.", set_value},
        {"scatter", "pv.scatter(vector)", "Copies the elements of a Vector of the same size to the variables.",
         scatter},
        {"gather", "pv.gather(vector)", "Copies the variables to the elements of a Vector of the same size.", gather},
        {"label", "pv.label([name])", "Label of the line drawn by plot; with an argument, sets it.",
         [](Call& call) -> Result {
             if (call.size()) call.self_as<PointerVector>().label = call.string(0);
             return call.self_as<PointerVector>().label;
         }},
        {"plot", "pv.plot(graph, x, color, brush)",
         "Plots the variables against x, which is a Vector or the interval between points.", plot},
    };
    registry.add(std::move(definition));
}

}  // namespace ranvier::hoc
