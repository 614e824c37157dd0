#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <unsupported/Eigen/MatrixFunctions>
#include <utility>
#include <variant>

#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/matrix/matrix.hpp"
#include "hoc_like/library/data/vector/vector.hpp"

namespace ranvier::hoc {

/// Factors with the pivots that a full or a sparse Matrix takes.
struct MatrixObject::Factors {
    template <class Decomposition>
    explicit Factors(Decomposition made) : lu{std::move(made)} {}
    Eigen::Index rows() const {
        return std::visit([](const auto& each) { return each.rows(); }, lu);
    }
    Eigen::VectorXd solve(const Eigen::VectorXd& b) const {
        return std::visit([&b](const auto& each) -> Eigen::VectorXd { return each.solve(b); }, lu);
    }

    std::variant<Eigen::FullPivLU<Values>, Eigen::PartialPivLU<Values>> lu;
};

namespace {

using Elements = MatrixObject::Values;

/// Stores the result in the Matrix of argument i if there is one, else in a new one.
Result deliver(Call& call, int i, Elements result) {
    if (!call.is_object(i)) return make_matrix(call.interpreter(), std::move(result));
    call.native<MatrixObject>(i).elements.change() = std::move(result);
    return call.object(i);
}

/// Stores the result in the Matrix of argument i if there is one, else in the method's own Matrix.
Result deliver_here(Call& call, int i, Elements result) {
    if (call.is_object(i)) return deliver(call, i, std::move(result));
    changed_matrix(call) = std::move(result);
    return self_result(call);
}

Eigen::VectorXd column_of(const VectorObject& vector) {
    return Eigen::Map<const Eigen::VectorXd>(vector.values().data(), static_cast<Eigen::Index>(vector.values().size()));
}

Result deliver_vector(Call& call, int i, const Eigen::VectorXd& result) {
    ObjectPtr object;
    destination_vector(call, i, object).values().assign(result.data(), result.data() + result.size());
    return object;
}

void require_square(const Call& call) {
    const Elements& m = matrix_of(call);
    if (m.rows() != m.cols()) fail(call, fmt::format("the Matrix must be square; it is {} x {}", m.rows(), m.cols()));
}

Result mulv(Call& call) {
    const Elements& m = matrix_of(call);
    const Eigen::VectorXd v = column_of(call.native<VectorObject>(0));
    if (v.size() != m.cols())
        fail(call, fmt::format("the Vector has {} elements, but {} are needed", v.size(), m.cols()));
    // Sums each row from the left: results are compared with NEURON's.
    Eigen::VectorXd product = Eigen::VectorXd::Zero(m.rows());
    for (Eigen::Index i = 0; i < m.rows(); ++i) {
        for (Eigen::Index j = 0; j < m.cols(); ++j) product(i) += m(i, j) * v(j);
    }
    return deliver_vector(call, 1, product);
}

Result mulm(Call& call) {
    const Elements& a = matrix_of(call);
    const Elements& b = call.native<MatrixObject>(0).elements.values();
    if (a.cols() != b.rows()) fail(call, fmt::format("{} columns don't fit {} rows", a.cols(), b.rows()));
    return deliver(call, 1, a * b);
}

Result muls(Call& call) {
    return deliver_here(call, 1, matrix_of(call) * call.number(0));
}

Result add(Call& call) {
    const Elements& a = matrix_of(call);
    const Elements& b = call.native<MatrixObject>(0).elements.values();
    if (a.rows() != b.rows() || a.cols() != b.cols()) fail(call, "both matrices must have the same size");
    return deliver_here(call, 1, a + b);
}

/// m.bcopy(row, column, rows, columns, to_row, to_column, target); the last three may be left out.
Result bcopy(Call& call) {
    const Elements& m = matrix_of(call);
    const auto row = static_cast<Eigen::Index>(whole_argument(call, 0, 0, m.rows() - 1, "row"));
    const auto column = static_cast<Eigen::Index>(whole_argument(call, 1, 0, m.cols() - 1, "column"));
    const auto rows = static_cast<Eigen::Index>(whole_argument(call, 2, 1, m.rows() - row, "number of rows"));
    const auto columns = static_cast<Eigen::Index>(whole_argument(call, 3, 1, m.cols() - column, "number of columns"));
    Eigen::Index to_row = 0, to_column = 0;
    int target = 4;
    if (call.is_number(4)) {
        to_row = static_cast<Eigen::Index>(whole_argument(call, 4, 0, 1'000'000'000, "target row"));
        to_column = static_cast<Eigen::Index>(whole_argument(call, 5, 0, 1'000'000'000, "target column"));
        target = 6;
    }
    const Elements block = m.block(row, column, rows, columns);
    Elements result =
        call.is_object(target) ? call.native<MatrixObject>(target).elements.values() : Elements::Zero(rows, columns);
    const Eigen::Index needed_rows = std::max(result.rows(), to_row + rows);
    const Eigen::Index needed_columns = std::max(result.cols(), to_column + columns);
    result.conservativeResizeLike(Elements::Zero(needed_rows, needed_columns));
    result.block(to_row, to_column, rows, columns) = block;
    return deliver(call, target, std::move(result));
}

Result copy(Call& call) {
    return deliver(call, 0, matrix_of(call));
}

Result transpose(Call& call) {
    return deliver(call, 0, matrix_of(call).transpose());
}

Result inverse(Call& call) {
    require_square(call);
    return deliver(call, 0, matrix_of(call).inverse());
}

using FullFactors = Eigen::FullPivLU<Elements>;
using SparseFactors = Eigen::PartialPivLU<Elements>;

/// Pivots are chosen as in NEURON, with whose results ours are compared.
std::shared_ptr<MatrixObject::Factors> factors_of(const Call& call) {
    const Elements& m = matrix_of(call);
    if (!call.self_as<MatrixObject>().is_sparse) return std::make_shared<MatrixObject::Factors>(FullFactors{m});
    SparseFactors lu{m};
    if (lu.matrixLU().diagonal().cwiseAbs().minCoeff() == 0.0) fail(call, "the sparse Matrix is singular");
    return std::make_shared<MatrixObject::Factors>(std::move(lu));
}

/// x for which m x = b; one of them, or the nearest, if a full Matrix is singular. `use_former`: m is what it was at the
/// latest call, if there was one and m has kept its size.
Eigen::VectorXd solution(const Call& call, const Eigen::VectorXd& b, bool use_former) {
    auto& factors = call.self_as<MatrixObject>().factors;
    if (!use_former || !factors || factors->rows() != b.size()) factors = factors_of(call);
    return factors->solve(b);
}

Result solv(Call& call) {
    require_square(call);
    const Eigen::VectorXd b = column_of(call.native<VectorObject>(0));
    if (b.size() != matrix_of(call).rows()) {
        fail(call, fmt::format("the Vector has {} elements, but {} are needed", b.size(), matrix_of(call).rows()));
    }
    // The destination and use_former may come in either order.
    const bool use_former = (call.is_number(1) && call.number(1) != 0) || (call.is_number(2) && call.number(2) != 0);
    return deliver_vector(call, call.is_object(1) ? 1 : 2, solution(call, b, use_former));
}

/// Mantissa and decimal exponent of the determinant: det = mantissa * 10^exponent, |mantissa| in [1, 10).
Result det(Call& call) {
    require_square(call);
    const Eigen::PartialPivLU<Elements> lu{matrix_of(call)};
    double mantissa = static_cast<double>(lu.permutationP().determinant());
    int exponent = 0;
    for (Eigen::Index i = 0; i < matrix_of(call).rows(); ++i) {
        mantissa *= lu.matrixLU()(i, i);
        if (mantissa == 0.0) break;
        for (; std::fabs(mantissa) >= 1e12; exponent += 12) mantissa *= 1e-12;
        for (; std::fabs(mantissa) < 1e-12; exponent -= 12) mantissa *= 1e12;
    }
    if (mantissa == 0.0) {
        exponent = 0;
    } else {
        for (; std::fabs(mantissa) >= 10.0; ++exponent) mantissa *= 0.1;
        for (; std::fabs(mantissa) < 1.0; --exponent) mantissa *= 10.0;
    }
    call.reference(0)->store(exponent);
    return mantissa;
}

Result exponential(Call& call) {
    require_square(call);
    return deliver(call, 0, matrix_of(call).exp());
}

Result pow(Call& call) {
    require_square(call);
    const auto k = whole_argument(call, 0, 0, 100, "power");
    Elements result = Elements::Identity(matrix_of(call).rows(), matrix_of(call).cols());
    for (long long i = 0; i < k; ++i) result = result * matrix_of(call);
    return deliver(call, 1, std::move(result));
}

/// Stores the eigenvectors in the columns of the argument, in the order of the general solver, like NEURON.
Result symmeig(Call& call) {
    require_square(call);
    const Eigen::EigenSolver<Elements> solver{matrix_of(call)};
    call.native<MatrixObject>(0).elements.change() = solver.eigenvectors().real();
    const Eigen::VectorXd eigenvalues = solver.eigenvalues().real();
    return make_vector(call.interpreter(), {eigenvalues.data(), eigenvalues.data() + eigenvalues.size()});
}

/// m = u^T diag(d) v: the arguments receive u and v; the singular values come back in descending order.
Result svd(Call& call) {
    const Eigen::JacobiSVD<Elements> solver{matrix_of(call), Eigen::ComputeFullU | Eigen::ComputeFullV};
    if (call.size() > 1) {
        call.native<MatrixObject>(0).elements.change() = solver.matrixU().transpose();
        call.native<MatrixObject>(1).elements.change() = solver.matrixV().transpose();
    }
    const Eigen::VectorXd& d = solver.singularValues();
    return make_vector(call.interpreter(), {d.data(), d.data() + d.size()});
}

}  // namespace

std::vector<MethodDefinition> matrix_algebra_methods() {
    return {
        {"mulv", "m.mulv(vec, destination)", "The product with a Vector.", mulv},
        {"mulm", "m.mulm(other, destination)", "The product with a Matrix.", mulm},
        {"muls", "m.muls(number, destination)", "The product with a number, stored in this Matrix or in destination.",
         muls},
        {"add", "m.add(other, destination)", "The sum with another Matrix, stored in this Matrix or in destination.",
         add},
        {"bcopy", "m.bcopy(row, column, rows, columns, to_row, to_column, destination)",
         "Copies a block to a new Matrix or to destination.", bcopy},
        {"c", "m.c(destination)", "A copy.", copy},
        {"transpose", "m.transpose(destination)", "The transposed Matrix.", transpose},
        {"inverse", "m.inverse(destination)", "The inverse.", inverse},
        {"solv", "m.solv(b, destination, use_former)",
         "The Vector x for which m x = b. use_former 1: as if m still had the elements of the latest call.", solv},
        {"det", "m.det(&exponent)", "Mantissa of the determinant; the determinant is this mantissa times 10^exponent.",
         det},
        {"exp", "m.exp(destination)", "The matrix exponential.", exponential},
        {"pow", "m.pow(k, destination)", "The Matrix raised to the power k, a whole number up to 100.", pow},
        {"symmeig", "m.symmeig(eigenvectors)",
         "Eigenvalues of a symmetric Matrix; stores the eigenvectors as the columns of the argument.", symmeig},
        {"svd", "m.svd(u, v)", "The singular values d, where m = u^T diag(d) v.", svd},
    };
}

}  // namespace ranvier::hoc
