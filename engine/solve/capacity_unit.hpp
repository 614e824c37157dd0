#pragma once

namespace ranvier::engine {

constexpr double capacity_unit = .001;  ///< one uF/cm2 * mV/ms [mA/cm2]

}  // namespace ranvier::engine
