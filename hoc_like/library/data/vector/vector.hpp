#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

/// hoc's Vector: a growable list of numbers.
///
/// 1. The numbers are shared: a recorder or player keeps them even after the script's object is deleted.
/// 2. Methods change the numbers in place; `data()` returns the same pointer throughout the object's lifetime.
class VectorObject final : public Native {
  public:
    static constexpr std::string_view class_name = "Vector";
    using Values = std::vector<double>;

    VectorObject() : values_{std::make_shared<Values>()} {}
    explicit VectorObject(Values values) : values_{std::make_shared<Values>(std::move(values))} {}

    Values& values() { return *values_; }
    const Values& values() const { return *values_; }
    const std::shared_ptr<Values>& data() const { return values_; }
    /// Gives the Vector these numbers, which must not be its own. As long as they fit into its memory, it keeps that, and
    /// NumPy arrays that share it (as_numpy) follow.
    void assign(const Values& numbers) { values_->assign(numbers.begin(), numbers.end()); }

    const std::string& label() const { return label_; }
    void set_label(std::string label) { label_ = std::move(label); }

    /// Keeps `companion` alive as long as this object.
    void attach(std::shared_ptr<void> companion) { companions_.push_back(std::move(companion)); }
    /// Whether something has been attached: it records, or is played.
    bool is_linked() const { return !companions_.empty(); }

  private:
    std::shared_ptr<Values> values_;
    std::string label_;
    std::vector<std::shared_ptr<void>> companions_;
};

/// A new Vector object for a method that returns one.
ObjectPtr make_vector(Interpreter& interpreter, VectorObject::Values values);

/// The Vector in argument i if there is one, else a new one; `object` becomes the method's result.
VectorObject& destination_vector(const Call& call, int i, ObjectPtr& object);

/// The class without record, play and play_remove, which the caller adds before registering it.
ClassDefinition vector_class();

/// &vec.x[i]; using the reference is an error once the Vector has become too short.
NumberRefPtr vector_element(std::shared_ptr<VectorObject::Values> values, std::size_t i, std::string name);

// The methods by subject, one file per subject.
std::vector<MethodDefinition> vector_element_methods();
std::vector<MethodDefinition> vector_arithmetic_methods();
std::vector<MethodDefinition> vector_search_methods();
std::vector<MethodDefinition> vector_statistics_methods();
std::vector<MethodDefinition> vector_transform_methods();
std::vector<MethodDefinition> vector_signal_methods();
std::vector<MethodDefinition> vector_histogram_methods();
std::vector<MethodDefinition> vector_file_methods();
std::vector<MethodDefinition> vector_random_methods();
std::vector<MethodDefinition> vector_feature_methods();
std::vector<MethodDefinition> vector_fit_methods();

}  // namespace ranvier::hoc
