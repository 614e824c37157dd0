#include <fmt/format.h>

#include <stdexcept>

#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/matrix/matrix.hpp"
#include "hoc_like/library/data/vector/vector.hpp"

namespace ranvier::hoc {

namespace {

using Elements = MatrixObject::Values;

Eigen::Index row(const Call& call, int i) {
    return static_cast<Eigen::Index>(whole_argument(call, i, 0, matrix_of(call).rows() - 1, "row"));
}

Eigen::Index column(const Call& call, int i) {
    return static_cast<Eigen::Index>(whole_argument(call, i, 0, matrix_of(call).cols() - 1, "column"));
}

Eigen::Index size_argument(const Call& call, int i, std::string_view what) {
    return static_cast<Eigen::Index>(whole_argument(call, i, 1, 1'000'000'000, what));
}

Result nrow(Call& call) {
    return static_cast<double>(matrix_of(call).rows());
}

Result ncol(Call& call) {
    return static_cast<double>(matrix_of(call).cols());
}

/// Keeps the elements that fit both sizes; new ones are 0.
Result resize(Call& call) {
    const Eigen::Index rows = size_argument(call, 0, "number of rows"),
                       columns = size_argument(call, 1, "number of columns");
    require_memory(call, static_cast<double>(rows) * static_cast<double>(columns), "a Matrix");
    changed_matrix(call).conservativeResizeLike(Elements::Zero(rows, columns));
    return self_result(call);
}

Result getval(Call& call) {
    return matrix_of(call)(row(call, 0), column(call, 1));
}

Result setval(Call& call) {
    return changed_matrix(call)(row(call, 0), column(call, 1)) = call.number(2);
}

/// The size of a Vector that is assigned to a row, column or diagonal; fails if it exceeds `most`.
std::size_t elements_of(const Call& call, const VectorObject::Values& source, Eigen::Index most) {
    if (static_cast<Eigen::Index>(source.size()) > most) {
        fail(call, fmt::format("the Vector has {} elements, more than {}", source.size(), most));
    }
    return source.size();
}

/// Assigns a number to a whole row or column, or a Vector to its first elements.
template <class Part>
Result assign(Call& call, Part&& part) {
    if (!call.is_object(1)) {
        part.setConstant(call.number(1));
        return self_result(call);
    }
    const auto& source = call.native<VectorObject>(1).values();
    const std::size_t count = elements_of(call, source, part.size());
    for (std::size_t i = 0; i < count; ++i) part(static_cast<Eigen::Index>(i)) = source[i];
    return self_result(call);
}

template <class Part>
Result extract(Call& call, const Part& part) {
    ObjectPtr result;
    auto& to = destination_vector(call, 1, result).values();
    to.resize(static_cast<std::size_t>(part.size()));
    for (Eigen::Index i = 0; i < part.size(); ++i) to[static_cast<std::size_t>(i)] = part(i);
    return result;
}

Result getrow(Call& call) {
    return extract(call, matrix_of(call).row(row(call, 0)));
}

Result getcol(Call& call) {
    return extract(call, matrix_of(call).col(column(call, 0)));
}

Result setrow(Call& call) {
    return assign(call, changed_matrix(call).row(row(call, 0)));
}

Result setcol(Call& call) {
    return assign(call, changed_matrix(call).col(column(call, 0)));
}

/// A diagonal as a Vector has one element per row; elements outside the matrix are ignored.
Result setdiag(Call& call) {
    Elements& m = changed_matrix(call);
    const auto k = static_cast<Eigen::Index>(whole_argument(call, 0, -(m.rows() - 1), m.cols() - 1, "diagonal"));
    const auto* source = call.is_object(1) ? &call.native<VectorObject>(1).values() : nullptr;
    const double number = source ? 0.0 : call.number(1);
    const auto rows = source ? static_cast<Eigen::Index>(elements_of(call, *source, m.rows())) : m.rows();
    for (Eigen::Index i = std::max<Eigen::Index>(0, -k); i < rows && i + k < m.cols(); ++i) {
        m(i, i + k) = source ? (*source)[static_cast<std::size_t>(i)] : number;
    }
    return self_result(call);
}

Result getdiag(Call& call) {
    const Elements& m = matrix_of(call);
    const auto k = static_cast<Eigen::Index>(whole_argument(call, 0, -(m.rows() - 1), m.cols() - 1, "diagonal"));
    ObjectPtr result;
    auto& to = destination_vector(call, 1, result).values();
    to.resize(static_cast<std::size_t>(m.rows()), 0.0);
    for (Eigen::Index i = std::max<Eigen::Index>(0, -k); i < m.rows() && i + k < m.cols(); ++i) {
        to[static_cast<std::size_t>(i)] = m(i, i + k);
    }
    return result;
}

Result zero(Call& call) {
    changed_matrix(call).setZero();
    return self_result(call);
}

Result ident(Call& call) {
    changed_matrix(call).setIdentity();
    return self_result(call);
}

Result set(Call& call) {
    Elements& m = changed_matrix(call);
    int next = 0;
    for (Eigen::Index i = 0; i < m.rows(); ++i) {
        for (Eigen::Index j = 0; j < m.cols(); ++j) m(i, j) = call.number(next++);
    }
    return self_result(call);
}

Result to_vector(Call& call) {
    const Elements& m = matrix_of(call);
    ObjectPtr result;
    auto& to = destination_vector(call, 0, result).values();
    to.assign(m.data(), m.data() + m.size());  // both are ordered by column
    return result;
}

Result from_vector(Call& call) {
    Elements& m = changed_matrix(call);
    const auto& source = call.native<VectorObject>(0).values();
    if (static_cast<Eigen::Index>(source.size()) != m.size()) {
        fail(call, fmt::format("the Vector has {} elements, but {} are needed", source.size(), m.size()));
    }
    std::copy(source.begin(), source.end(), m.data());
    return self_result(call);
}

/// Number of nonzero elements of a row.
Result sprowlen(Call& call) {
    return static_cast<double>((matrix_of(call).row(row(call, 0)).array() != 0.0).count());
}

Result spgetrowval(Call& call) {
    const Elements& m = matrix_of(call);
    const Eigen::Index i = row(call, 0);
    auto left = whole_argument(call, 1, 0, m.cols() - 1, "element");
    for (Eigen::Index j = 0; j < m.cols(); ++j) {
        if (m(i, j) == 0.0 || left-- > 0) continue;
        if (call.size() > 2) call.reference(2)->store(static_cast<double>(j));
        return m(i, j);
    }
    fail(call, "the row has fewer nonzero elements");
}

engine::WatchedMatrix& matrix_in(Native& native) {
    return static_cast<MatrixObject&>(native).elements;
}

/// The row and column of an element.
std::pair<Eigen::Index, Eigen::Index> place(Native& native, std::span<const long long> index) {
    const Elements& m = matrix_in(native).values();
    const long long i = index.empty() ? 0 : index[0], j = index.size() < 2 ? 0 : index[1];
    if (i >= m.rows() || j >= m.cols() || i < 0 || j < 0) {
        throw std::out_of_range(
            fmt::format("x[{}][{}] is out of range: the Matrix has {} rows and {} columns", i, j, m.rows(), m.cols()));
    }
    return {static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(j)};
}

double element(Native& native, std::span<const long long> index) {
    const auto [i, j] = place(native, index);
    return matrix_in(native).values()(i, j);
}

void set_element(Native& native, std::span<const long long> index, double value) {
    const auto [i, j] = place(native, index);
    matrix_in(native).change()(i, j) = value;
}

std::unique_ptr<Native> construct_matrix(Call& call) {
    const Eigen::Index rows = call.size() > 0 ? size_argument(call, 0, "number of rows") : 1;
    const Eigen::Index columns = call.size() > 1 ? size_argument(call, 1, "number of columns") : 1;
    const bool is_sparse = whole_or(call, 2, 1, 3, "storage type", 1) == 2;
    require_memory(call, static_cast<double>(rows) * static_cast<double>(columns), "a Matrix");
    return std::make_unique<MatrixObject>(Elements::Zero(rows, columns), is_sparse);
}

/// &m.x[i][j]: the reference keeps the object alive.
class ElementRef final : public NumberRef {
  public:
    ElementRef(ObjectPtr object, long long i, long long j) : object_{std::move(object)}, index_{i, j} {}
    double load() const override { return element(*object_->native(), index_); }
    void store(double value) override { set_element(*object_->native(), index_, value); }
    std::string describe() const override { return fmt::format("{}.x[{}][{}]", object_->name(), index_[0], index_[1]); }
    std::uint64_t changes() const { return matrix_in(*object_->native()).changes(); }
    std::vector<double> rows() const {
        const Elements& m = matrix_in(*object_->native()).values();
        std::vector<double> all;
        for (Eigen::Index i = index_[0], j = index_[1]; i < m.rows(); ++i, j = 0) {
            for (; j < m.cols(); ++j) all.push_back(m(i, j));
        }
        return all;
    }

  private:
    ObjectPtr object_;
    long long index_[2];
};

PropertyDefinition elements() {
    PropertyDefinition x;
    x.name = "x";
    x.doc = "An element: m.x[row][column].";
    x.dimensions = 2;
    x.needs_indices = true;
    x.load = [](Native& native, std::span<const long long> index) { return element(native, index); };
    x.store = [](Native& native, std::span<const long long> index, double value) { set_element(native, index, value); };
    x.reference = [](const ObjectPtr& object, std::span<const long long> index) -> NumberRefPtr {
        element(*object->native(), index);
        return std::make_shared<ElementRef>(object, index.empty() ? 0 : index[0], index.size() < 2 ? 0 : index[1]);
    };
    return x;
}

}  // namespace

std::optional<std::vector<double>> rows_from(const NumberRef& reference) {
    const auto* element = dynamic_cast<const ElementRef*>(&reference);
    return element ? std::optional(element->rows()) : std::nullopt;
}

std::uint64_t changes_from(const NumberRef& reference) {
    const auto* element = dynamic_cast<const ElementRef*>(&reference);
    return element ? element->changes() : 0;
}

ObjectPtr make_matrix(Interpreter& interpreter, MatrixObject::Values values) {
    return interpreter.make(MatrixObject::class_name, std::make_unique<MatrixObject>(std::move(values)));
}

std::vector<MethodDefinition> matrix_element_methods() {
    return {
        {"nrow", "m.nrow()", "Number of rows.", nrow},
        {"ncol", "m.ncol()", "Number of columns.", ncol},
        {"resize", "m.resize(rows, columns)", "Changes the size; new elements are 0.", resize},
        {"getval", "m.getval(row, column)", "The element at row and column.", getval},
        {"setval", "m.setval(row, column, value)", "Sets the element at row and column to value.", setval},
        {"getrow", "m.getrow(row, vec)", "A row as a Vector.", getrow},
        {"getcol", "m.getcol(column, vec)", "A column as a Vector.", getcol},
        {"getdiag", "m.getdiag(k, vec)",
         "Diagonal k (0: the main diagonal; k > 0: above it) as a Vector with one element per row.", getdiag},
        {"setrow", "m.setrow(row, number or vec)", "Sets a row to a number or to the elements of a Vector.", setrow},
        {"setcol", "m.setcol(column, number or vec)", "Sets a column to a number or to the elements of a Vector.",
         setcol},
        {"setdiag", "m.setdiag(k, number or vec)", "Sets diagonal k to a number or to the elements of a Vector.",
         setdiag},
        {"zero", "m.zero()", "Sets all elements to 0.", zero},
        {"ident", "m.ident()", "Sets the diagonal to 1 and all other elements to 0.", ident},
        {"set", "m.set(...)", "Assigns all elements, row by row.", set},
        {"to_vector", "m.to_vector(vec)", "All elements as a Vector, column by column.", to_vector},
        {"from_vector", "m.from_vector(vec)", "Assigns all elements from a Vector, column by column.", from_vector},
        {"sprowlen", "m.sprowlen(row)", "Number of nonzero elements of a row.", sprowlen},
        {"spgetrowval", "m.spgetrowval(row, k, &column)", "The k-th nonzero element of a row.", spgetrowval},
    };
}

void register_matrix(Registry& registry) {
    ClassDefinition definition;
    definition.name = MatrixObject::class_name;
    definition.signature = "new Matrix(rows, columns, storage)";
    definition.doc =
        "A matrix whose elements are initially 0. The storage is 1 (full), 2 (sparse) or 3 (banded); all are stored as "
        "full.";
    definition.construct = construct_matrix;
    definition.properties = {elements()};
    for (auto* methods : {matrix_element_methods, matrix_algebra_methods, matrix_text_methods}) {
        append_methods(definition.methods, methods());
    }
    registry.add(std::move(definition));
}

}  // namespace ranvier::hoc
