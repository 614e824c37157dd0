#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "mechanisms/runtime/abi.h"

namespace ranvier::engine {

/// The mechanism `extracellular`: layers of resistive and capacitive cable around the membrane (docs: "extracellular").
///
/// It has no kernels: its equations are solved together with the cable equations (solve/coupled_system.hpp). Unlike
/// other density mechanisms, it also has instances in a section's zero-area compartments, because vext has a value
/// there.
class Extracellular {
  public:
    static constexpr const char* name = "extracellular";
    static constexpr int default_layers = 2;

    explicit Extracellular(int layers);
    int layers() const { return layers_; }
    const rv_mechanism& description() const { return description_; }

    // Columns of the mechanism's table; layer 0 is next to the membrane.
    static constexpr std::uint16_t e_extracellular = 0, i_membrane = 1, sav_g = 2, sav_rhs = 3;
    std::uint16_t vext(int layer) const { return column(0, layer); }     ///< [mV]
    std::uint16_t xraxial(int layer) const { return column(1, layer); }  ///< [megohm/cm]
    std::uint16_t xg(int layer) const { return column(2, layer); }       ///< [S/cm2]
    std::uint16_t xc(int layer) const { return column(3, layer); }       ///< [uF/cm2]

  private:
    std::uint16_t column(int group, int layer) const { return static_cast<std::uint16_t>(4 + group * layers_ + layer); }

    int layers_;
    std::vector<rv_field> fields_;
    rv_mechanism description_{};
};

}  // namespace ranvier::engine
