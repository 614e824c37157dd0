#include "engine/variable/crossings.hpp"

namespace ranvier::engine {

// A crossing that has not happened by the next look was within a step that was taken back.
bool Crossing::look(double value, bool& above, const StepTime& time) {
    bool now = false;
    if (pending_ < std::numeric_limits<double>::infinity()) {
        take();
        reset_below_ = 0;
        above = false;
    }
    if (!above && value >= 0) {
        above = true;
        reset_below_ = 0;
        if (time.begin == time.end) {
            now = true;
        } else {
            reset_below_ = old_value_;
            const double part = -old_value_ / (value - old_value_);
            pending_ = part * time.now + (1. - part) * old_t_;
        }
    } else if (above && old_value_ < reset_below_ && value < reset_below_) {
        above = false;
    }
    old_value_ = value;
    old_t_ = time.now;
    return now;
}

}  // namespace ranvier::engine
