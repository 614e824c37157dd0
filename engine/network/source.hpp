#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "engine/storage/variable_ref.hpp"
#include "exchange/spike.hpp"

namespace ranvier::engine {

class Section;

/// What only sources in sections have, or that watch a variable: not the artificial cells, of which there may be millions.
struct Detector {
    std::optional<VariableRef> watched;
    Section* section = nullptr;
    double threshold = 10;  // mV
};

/// A source of spikes on this rank.
struct Source {
    std::unique_ptr<Detector> detector;
    InstanceId instance;
    exchange::Gid gid = -1;
    static constexpr std::uint32_t most_connections = (1u << 28) - 1;
    std::uint32_t connections : 28 = 0;  ///< made one by one
    bool output : 1 = false;
    bool exists : 1 = true;
    bool recorded : 1 = false;
    bool is_in_rule : 1 = false;  ///< rules have made connections from it, which are not counted

    /// Null: it watches none.
    const VariableRef* watched() const { return detector && detector->watched ? &*detector->watched : nullptr; }
    Section* section() const { return detector ? detector->section : nullptr; }
    double threshold() const { return detector ? detector->threshold : Detector().threshold; }  // mV
    void set_threshold(double mV) {
        if (!detector) detector = std::make_unique<Detector>();
        detector->threshold = mV;
    }
    void watch(VariableRef variable, Section* in) { detector = std::make_unique<Detector>(Detector{variable, in}); }
    void place(Section* in) { detector = std::make_unique<Detector>(Detector{std::nullopt, in}); }
};

}  // namespace ranvier::engine
