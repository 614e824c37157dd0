#pragma once

namespace ranvier::engine {

constexpr double capacity_unit = .001;  ///< uF/cm2 * mV/ms in mA/cm2

}  // namespace ranvier::engine
