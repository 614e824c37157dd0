#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>

namespace ranvier::hoc {

/// Resident memory of this process, or the most it ever had [bytes]; 0 where the system does not say.
double resident_memory();
double peak_memory();

/// Where time and memory go while a network is made. Counts nothing before `begin`.
class ConstructionMeter {
  public:
    enum class Part : std::uint8_t { script, cells, connections, tables, initialization };
    static constexpr std::size_t parts = 5;
    struct Cost {
        double seconds = 0;
        double bytes = 0;  ///< growth of resident memory
    };

    void begin();
    /// What follows belongs to this part. Returns the former one.
    Part enter(Part part);
    const std::array<Cost, parts>& costs() const { return costs_; }

  private:
    using Clock = std::chrono::steady_clock;

    bool is_on_ = false;
    Part now_ = Part::script;
    Clock::time_point since_;
    double bytes_ = 0;
    std::array<Cost, parts> costs_;
};

/// The time and memory of a scope.
class MeteredPart {
  public:
    MeteredPart(ConstructionMeter& meter, ConstructionMeter::Part part) : meter_(meter), former_(meter.enter(part)) {}
    MeteredPart(const MeteredPart&) = delete;
    MeteredPart& operator=(const MeteredPart&) = delete;
    ~MeteredPart() { meter_.enter(former_); }

  private:
    ConstructionMeter& meter_;
    ConstructionMeter::Part former_;
};

}  // namespace ranvier::hoc
