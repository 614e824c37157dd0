#include <fmt/format.h>

#include <cmath>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>

#include "exchange/error.hpp"
#include "exchange/transport/cost_model.hpp"

namespace ranvier::exchange {

namespace {

using Json = nlohmann::ordered_json;

struct Constant {
    const char* name;
    double CostModel::* member;
};
constexpr Constant constants[] = {
    {"latency_s", &CostModel::latency_s},
    {"send_overhead_s", &CostModel::send_overhead_s},
    {"further_send_s", &CostModel::further_send_s},
    {"receive_overhead_s", &CostModel::receive_overhead_s},
    {"gap_s", &CostModel::gap_s},
    {"per_byte_s", &CostModel::per_byte_s},
    {"record_list_s", &CostModel::record_list_s},
    {"record_target_s", &CostModel::record_target_s},
    {"replay_list_s", &CostModel::replay_list_s},
    {"replay_target_s", &CostModel::replay_target_s},
};

struct CollectiveConstant {
    const char* name;
    double CollectiveCost::* member;
};
constexpr CollectiveConstant collective_constants[] = {
    {"fixed_s", &CollectiveCost::fixed_s},
    {"per_round_s", &CollectiveCost::per_round_s},
    {"per_byte_s", &CollectiveCost::per_byte_s},
};

constexpr CollectiveAlgorithm algorithms[] = {CollectiveAlgorithm::network, CollectiveAlgorithm::tree,
                                              CollectiveAlgorithm::recursive_doubling, CollectiveAlgorithm::bruck,
                                              CollectiveAlgorithm::ring};

class Reader {
  public:
    explicit Reader(std::string_view origin) : origin_(origin) {}

    CostModel read(std::string_view text) const;

  private:
    [[noreturn]] void fail(const std::string& what) const { throw ExchangeError(fmt::format("{}: {}", origin_, what)); }

    void require(bool is_so, std::string_view member, std::string_view what) const {
        if (!is_so) fail(fmt::format("{} must be {}", member, what));
    }

    Json parse(std::string_view text) const {
        try {
            return Json::parse(text);
        } catch (const Json::exception& error) {  // also of numbers that no double can hold
            fail(error.what());
        }
    }

    std::string text(const Json& value, std::string_view name) const {
        require(value.is_string(), name, "a string");
        return value.get<std::string>();
    }

    double seconds(const Json& value, std::string_view name) const {
        const double number = value.is_number() ? value.get<double>() : -1;
        require(std::isfinite(number) && number >= 0, name, "a number of seconds, at least 0");
        return number;
    }

    double factor(const Json& value, std::string_view name) const {
        const double number = value.is_number() ? value.get<double>() : 0;
        require(std::isfinite(number) && number > 0, name, "a factor above 0");
        return number;
    }

    template <typename Table>
    auto find(const Table& table, const std::string& name) const {
        std::string names;
        for (const auto& each : table) {
            if (name == each.name) return each.member;
            names += names.empty() ? each.name : fmt::format(", {}", each.name);
        }
        fail(fmt::format("unknown constant {}; expected one of {}", name, names));
    }

    void read_collective(CostModel& model, const std::string& name, const Json& json) const {
        std::size_t kind = 0;
        while (kind < collective_kinds && name_of(static_cast<CollectiveKind>(kind)) != name) ++kind;
        if (kind == collective_kinds) fail(fmt::format("unknown collective {}", name));
        require(json.is_object(), name, "an object");
        CollectiveCost& cost = model.collectives[kind];
        for (const auto& [member, value] : json.items()) {
            if (member == "algorithm") {
                cost.algorithm = algorithm(text(value, member));
            } else {
                cost.*find(collective_constants, member) = seconds(value, fmt::format("{}.{}", name, member));
            }
        }
    }

    CollectiveAlgorithm algorithm(const std::string& name) const {
        std::string names;
        for (const CollectiveAlgorithm each : algorithms) {
            if (name_of(each) == name) return each;
            names += fmt::format("{}{}", names.empty() ? "" : ", ", name_of(each));
        }
        fail(fmt::format("unknown algorithm {}; expected one of {}", name, names));
    }

    const std::string_view origin_;
};

CostModel Reader::read(std::string_view text) const {
    CostModel model;
    const Json json = parse(text);
    require(json.is_object(), "the file", "an object");
    for (const auto& [name, value] : json.items()) {
        if (name == "name") {
            model.name = this->text(value, name);
        } else if (name == "sources") {
            require(value.is_array(), name, "a list of strings");
            for (const Json& source : value) model.sources.push_back(this->text(source, name));
        } else if (name == "core_speed") {
            model.core_speed = factor(value, name);
        } else if (name == "collectives") {
            require(value.is_object(), name, "an object");
            for (const auto& [kind, cost] : value.items()) read_collective(model, kind, cost);
        } else {
            model.*find(constants, name) = seconds(value, name);
        }
    }
    return model;
}

}  // namespace

std::string to_json(const CostModel& model) {
    Json json;
    json["name"] = model.name;
    json["sources"] = model.sources;
    if (model.core_speed != 1) json["core_speed"] = model.core_speed;
    for (const Constant& each : constants) json[each.name] = model.*each.member;
    for (std::size_t kind = 0; kind < collective_kinds; ++kind) {
        Json cost;
        cost["algorithm"] = name_of(model.collectives[kind].algorithm);
        for (const CollectiveConstant& each : collective_constants) {
            cost[each.name] = model.collectives[kind].*each.member;
        }
        json["collectives"][std::string(name_of(static_cast<CollectiveKind>(kind)))] = cost;
    }
    return json.dump(2) + "\n";
}

CostModel cost_model_from_json(std::string_view text, std::string_view origin) {
    return Reader(origin).read(text);
}

CostModel read_cost_model(const std::filesystem::path& file) {
    std::ifstream in(file);
    if (!in) throw ExchangeError(fmt::format("cannot read {}", file.string()));
    std::ostringstream text;
    text << in.rdbuf();
    return cost_model_from_json(text.str(), file.string());
}

}  // namespace ranvier::exchange
