#include "hoc_like/language/machine/references.hpp"

#include <stdexcept>

#include "hoc_like/language/interface/element_ref.hpp"

namespace ranvier::hoc {
namespace {

class NumberPlace final : public NumberRef {
  public:
    NumberPlace(double* place, LifePtr life, std::string name)
        : place_{place}, life_{std::move(life)}, name_{std::move(name)} {}
    double load() const override { return *check(); }
    void store(double value) override { *check() = value; }
    double* address() const override { return check(); }
    std::string describe() const override { return name_; }

  private:
    double* check() const {
        if (life_ && life_->over)
            throw std::runtime_error{"the variable " + name_ + " no longer exists" + life_->since()};
        return place_;
    }
    double* place_;
    LifePtr life_;
    std::string name_;
};

class ElementPlace final : public ElementReference {
  public:
    ElementPlace(NumberArray& array, std::size_t index, std::string name)
        : array_{&array}, life_{array.mortal.life()}, index_{index}, name_{std::move(name)} {}
    double load() const override { return *at(0); }
    void store(double value) override { *at(0) = value; }
    double* address() const override { return at(0); }
    std::string describe() const override { return name_ + "[" + std::to_string(index_) + "]"; }
    double* at(long long offset) const override {
        if (life_->over) throw std::runtime_error{"the array " + name_ + " no longer exists" + life_->since()};
        const long long index = static_cast<long long>(index_) + offset;
        if (index < 0 || index >= static_cast<long long>(array_->data.size())) {
            throw std::out_of_range{"index " + std::to_string(index) + " is outside of " + name_ + ", which has " +
                                    std::to_string(array_->data.size()) + " elements"};
        }
        return &array_->data[static_cast<std::size_t>(index)];
    }

  private:
    NumberArray* array_;
    LifePtr life_;
    std::size_t index_;
    std::string name_;
};

class HostPlace final : public NumberRef {
  public:
    explicit HostPlace(const VariableDefinition& variable) : variable_{&variable} {}
    double load() const override { return variable_->address ? *variable_->address : variable_->load(); }
    void store(double value) override {
        if (variable_->store) {
            variable_->store(value);
        } else if (variable_->address) {
            *variable_->address = value;
        } else {
            throw std::runtime_error{variable_->name + " can only be read"};
        }
    }
    double* address() const override { return variable_->address; }
    std::string describe() const override { return variable_->name; }

  private:
    const VariableDefinition* variable_;
};

class PropertyPlace final : public NumberRef {
  public:
    PropertyPlace(const ObjectPtr& object, const PropertyDefinition& property, std::vector<long long> index)
        : object_{object}, property_{&property}, index_{std::move(index)} {}
    double load() const override { return property_->load(*object_->native(), index_); }
    void store(double value) override {
        if (!property_->store) throw std::runtime_error{describe() + " can only be read"};
        property_->store(*object_->native(), index_, value);
    }
    std::string describe() const override {
        std::string text = object_->name() + "." + property_->name;
        for (const auto i : index_) text += "[" + std::to_string(i) + "]";
        return text;
    }

  private:
    ObjectPtr object_;
    const PropertyDefinition* property_;
    std::vector<long long> index_;
};

}  // namespace

NumberRefPtr refer_to_number(double* place, LifePtr life, std::string name) {
    return std::make_shared<NumberPlace>(place, std::move(life), std::move(name));
}

NumberRefPtr refer_to_element(NumberArray& array, std::size_t index, std::string name) {
    return std::make_shared<ElementPlace>(array, index, std::move(name));
}

NumberRefPtr refer_to_host(const VariableDefinition& variable) {
    if (variable.reference) return variable.reference();
    return std::make_shared<HostPlace>(variable);
}

NumberRefPtr refer_to_property(const ObjectPtr& object, const PropertyDefinition& property,
                               std::vector<long long> index) {
    if (property.reference) return property.reference(object, index);
    return std::make_shared<PropertyPlace>(object, property, std::move(index));
}

}  // namespace ranvier::hoc
