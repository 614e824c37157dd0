#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/data/files/file.hpp"
#include "hoc_like/library/data/files/format.hpp"
#include "hoc_like/library/data/matrix/matrix.hpp"

namespace ranvier::hoc {

namespace {

using Elements = MatrixObject::Values;

std::string text_of(const Elements& m, const std::string& element_format, const std::string& row_end) {
    std::string text;
    for (Eigen::Index i = 0; i < m.rows(); ++i) {
        for (Eigen::Index j = 0; j < m.cols(); ++j) text += format_number(element_format, m(i, j));
        text += row_end;
    }
    return text;
}

Result print_matrix(Call& call) {
    const Elements& m = matrix_of(call);
    call.interpreter().print(text_of(m, call.string_or(0, " %-8.3g"), call.string_or(1, "\n")));
    return 0.0;
}

/// m.fprint(with_size, file, "element format", "row end"); with_size is optional, with default 1.
Result print_to_file(Call& call) {
    const Elements& m = matrix_of(call);
    int next = 0;
    const bool with_size = call.is_number(0) ? whole_argument(call, next++, 0, 1, "with_size") == 1 : true;
    std::FILE* file = file_argument(call, next);
    if (with_size) std::fprintf(file, "%ld %ld\n", static_cast<long>(m.rows()), static_cast<long>(m.cols()));
    const std::string text = text_of(m, call.string_or(next + 1, " %-8.3g"), call.string_or(next + 2, "\n"));
    std::fwrite(text.data(), 1, text.size(), file);
    return 0.0;
}

double required_number(const Call& call, std::FILE* file) {
    if (const auto value = read_number(file)) return *value;
    fail(call, "no more numbers in the file");
}

Result scan_matrix(Call& call) {
    std::FILE* file = file_argument(call, 0);
    const bool given = call.size() > 1;
    const double rows = given ? call.number(1) : required_number(call, file);
    const double columns = given ? call.number(2) : required_number(call, file);
    if (!(rows >= 1 && columns >= 1 && rows * columns < 1e10))
        fail(call, "the numbers of rows and columns must be 1 or more");
    Elements m(static_cast<Eigen::Index>(rows), static_cast<Eigen::Index>(columns));
    for (Eigen::Index i = 0; i < m.rows(); ++i) {
        for (Eigen::Index j = 0; j < m.cols(); ++j) m(i, j) = required_number(call, file);
    }
    changed_matrix(call) = std::move(m);
    return 0.0;
}

}  // namespace

std::vector<MethodDefinition> matrix_text_methods() {
    return {
        {"printf", "m.printf(\"element format\", \"row end\")", "Prints the elements.", print_matrix},
        {"fprint", "m.fprint(with_size, file, \"element format\", \"row end\")",
         "Writes the size (unless with_size is 0) and the elements to a File.", print_to_file},
        {"scanf", "m.scanf(file, rows, columns)",
         "Reads the elements from a File; without rows and columns, reads the size first.", scan_matrix},
    };
}

}  // namespace ranvier::hoc
