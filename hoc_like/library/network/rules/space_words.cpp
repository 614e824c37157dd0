#include "hoc_like/library/network/rules/space_words.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>
#include <stdexcept>

#include "engine/network/network.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/network/cells/named_arguments.hpp"

namespace ranvier::hoc {

namespace {

using Kind = engine::DistanceProfile::Kind;

struct KindName {
    const char* name;
    Kind kind;
};

constexpr std::array kind_names{KindName{"flat", Kind::flat}, KindName{"exponential", Kind::exponential},
                                KindName{"gaussian", Kind::gaussian}, KindName{"table", Kind::table}};

}  // namespace

bool SpaceWords::read(const std::string& word, NamedArguments& given, engine::Rule& rule) {
    if (word == "falloff" || word == "cutoff") {
        rule.draws_by_distance = true;
        if (word == "falloff") {
            read_falloff(given);
        } else {
            profile_.cutoff = given.number("cutoff");
        }
    } else if (word == "velocity") {
        rule.velocity = given.number("velocity");
        if (!(rule.velocity > 0)) fail(call_, fmt::format("velocity: {:g} um/ms is not above 0", rule.velocity));
    } else if (word == "axes") {
        read_axes(given);
    } else if (word == "periodic") {
        read_period(given);
    } else {
        return false;
    }
    return true;
}

void SpaceWords::read_falloff(NamedArguments& given) {
    profile_.kind = find_name(call_, "form of falloff", given.word("the form of falloff"), kind_names).kind;
    if (profile_.kind == Kind::table) {
        profile_.distances = given.vector("falloff, \"table\"");
        profile_.factors = given.vector("falloff, \"table\"");
    } else if (profile_.kind != Kind::flat) {
        profile_.scale = given.number("falloff");
    }
}

void SpaceWords::read_axes(NamedArguments& given) {
    metric_word_ = "axes";
    const std::string axes = given.word("axes, such as \"xz\"");
    metric_.x = axes.find('x') != std::string::npos;
    metric_.y = axes.find('y') != std::string::npos;
    metric_.z = axes.find('z') != std::string::npos;
    if (axes.empty() || axes.find_first_not_of("xyz") != std::string::npos) {
        fail(call_, fmt::format("axes: '{}' is not made of x, y and z", axes));
    }
}

void SpaceWords::read_period(NamedArguments& given) {
    metric_word_ = "periodic";
    for (const auto axis : {&engine::Point::x, &engine::Point::y, &engine::Point::z}) {
        const double length = given.number("periodic");
        if (!(length >= 0 && std::isfinite(length))) {
            fail(call_, fmt::format("periodic: {:g} um is not a length, or 0 for an axis without a period", length));
        }
        metric_.period.*axis = length;
    }
}

void SpaceWords::finish(const engine::Network& network, engine::Rule& rule) const {
    if (!rule.draws_by_distance && rule.velocity == 0) {
        if (!metric_word_.empty()) {
            fail(call_, fmt::format("{}: nothing depends on distance; add falloff, cutoff or velocity", metric_word_));
        }
        return;
    }
    try {
        profile_.check();
        rule.space = std::make_shared<const engine::Space>(metric_, profile_, points(network, rule.sources),
                                                           points(network, rule.targets));
    } catch (const std::invalid_argument& error) {
        fail(call_, error.what());
    }
}

std::vector<engine::Point> SpaceWords::points(const engine::Network& network, const engine::GidSet& gids) const {
    std::vector<engine::Point> points;
    points.reserve(gids.size());
    for (std::uint32_t k = 0; k < gids.size(); ++k) {
        const auto point = network.gids().positions().of(gids[k]);
        if (!point) {
            fail(call_, fmt::format("gid {} has no position; give it one by the word position of pc.cells, or by "
                                    "pc.position",
                                    gids[k]));
        }
        points.push_back(*point);
    }
    return points;
}

}  // namespace ranvier::hoc
