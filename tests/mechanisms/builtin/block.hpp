#pragma once

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "mechanisms/runtime/abi.h"

namespace ranvier::test {

/// An event that a mechanism asked for.
struct Asked {
    std::string what;  ///< "send", "move" or "event"
    double t = 0.0;    ///< [ms]
    double flag = 0.0;
};

/// Instances of one mechanism, each in a separate compartment, with all the arrays that its kernels use: a
/// minimal substitute for the engine. Columns are aligned to 64 bytes and padded, as the engine's are.
class Block {
  public:
    Block(const rv_mechanism& mechanism, std::int32_t count, double v0 = -65.0) : mechanism_(mechanism) {
        for (std::int32_t k = 0; k < mechanism.field_count; ++k) {
            const auto& field = mechanism.fields[k];
            first_column_[field.name] = fields_.size();
            for (std::int32_t j = 0; j < field.length; ++j) fields_.push_back(column(count, field.default_value));
        }
        for (std::int32_t k = 0; k < mechanism.global_count; ++k) {
            const auto& global = mechanism.globals[k];
            first_global_[global.name] = globals_.size();
            globals_.insert(globals_.end(), static_cast<std::size_t>(global.length), global.default_value);
        }
        globals_.push_back(0.0);
        pointers_.assign(static_cast<std::size_t>(mechanism.pointer_count) + 1, nullptr);
        streams_.assign(static_cast<std::size_t>(mechanism.random_count),
                        std::vector<rv_random>(static_cast<std::size_t>(count)));
        for (auto& stream : streams_) randoms_.push_back(stream.data());
        for (std::int32_t k = 0; k < mechanism.ion_count; ++k) {
            rv_ion ion{};
            ion.erev = own(column(count, std::string(mechanism.ions[k].name) == "k" ? -77.0 : 50.0));
            ion.inside = own(column(count, 10.0));
            ion.outside = own(column(count, 140.0));
            ion.current = own(column(count, 0.0));
            ion.current_dv = own(column(count, 0.0));
            ions_.push_back(ion);
        }
        in_.count = count;
        in_.field = fields_.data();
        in_.pointer = pointers_.data();
        in_.random = randoms_.data();
        in_.nodes_are_distinct = 1;
        in_.v = own(column(count, v0));
        in_.rhs = own(column(count, 0.0));
        in_.d = own(column(count, 0.0));
        in_.area = own(column(count, 100.0));
        in_.diam = own(column(count, 1.0));
        in_.ion = ions_.data();
        in_.global = globals_.data();
        in_.scratch = own(column(8 * count + 64, 0.0));
        in_.dt = 0.025;
        in_.celsius = 6.3;
        in_.services = &services();
        in_.engine = this;
        for (double* field : fields_) own(field);
    }
    ~Block() {
        if (mechanism_.free_tables && in_.tables) mechanism_.free_tables(in_.tables);
    }
    Block(const Block&) = delete;
    Block& operator=(const Block&) = delete;

    rv_instances& in() { return in_; }
    double* field(const std::string& name) { return fields_.at(first_column_.at(name)); }
    double* field(const std::string& name, std::size_t element) { return fields_.at(first_column_.at(name) + element); }
    double& global(const std::string& name) { return globals_.at(first_global_.at(name)); }
    rv_random& random(std::size_t which, std::size_t instance) { return streams_.at(which).at(instance); }

    void make_tables() {
        if (mechanism_.make_tables) check(mechanism_.make_tables(&in_, &in_.tables));
    }
    void initialize() {
        make_tables();
        if (mechanism_.initialize) check(mechanism_.initialize(&in_));
    }
    void current() {
        if (mechanism_.current) check(mechanism_.current(&in_));
    }
    void advance() {
        if (mechanism_.advance) check(mechanism_.advance(&in_));
    }
    void receive(std::int32_t i, double weight, double flag) { check(mechanism_.net_receive(&in_, i, &weight, flag)); }
    double call(const std::string& name, std::int32_t i, std::vector<double> arguments) {
        for (std::int32_t k = 0; k < mechanism_.function_count; ++k) {
            if (name != mechanism_.functions[k].name) continue;
            double result = 0.0;
            check(mechanism_.functions[k].call(&in_, i, arguments.data(), static_cast<std::int32_t>(arguments.size()),
                                               &result));
            return result;
        }
        throw std::invalid_argument(name);
    }

    std::vector<Asked> asked;
    std::string failure;

  private:
    static double* column(std::int32_t count, double value) {
        const auto padded = (static_cast<std::size_t>(count) + 15) / 8 * 8;
        auto* values = static_cast<double*>(std::aligned_alloc(64, padded * sizeof(double)));
        std::fill_n(values, padded, value);
        return values;
    }
    double* own(double* values) {
        owned_.emplace_back(values, &std::free);
        return values;
    }
    void check(int status) const {
        if (status != 0) throw std::runtime_error(std::string(mechanism_.name) + ": " + failure);
    }
    static Block& of(const rv_instances* in) { return *static_cast<Block*>(in->engine); }

    static const rv_services& services() {
        static const rv_services table = [] {
            rv_services s{};
            s.fail = [](const rv_instances* in, std::int32_t, const char* message) { of(in).failure = message; };
            s.print = [](const rv_instances*, const char*) {};
            s.net_send = [](const rv_instances* in, std::int32_t, const double*, double t, double flag) {
                of(in).asked.push_back({"send", t, flag});
            };
            s.net_move = [](const rv_instances* in, std::int32_t, double t) {
                of(in).asked.push_back({"move", t, 0.0});
            };
            s.net_event = [](const rv_instances* in, std::int32_t, double t) {
                of(in).asked.push_back({"event", t, 0.0});
            };
            s.watch = [](const rv_instances*, std::int32_t, std::int32_t, double, std::int32_t) {};
            s.at_time = [](const rv_instances*, double) -> std::int32_t { return 0; };
            s.netcons = [](const rv_instances*, std::int32_t, double**) -> std::int32_t { return 0; };
            return s;
        }();
        return table;
    }

    const rv_mechanism& mechanism_;
    rv_instances in_{};
    std::map<std::string, std::size_t> first_column_, first_global_;
    std::vector<double*> fields_;
    std::vector<double> globals_;
    std::vector<double**> pointers_;
    std::vector<std::vector<rv_random>> streams_;
    std::vector<rv_random*> randoms_;
    std::vector<rv_ion> ions_;
    std::vector<std::unique_ptr<double, void (*)(void*)>> owned_;
};

}  // namespace ranvier::test
