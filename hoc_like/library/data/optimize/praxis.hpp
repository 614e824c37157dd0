#pragma once

#include <functional>
#include <vector>

namespace ranvier::hoc {

/// Finds the minimum of a function of several variables without derivatives, by Brent's principal-axis method
/// (Algorithms for Minimization without Derivatives, 1973, chapter 7), with the order of operations of NEURON's praxis.
class PrincipalAxisSearch {
  public:
    struct Settings {
        double tolerance;  ///< of the minimum's position
        double step;       ///< approximate upper limit of the distance from the guess to the minimum
        int rounds = 0;    ///< maximum number of rounds; 0: until the tolerance is reached
    };
    using Function = std::function<double(std::vector<double>& x)>;

    /// `random` returns numbers in (0, 1). `stopped` is called after each evaluation and ends the search by returning
    /// true. `after_round` may be empty.
    PrincipalAxisSearch(Settings settings, Function function, std::function<double()> random,
                        std::function<bool()> stopped, std::function<void(const std::vector<double>& x)> after_round);

    /// Called at the start and after each step of the search, with the numbers of line searches and evaluations, and
    /// the least value and its position.
    using Report = std::function<void(int searches, int evaluations, double least, const std::vector<double>& x)>;
    void set_report(Report report) { report_ = std::move(report); }

    /// Searches from x, which becomes the minimum's position. Returns false if the search was stopped.
    bool run(std::vector<double>& x);

    /// The principal values of the approximating quadratic form, and the principal axis of each.
    const std::vector<double>& values() const { return d_; }
    std::vector<double> axis(int i) const;

  private:
    struct Stopped {};
    struct Point {
        double at, value;  // on a line
    };

    double& v(int row, int column) { return v_[static_cast<std::size_t>(row + column * n_)]; }
    double evaluate(std::vector<double>& x);
    double along(int direction, double distance, const std::vector<double>& x);
    /// Minimizes along direction j, or along the parabola if j is -1. `second` is half the second derivative, 0 if
    /// unknown. `distance` is a guess, whose function value is `value` if known, and returns the minimum's distance.
    void minimize(int j, int halvings, double& second, double& distance, double value, bool value_known,
                  std::vector<double>& x);
    double probe_step(double second, const std::vector<double>& x) const;
    double vertex(double slope, double second) const;
    static const Point& lower(const Point& p, const Point& q) { return q.value <= p.value ? q : p; }
    static double half_second_derivative(double f0, const Point& p, const Point& q) {
        return (q.at * (p.value - f0) - p.at * (q.value - f0)) / (p.at * q.at * (p.at - q.at));
    }
    bool halve(int j, const std::vector<double>& x, double f0, const Point& known, Point& tried, int& tries, int most);
    void search(std::vector<double>& x);
    bool improve(std::vector<double>& x, int k);
    double minimize_along(int direction, std::vector<double>& x);
    int minimize_from(int k, std::vector<double>& x);
    std::vector<double> jump(std::vector<double>& x);
    double follow(const std::vector<double>& way, double moved, double f1, int k, int greatest, std::vector<double>& x);
    void extrapolate(std::vector<double>& x);
    void parabola_weights(double l);
    void new_axes(double largest);
    void decompose();
    void reduce_to_bidiagonal(double& norm);
    void accumulate_right();
    void diagonalise(double tiny);
    void cancel(int l, int k, double tiny);
    void qr_step(int l, int k);
    double& q(int i) { return d_[static_cast<std::size_t>(i)]; }
    double& e(int i) { return e_[static_cast<std::size_t>(i)]; }
    void sort_axes();

    Settings settings_;
    Function function_;
    std::function<double()> random_;
    std::function<bool()> stopped_;
    std::function<void(const std::vector<double>&)> after_round_;
    Report report_;

    int n_ = 0;
    std::vector<double> d_, v_, e_;  // principal values; directions, by column; superdiagonal
    std::vector<double> q0_, q1_;    // previous positions, for the parabola
    double qa_ = 0, qb_ = 0, qc_ = 0, qd0_ = 0, qd1_ = 0, qf1_ = 0;
    double fx_ = 0, ldt_ = 0, least_ = 0;
    double t_ = 0, t2_ = 0, h_ = 0;
    int lines_ = 0;  // one-dimensional searches
    int evaluations_ = 0;
    int idle_ = 0;  // rounds without progress
    bool ill_ = false;
};

}  // namespace ranvier::hoc
