#pragma once

#include <string>
#include <vector>

namespace ranvier::hoc {

/// A function of time given by points in a text file: six header lines, then a time and a value per line, in any order.
class ForcingFile {
  public:
    /// Throws std::runtime_error if the file cannot be read or has fewer than two points.
    explicit ForcingFile(const std::string& path);
    /// The value of the last point at or before `at`. Throws std::runtime_error if `at` is outside the points by more
    /// than a tenth of an interval.
    double step(double at) const;
    /// Natural cubic spline through the points; linear outside, as far as step() allows.
    double smooth(double at) const;

  private:
    void sort_points();
    void find_curvatures();
    std::string path_;
    std::vector<double> x_, y_;
    std::vector<double> width_;      // of the intervals
    std::vector<double> curvature_;  // second derivative at the points
};

/// Each file is read once per process. Throws like ForcingFile's constructor.
const ForcingFile& forcing_file(const std::string& path);

}  // namespace ranvier::hoc
