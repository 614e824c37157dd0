#pragma once

#include <Eigen/Dense>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/cell/watched_matrix.hpp"
#include "hoc_like/language/interface/call.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/language/interface/registry.hpp"

namespace ranvier::hoc {

/// hoc's Matrix. All storage types (full, sparse, banded) are stored as full matrices, with the same results.
class MatrixObject final : public Native {
  public:
    static constexpr std::string_view class_name = "Matrix";
    using Values = Eigen::MatrixXd;

    explicit MatrixObject(Values matrix, bool sparse = false) : elements{std::move(matrix)}, is_sparse{sparse} {}
    engine::WatchedMatrix elements;
    bool is_sparse;  ///< made with the storage type 2
    struct Factors;
    std::shared_ptr<Factors> factors;  ///< of the elements that they had at the latest solv; null: none yet
};

/// The elements of the Matrix on which a method was called.
inline const MatrixObject::Values& matrix_of(const Call& call) {
    return call.self_as<MatrixObject>().elements.values();
}

/// The same elements, for modification.
inline MatrixObject::Values& changed_matrix(const Call& call) {
    return call.self_as<MatrixObject>().elements.change();
}

/// The elements of a Matrix, row by row, from the one that `&m.x[i][j]` refers to; nothing if the reference is to
/// something else.
std::optional<std::vector<double>> rows_from(const NumberRef& reference);

/// Counts the changes of the Matrix to whose element the reference is; 0 if it is to something else.
std::uint64_t changes_from(const NumberRef& reference);

ObjectPtr make_matrix(Interpreter& interpreter, MatrixObject::Values values);

void register_matrix(Registry& registry);

// Methods by subject.
std::vector<MethodDefinition> matrix_element_methods();
std::vector<MethodDefinition> matrix_algebra_methods();
std::vector<MethodDefinition> matrix_text_methods();

}  // namespace ranvier::hoc
