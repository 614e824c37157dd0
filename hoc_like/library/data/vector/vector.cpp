#include "hoc_like/library/data/vector/vector.hpp"

#include <span>

#include <fmt/format.h>

#include <stdexcept>

#include "hoc_like/language/interface/element_ref.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/vector/values_from.hpp"

namespace ranvier::hoc {

namespace {

std::size_t checked(const VectorObject::Values& values, long long i) {
    if (i < 0 || static_cast<std::size_t>(i) >= values.size()) {
        throw std::out_of_range(
            fmt::format("subscript {} of x is out of range: the Vector has size {}", i, values.size()));
    }
    return static_cast<std::size_t>(i);
}

long long first(std::span<const long long> index) {
    return index.empty() ? 0 : index[0];
}

VectorObject::Values& values_of(Native& native) {
    return static_cast<VectorObject&>(native).values();
}

class ElementRef final : public ElementReference {
  public:
    ElementRef(std::shared_ptr<VectorObject::Values> values, std::size_t i, std::string name)
        : values_{std::move(values)}, i_{i}, name_{std::move(name)} {}
    double load() const override { return (*values_)[checked(*values_, static_cast<long long>(i_))]; }
    void store(double value) override { (*values_)[checked(*values_, static_cast<long long>(i_))] = value; }
    double* address() const override { return &(*values_)[checked(*values_, static_cast<long long>(i_))]; }
    std::string describe() const override { return fmt::format("{}.x[{}]", name_, i_); }
    double* at(long long offset) const override {
        return &(*values_)[checked(*values_, static_cast<long long>(i_) + offset)];
    }
    VectorPart following() const { return {values_, i_}; }

  private:
    std::shared_ptr<VectorObject::Values> values_;
    std::size_t i_;
    std::string name_;
};

PropertyDefinition elements() {
    PropertyDefinition x;
    x.name = "x";
    x.doc = "An element: vec.x[i], where 0 <= i < vec.size().";
    x.dimensions = 1;
    x.needs_indices = true;
    x.load = [](Native& native, std::span<const long long> index) {
        const auto& values = values_of(native);
        return values[checked(values, first(index))];
    };
    x.store = [](Native& native, std::span<const long long> index, double value) {
        auto& values = values_of(native);
        values[checked(values, first(index))] = value;
    };
    x.place = [](Native& native, long long i) -> double* {
        auto& values = values_of(native);
        return i >= 0 && static_cast<std::size_t>(i) < values.size() ? &values[static_cast<std::size_t>(i)] : nullptr;
    };
    x.reference = [](const ObjectPtr& object, std::span<const long long> index) {
        auto* vector = object.as<VectorObject>();
        return vector_element(vector->data(), checked(vector->values(), first(index)), object->name());
    };
    return x;
}

std::unique_ptr<Native> construct_vector(Call& call) {
    constexpr long long most = 10'000'000'000;
    const auto size = static_cast<std::size_t>(whole_or(call, 0, 0, most, "size", 0));
    require_memory(call, static_cast<double>(size), "a Vector");
    return std::make_unique<VectorObject>(VectorObject::Values(size, call.number_or(1, 0.0)));
}

}  // namespace

std::optional<VectorPart> part_from(const NumberRef& reference) {
    const auto* element = dynamic_cast<const ElementRef*>(&reference);
    return element ? std::optional(element->following()) : std::nullopt;
}

NumberRefPtr vector_element(std::shared_ptr<VectorObject::Values> values, std::size_t i, std::string name) {
    return std::make_shared<ElementRef>(std::move(values), i, std::move(name));
}

ObjectPtr make_vector(Interpreter& interpreter, VectorObject::Values values) {
    return interpreter.make(VectorObject::class_name, std::make_unique<VectorObject>(std::move(values)));
}

VectorObject& destination_vector(const Call& call, int i, ObjectPtr& object) {
    if (call.is_object(i)) {
        VectorObject& vector = call.native<VectorObject>(i);
        object = call.object(i);
        return vector;
    }
    object = make_vector(call.interpreter(), {});
    return *object.as<VectorObject>();
}

ClassDefinition vector_class() {
    ClassDefinition definition;
    definition.name = VectorObject::class_name;
    definition.signature = "new Vector(size, value)";
    definition.doc = "A growable list of numbers; both arguments default to 0.";
    definition.construct = construct_vector;
    definition.properties = {elements()};
    for (auto* methods :
         {vector_element_methods, vector_arithmetic_methods, vector_search_methods, vector_statistics_methods,
          vector_transform_methods, vector_signal_methods, vector_histogram_methods, vector_file_methods,
          vector_random_methods, vector_feature_methods, vector_fit_methods}) {
        append_methods(definition.methods, methods());
    }
    return definition;
}

}  // namespace ranvier::hoc
