#include "hoc_like/library/data/optimize/praxis.hpp"

#include <algorithm>
#include <cmath>

namespace ranvier::hoc {

namespace {

constexpr double epsilon = 1e-11;
constexpr double small = epsilon * epsilon;
constexpr double very_small = small * small;
constexpr double large = 1. / small;
constexpr double very_large = 1. / very_small;
constexpr int patience = 2;  // consecutive rounds without progress before the search ends
const double root_epsilon = std::sqrt(epsilon);
const double fourth_root_epsilon = std::sqrt(root_epsilon);

double square(double x) {
    return x * x;
}

// sqrt(a*a + b*b) without overflow, in the form of Golub and Reinsch.
double hypotenuse(double a, double b) {
    if (std::abs(a) < std::abs(b)) return std::abs(b) * std::sqrt(square(a / b) + 1);
    return a == 0 ? 0. : std::abs(a) * std::sqrt(square(b / a) + 1);
}

}  // namespace

PrincipalAxisSearch::PrincipalAxisSearch(Settings settings, Function function, std::function<double()> random,
                                         std::function<bool()> stopped,
                                         std::function<void(const std::vector<double>&)> after_round)
    : settings_{settings},
      function_{std::move(function)},
      random_{std::move(random)},
      stopped_{std::move(stopped)},
      after_round_{std::move(after_round)} {}

double PrincipalAxisSearch::evaluate(std::vector<double>& x) {
    const double value = function_(x);
    ++evaluations_;
    if (stopped_()) throw Stopped{};
    return value;
}

void PrincipalAxisSearch::parabola_weights(double l) {
    qa_ = l * (l - qd1_) / (qd0_ * (qd0_ + qd1_));
    qb_ = (l + qd0_) * (qd1_ - l) / (qd0_ * qd1_);
    qc_ = l * (l + qd0_) / (qd1_ * (qd0_ + qd1_));
}

double PrincipalAxisSearch::along(int direction, double distance, const std::vector<double>& x) {
    std::vector<double> there(x.size());
    if (direction < 0) parabola_weights(distance);
    for (int i = 0; i < n_; ++i) {
        const auto k = static_cast<std::size_t>(i);
        there[k] = direction < 0 ? qa_ * q0_[k] + qb_ * x[k] + qc_ * q1_[k] : x[k] + distance * v(i, direction);
    }
    return evaluate(there);
}

// The distance at which a second value on the line is computed.
double PrincipalAxisSearch::probe_step(double second, const std::vector<double>& x) const {
    const bool unknown = second < epsilon;
    double s = 0;
    for (const double xi : x) s += xi * xi;
    s = std::sqrt(s);
    double step =
        fourth_root_epsilon * std::sqrt(std::abs(fx_) / (unknown ? least_ : second) + s * ldt_) + root_epsilon * ldt_;
    s = fourth_root_epsilon * s + t_;
    if (unknown && step > s) step = s;
    return std::min(std::max(step, small), h_ * .01);
}

// The lowest point of the parabola with this slope at 0; `second` is half its second derivative.
double PrincipalAxisSearch::vertex(double slope, double second) const {
    const double at = second > small ? slope * -.5 / second : slope >= 0. ? -h_ : h_;
    if (std::abs(at) > h_) return at <= 0. ? -h_ : h_;
    return at;
}

// Halves the distance repeatedly while the value is above f0, the value at 0. False if the parabola must be fitted
// again instead, because `known` is higher than f0 too and lies on the same side.
bool PrincipalAxisSearch::halve(int j, const std::vector<double>& x, double f0, const Point& known, Point& tried,
                                int& tries, int most) {
    while (tries < most && tried.value > f0) {
        ++tries;
        if (f0 < known.value && known.at * tried.at > 0.) return false;
        tried.at *= .5;
        tried.value = along(j, tried.at, x);
    }
    return true;
}

void PrincipalAxisSearch::minimize(int j, int halvings, double& second, double& distance, double value,
                                   bool value_known, std::vector<double>& x) {
    const Point first{distance, value};
    const double f0 = fx_;
    Point known = first, lowest{0, fx_}, tried{0, 0};
    bool unknown = second < epsilon;
    const double step = probe_step(second, x);
    if (value_known) lowest = lower(lowest, known);
    if (!value_known || std::abs(distance) < step) {
        known.at = (distance < 0. ? -1. : 1.) * step;
        known.value = along(j, known.at, x);
    }
    lowest = lower(lowest, known);
    int tries = 0;
    do {
        if (unknown) {
            // Estimates the second derivative from another point.
            tried.at = f0 >= known.value ? known.at * 2. : -known.at;
            tried.value = along(j, tried.at, x);
            lowest = lower(lowest, tried);
            second = half_second_derivative(f0, known, tried);
        }
        unknown = true;
        tried.at = vertex((known.value - f0) / known.at - known.at * second, second);
        tried.value = along(j, tried.at, x);
    } while (!halve(j, x, f0, known, tried, tries, halvings));
    ++lines_;
    if (!(tried.value > lowest.value)) lowest = tried;
    if (std::abs(lowest.at * (lowest.at - known.at)) > small) {
        second = half_second_derivative(f0, known, lowest);
    } else if (tries > 0) {
        second = 0.;
    }
    if (second <= small) second = small;
    if (first.value < lowest.value) lowest = first;
    fx_ = lowest.value;
    distance = lowest.at;
    if (j < 0) return;
    for (int i = 0; i < n_; ++i) x[static_cast<std::size_t>(i)] += distance * v(i, j);
}

void PrincipalAxisSearch::extrapolate(std::vector<double>& x) {
    std::swap(fx_, qf1_);
    qd1_ = 0.;
    for (std::size_t i = 0; i < x.size(); ++i) {
        std::swap(x[i], q1_[i]);
        qd1_ += square(q1_[i] - x[i]);
    }
    qd1_ = std::sqrt(qd1_);
    double l = qd1_, s = 0.;
    if (qd0_ <= 0. || qd1_ <= 0. || lines_ < n_ * 3 * n_) {
        fx_ = qf1_;
        qa_ = qb_ = 0.;
        qc_ = 1.;
    } else {
        minimize(-1, 2, s, l, qf1_, true, x);
        parabola_weights(l);
    }
    qd0_ = qd1_;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double former = q0_[i];
        q0_[i] = x[i];
        x[i] = qa_ * former + qb_ * x[i] + qc_ * q1_[i];
    }
}

// Takes a random step, to leave valleys at the limit of precision. Returns its length along each direction.
std::vector<double> PrincipalAxisSearch::jump(std::vector<double>& x) {
    std::vector<double> steps(x.size());
    for (int i = 0; i < n_; ++i) {
        const double s = (ldt_ * .1 + t2_ * std::pow(10., static_cast<double>(idle_))) * (random_() - .5);
        steps[static_cast<std::size_t>(i)] = s;
        for (int j = 0; j < n_; ++j) x[static_cast<std::size_t>(j)] += s * v(j, i);
    }
    fx_ = evaluate(x);
    return steps;
}

double PrincipalAxisSearch::minimize_along(int direction, std::vector<double>& x) {
    double distance = 0.;
    minimize(direction, 2, d_[static_cast<std::size_t>(direction)], distance, fx_, false, x);
    return distance;
}

// Minimizes along each direction from k on, if need be once more after a random step. Returns the direction with the
// greatest gain.
int PrincipalAxisSearch::minimize_from(int k, std::vector<double>& x) {
    for (;;) {
        const std::vector<double> jumped = ill_ ? jump(x) : std::vector<double>{};
        int greatest = k;
        double most = 0.;
        for (int i = k; i < n_; ++i) {
            const auto at = static_cast<std::size_t>(i);
            const double before = fx_;
            const double s = minimize_along(i, x);
            const double gain = ill_ ? d_[at] * square(s + jumped[at]) : before - fx_;
            if (most <= gain) {
                most = gain;
                greatest = i;
            }
        }
        if (ill_ || !(most < std::abs(epsilon * 100 * fx_))) return greatest;
        ill_ = true;
    }
}

// Replaces direction `greatest` by the total displacement `way`, which has length `moved` and becomes direction k; f1
// is the value at its end. Minimizes along it; returns the distance moved.
double PrincipalAxisSearch::follow(const std::vector<double>& way, double moved, double f1, int k, int greatest,
                                   std::vector<double>& x) {
    for (int i = greatest - 1; i >= k; --i) {
        for (int j = 0; j < n_; ++j) v(j, i + 1) = v(j, i);
        d_[static_cast<std::size_t>(i) + 1] = d_[static_cast<std::size_t>(i)];
    }
    d_[static_cast<std::size_t>(k)] = 0.;
    for (int i = 0; i < n_; ++i) v(i, k) = way[static_cast<std::size_t>(i)] / moved;
    minimize(k, 4, d_[static_cast<std::size_t>(k)], moved, f1, true, x);
    if (moved > 0.) return moved;
    for (int i = 0; i < n_; ++i) v(i, k) = -v(i, k);
    return -moved;
}

// One pass over the directions from k on; false if the tolerance was reached.
bool PrincipalAxisSearch::improve(std::vector<double>& x, int k) {
    std::vector<double> way = x;
    const double former = fx_;
    if (idle_ > 0) ill_ = true;
    const int greatest = minimize_from(k, x);
    for (int i = 0; i < k; ++i) minimize_along(i, x);
    const double f1 = fx_;
    fx_ = former;
    double moved = 0.;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double before = way[i];
        way[i] = x[i] - before;
        x[i] = before;
        moved += way[i] * way[i];
    }
    moved = std::sqrt(moved);
    if (moved > small) moved = follow(way, moved, f1, k, greatest, x);
    ldt_ = .01 * ldt_;
    if (ldt_ < moved) ldt_ = moved;
    if (report_) report_(lines_, evaluations_, fx_, x);
    t2_ = 0.;
    for (const double xi : x) t2_ += xi * xi;
    t2_ = root_epsilon * std::sqrt(t2_) + t_;
    if (ldt_ > t2_ * .5) idle_ = -1;
    ++idle_;
    return idle_ <= patience;
}

void PrincipalAxisSearch::search(std::vector<double>& x) {
    for (int round = 1;; ++round) {
        const double former = d_[0];
        d_[0] = 0.;
        const double s = minimize_along(0, x);
        if (s <= 0.) {
            for (int i = 0; i < n_; ++i) v(i, 0) = -v(i, 0);
        }
        if (former <= d_[0] * .9 || former * .9 >= d_[0]) std::fill(d_.begin() + 1, d_.end(), 0.);
        if (n_ == 1) {
            if (std::abs(s) < t_) return;
        } else {
            for (int k = 1; k < n_; ++k) {
                if (!improve(x, k)) return;
            }
            extrapolate(x);
            double greatest = 0.;
            for (double& d : d_) {
                d = 1. / std::sqrt(d);
                if (greatest < d) greatest = d;
            }
            new_axes(greatest);
        }
        if (after_round_) after_round_(x);
        if (round == settings_.rounds) return;
    }
}

void PrincipalAxisSearch::new_axes(double largest) {
    for (int j = 0; j < n_; ++j) {
        const double s = d_[static_cast<std::size_t>(j)] / largest;
        for (int i = 0; i < n_; ++i) v(i, j) = s * v(i, j);
    }
    for (int i = 1; i < n_; ++i) {
        for (int j = 0; j < i; ++j) std::swap(v(i, j), v(j, i));
    }
    decompose();
    for (double& d : d_) {
        const double scaled = largest * d;
        if (scaled > large) {
            d = very_small;
        } else if (scaled < small) {
            d = very_large;
        } else {
            d = 1 / (scaled * scaled);
        }
    }
    sort_axes();
    least_ = std::max(d_.back(), small);
    ill_ = root_epsilon * d_[0] > least_;
}

// Stores the singular values of v in d_ and its right singular vectors in v: Golub and Reinsch, Numer. Math. 14:403-420
// (1970).
void PrincipalAxisSearch::decompose() {
    double norm = 0.;
    reduce_to_bidiagonal(norm);
    accumulate_right();
    diagonalise(epsilon * norm);
}

void PrincipalAxisSearch::reduce_to_bidiagonal(double& norm) {
    double g = 0.;
    for (int i = 0; i < n_; ++i) {
        const auto at = static_cast<std::size_t>(i);
        e_[at] = g;
        double s = 0.;
        for (int j = i; j < n_; ++j) s += square(v(j, i));
        g = 0.;
        if (s >= very_small) {
            double f = v(i, i);
            g = f >= 0. ? -std::sqrt(s) : std::sqrt(s);
            const double h = f * g - s;
            v(i, i) = f - g;
            for (int j = i + 1; j < n_; ++j) {
                f = 0.;
                for (int k = i; k < n_; ++k) f += v(k, i) * v(k, j);
                f /= h;
                for (int k = i; k < n_; ++k) v(k, j) += f * v(k, i);
            }
        }
        d_[at] = g;
        s = 0.;
        for (int j = i + 1; j < n_; ++j) s += v(i, j) * v(i, j);
        g = 0.;
        if (s >= very_small) {
            const double f = v(i, i + 1);
            g = f >= 0. ? -std::sqrt(s) : std::sqrt(s);
            const double h = f * g - s;
            v(i, i + 1) = f - g;
            for (int j = i + 1; j < n_; ++j) e_[static_cast<std::size_t>(j)] = v(i, j) / h;
            for (int j = i + 1; j < n_; ++j) {
                s = 0.;
                for (int k = i + 1; k < n_; ++k) s += v(j, k) * v(i, k);
                for (int k = i + 1; k < n_; ++k) v(j, k) += s * e_[static_cast<std::size_t>(k)];
            }
        }
        norm = std::max(norm, std::abs(d_[at]) + std::abs(e_[at]));
    }
}

void PrincipalAxisSearch::accumulate_right() {
    v(n_ - 1, n_ - 1) = 1.;
    double g = e_.back();
    for (int i = n_ - 2; i >= 0; --i) {
        const int l = i + 1;
        if (g != 0.) {
            const double h = v(i, i + 1) * g;
            for (int j = l; j < n_; ++j) v(j, i) = v(i, j) / h;
            for (int j = l; j < n_; ++j) {
                double s = 0.;
                for (int k = l; k < n_; ++k) s += v(i, k) * v(k, j);
                for (int k = l; k < n_; ++k) v(k, j) += s * v(k, i);
            }
        }
        for (int j = l; j < n_; ++j) v(i, j) = v(j, i) = 0.;
        v(i, i) = 1.;
        g = e_[static_cast<std::size_t>(i)];
    }
}

// Diagonalizes by QR steps with shifts, last value first.
void PrincipalAxisSearch::diagonalise(double tiny) {
    for (int k = n_ - 1; k >= 0; --k) {
        for (int sweep = 1;; ++sweep) {
            if (sweep > 30) e(k) = 0.;
            int l = k;
            while (std::abs(e(l)) > tiny && l > 0 && std::abs(q(l - 1)) > tiny) --l;
            if (std::abs(e(l)) > tiny && l > 0) cancel(l, k, tiny);
            if (l == k) break;
            qr_step(l, k);
        }
        if (!(q(k) < 0.)) continue;
        q(k) = -q(k);
        for (int j = 0; j < n_; ++j) v(j, k) = -v(j, k);
    }
}

// Cancels e(l), where q(l - 1) vanishes.
void PrincipalAxisSearch::cancel(int l, int k, double tiny) {
    double c = 0., s = 1.;
    for (int i = l; i <= k; ++i) {
        const double f = s * e(i);
        e(i) = c * e(i);
        if (std::abs(f) <= tiny) return;
        double g = q(i), h = hypotenuse(f, g);
        q(i) = h;
        if (h == 0.) g = h = 1.;
        c = g / h;
        s = -f / h;
    }
}

// A QR step on the block from l to k, with the shift from its last two rows.
void PrincipalAxisSearch::qr_step(int l, int k) {
    double x = q(l), y = q(k - 1), z = q(k), g = e(k - 1), h = e(k);
    double f = ((y - z) * (y + z) + (g - h) * (g + h)) / (h * 2 * y);
    g = std::sqrt(f * f + 1.);
    f = ((x - z) * (x + z) + h * (y / (f >= 0. ? f + g : f - g) - h)) / x;
    double c = 1., s = 1.;
    for (int i = l + 1; i <= k; ++i) {
        g = e(i);
        y = q(i);
        h = s * g;
        g *= c;
        z = hypotenuse(f, h);
        e(i - 1) = z;
        if (z == 0.) f = z = 1.;
        c = f / z;
        s = h / z;
        h = y * s;
        y *= c;
        f = x * c + g * s;
        g = -x * s + g * c;
        for (int j = 0; j < n_; ++j) {
            x = v(j, i - 1);
            z = v(j, i);
            v(j, i - 1) = x * c + z * s;
            v(j, i) = -x * s + z * c;
        }
        z = hypotenuse(f, h);
        q(i - 1) = z;
        if (z == 0.) f = z = 1.;
        c = f / z;
        s = h / z;
        f = c * g + s * y;
        x = -s * g + c * y;
    }
    e(l) = 0.;
    e(k) = f;
    q(k) = x;
}

void PrincipalAxisSearch::sort_axes() {
    for (int i = 0; i + 1 < n_; ++i) {
        int k = i;
        for (int j = i + 1; j < n_; ++j) {
            if (d_[static_cast<std::size_t>(j)] > d_[static_cast<std::size_t>(k)]) k = j;
        }
        if (k == i) continue;
        std::swap(d_[static_cast<std::size_t>(i)], d_[static_cast<std::size_t>(k)]);
        for (int j = 0; j < n_; ++j) std::swap(v(j, i), v(j, k));
    }
}

std::vector<double> PrincipalAxisSearch::axis(int i) const {
    const auto first = v_.begin() + static_cast<std::ptrdiff_t>(i) * n_;
    return {first, first + n_};
}

bool PrincipalAxisSearch::run(std::vector<double>& x) {
    n_ = static_cast<int>(x.size());
    const auto size = x.size();
    d_.assign(size, 0.);
    e_.assign(size, 0.);
    v_.assign(size * size, 0.);
    for (int i = 0; i < n_; ++i) v(i, i) = 1.;
    q0_ = q1_ = x;
    qd0_ = 0.;
    lines_ = evaluations_ = idle_ = 0;
    ill_ = false;
    try {
        fx_ = evaluate(x);
        qf1_ = fx_;
        t_ = small + std::abs(settings_.tolerance);
        t2_ = t_;
        least_ = small;
        h_ = std::max(settings_.step, t_ * 100);
        ldt_ = h_;
        if (report_) report_(lines_, evaluations_, fx_, x);
        if (n_ > 0) search(x);
    } catch (const Stopped&) {
        return false;
    }
    return true;
}

}  // namespace ranvier::hoc
