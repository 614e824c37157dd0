#include "hoc_like/language/machine/equations.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace ranvier::hoc {

void Equations::begin(double delta) {
    *this = {};
    delta_ = delta;
}

std::size_t Equations::index_of(const double* address) const {
    const auto found = std::find_if(unknowns_.begin(), unknowns_.end(),
                                    [&](const NumberRefPtr& unknown) { return unknown->address() == address; });
    return static_cast<std::size_t>(found - unknowns_.begin());
}

void Equations::declare(NumberRefPtr unknown) {
    if (!unknown->address()) throw std::runtime_error(unknown->describe() + " cannot be an unknown of equations");
    if (index_of(unknown->address()) < unknowns_.size()) {
        throw std::runtime_error(unknown->describe() + " is already an unknown; eqinit() starts a new system");
    }
    unknowns_.push_back(std::move(unknown));
}

void Equations::make_rows() {
    rows_.assign(unknowns_.size(), {});
    right_.assign(unknowns_.size(), 0.);
}

void Equations::choose_row(const NumberRef& unknown, bool anew) {
    row_ = index_of(unknown.address());
    if (row_ == unknowns_.size()) {
        throw std::runtime_error(unknown.describe() + " has no equation: declare it by depvar first");
    }
    if (rows_.size() != unknowns_.size()) make_rows();  // unknowns have been added
    is_open_ = false;
    read_.clear();
    if (!anew) return;
    for (auto& [column, value] : rows_[row_]) value = 0;
    right_[row_] = 0;
}

void Equations::note(const double* number) {
    if (is_open_) return;
    const auto k = index_of(number);
    if (k < unknowns_.size() && std::find(read_.begin(), read_.end(), k) == read_.end()) read_.push_back(k);
}

// Unknowns are taken from the back: first those that were not seen to be read (a called function may have read them),
// then the others, the last one read first.
void Equations::list_moves() {
    moves_ = read_;
    for (std::size_t k = unknowns_.size(); k-- > 0;) {
        if (std::find(read_.begin(), read_.end(), k) == read_.end()) moves_.push_back(k);
    }
}

void Equations::move_next() {
    moved_ = moves_.back();
    moves_.pop_back();
    before_ = number(moved_);
    number(moved_) += delta_;
}

bool Equations::take(bool is_left, double value) {
    const double f = is_left ? value : -value;
    if (!is_open_) {
        is_open_ = true;
        first_ = f;
        right_[row_] -= f;
        list_moves();
    } else {
        const bool is_read = std::find(read_.begin(), read_.end(), moved_) != read_.end();
        if (is_read || f != first_) {
            number(moved_) -= delta_;  // the last bit of the result may differ, as in NEURON
            rows_[row_][moved_] += (f - first_) / delta_;
        } else {
            number(moved_) = before_;
        }
    }
    if (!moves_.empty()) {
        move_next();
        return true;
    }
    is_open_ = false;
    read_.clear();
    return false;
}

/// The preferred column or, if its entry is 0, the column of the largest entry in the row.
std::size_t Equations::pivot_of(Row& row, std::size_t wanted) const {
    if (row[wanted] != 0) return wanted;
    row.erase(wanted);
    double most = 0;
    std::size_t found = wanted;
    for (const auto& [column, value] : row) {
        if (std::fabs(value) > most) {
            most = std::fabs(value);
            found = column;
        }
    }
    if (most == 0) {
        throw std::runtime_error("the equations have no unique solution; the matrix (see prmat()) is singular");
    }
    return found;
}

/// Makes the matrix triangular; returns the column of each row's pivot.
std::vector<std::size_t> Equations::eliminate() {
    const std::size_t n = unknowns_.size();
    std::vector<std::size_t> pivots(n);
    std::iota(pivots.begin(), pivots.end(), 0);
    for (std::size_t i = 0; i < n; ++i) {
        const std::size_t pivot = pivot_of(rows_[i], pivots[i]);
        std::swap(*std::find(pivots.begin(), pivots.end(), pivot), pivots[i]);
        for (std::size_t r = i + 1; r < n; ++r) {
            const auto entry = rows_[r].find(pivot);
            if (entry == rows_[r].end()) continue;
            const double ratio = entry->second / rows_[i][pivot];
            right_[r] -= right_[i] * ratio;
            rows_[r].erase(entry);
            for (const auto& [column, value] : rows_[i]) {
                if (column != pivot) rows_[r][column] -= value * ratio;
            }
        }
    }
    return pivots;
}

double Equations::solve() {
    if (rows_.size() != unknowns_.size()) make_rows();
    double sum = 0;
    for (const double residual : right_) sum += std::fabs(residual);
    const auto pivots = eliminate();
    std::vector<double> change(unknowns_.size());
    for (std::size_t i = unknowns_.size(); i-- > 0;) {
        for (const auto& [column, value] : rows_[i]) {
            if (column != pivots[i]) right_[i] -= value * change[column];
        }
        right_[i] /= rows_[i][pivots[i]];
        change[pivots[i]] = right_[i];
    }
    for (std::size_t i = 0; i < unknowns_.size(); ++i) {
        number(pivots[i]) += right_[i];
        sum += std::fabs(right_[i]);
        rows_[i].clear();
    }
    return sum;
}

std::string Equations::picture() const {
    const std::size_t n = rows_.size();
    std::string text = "\n\n    ";
    for (std::size_t i = 10; i <= n; i += 10) text += "         " + std::to_string(i % 100 / 10);
    text += "\n    ";
    for (std::size_t i = 1; i <= n; ++i) text += std::to_string(i % 10);
    text += "\n\n";
    for (std::size_t i = 0; i < n; ++i) {
        const std::string number = std::to_string(i + 1);
        text += std::string(number.size() < 3 ? 3 - number.size() : 0, ' ') + number + " ";
        std::string line;
        for (const auto& [column, value] : rows_[i]) line += std::string(column - line.size(), ' ') + "*";
        text += line + "\n";
    }
    return text;
}

}  // namespace ranvier::hoc
