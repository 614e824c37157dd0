#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string>
#include <vector>

#include "mechanisms/nmodl/driver/driver.hpp"
#include "mechanisms/runtime/abi.h"
#include "test_folders.hpp"

namespace ranvier::nmodl {

inline CompileOptions test_options(Math math) {
    CompileOptions options;
    options.math = math;
    options.runtime_root = test::source_root().string();
    options.cache_dir = test::test_cache().string();
    return options;
}

inline bool has_text(const std::string& path, const std::string& text) {
    std::ifstream file(path);
    return file && text == std::string(std::istreambuf_iterator<char>(file), {});
}

/// Writes a .mod file into the tests' folder, unless the test of another build has done so; the name must be the test's
/// own.
inline std::string write_mod(const std::string& name, const std::string& text) {
    const auto folder = test::test_cache() / "mod";
    std::filesystem::create_directories(folder);
    const auto path = (folder / name).string();
    if (!has_text(path, text)) std::ofstream(path) << text;
    return path;
}

/// The least of an engine around one mechanism: `count` instances, each in its own compartment, and a record of what
/// the mechanism asked for.
class MechanismBench {
  public:
    MechanismBench(const std::string& name, const std::string& text, Math math, int count = 1)
        : mechanism_(*load_library(compile_files({write_mod(name, text)}, test_options(math)).path).front()),
          count_(count) {
        for (int k = 0; k < mechanism_.field_count; ++k) {
            const auto& field = mechanism_.fields[k];
            for (int e = 0; e < field.length; ++e) {
                columns_.emplace_back(static_cast<std::size_t>(count), field.default_value);
            }
        }
        for (auto& column : columns_) field_pointers_.push_back(column.data());
        for (int k = 0; k < mechanism_.global_count; ++k) {
            for (int e = 0; e < mechanism_.globals[k].length; ++e)
                globals_.push_back(mechanism_.globals[k].default_value);
        }
        const auto n = static_cast<std::size_t>(count);
        for (auto* values : {&v, &rhs, &d, &area, &diam}) values->assign(n, 0.0);
        area.assign(n, 100.0);
        scratch_.resize(n * static_cast<std::size_t>(mechanism_.scratch_columns));
        ion_values_.assign(static_cast<std::size_t>(5 * mechanism_.ion_count), std::vector<double>(n));
        for (int k = 0; k < mechanism_.ion_count; ++k) {
            auto* first = &ion_values_[static_cast<std::size_t>(5 * k)];
            ions_.push_back(
                {first[0].data(), first[1].data(), first[2].data(), first[3].data(), first[4].data(), nullptr, 0});
        }
        in.count = count;
        in.field = field_pointers_.data();
        in.nodes_are_distinct = 1;
        in.v = v.data();
        in.rhs = rhs.data();
        in.d = d.data();
        in.area = area.data();
        in.diam = diam.data();
        in.ion = ions_.data();
        in.global = globals_.data();
        in.scratch = scratch_.data();
        in.dt = 0.025;
        in.celsius = 6.3;
        in.services = &services();
        in.engine = this;
        make_tables();
    }
    MechanismBench(const MechanismBench&) = delete;
    MechanismBench& operator=(const MechanismBench&) = delete;
    ~MechanismBench() {
        if (mechanism_.free_tables) mechanism_.free_tables(in.tables);
    }

    const rv_mechanism& mechanism() const { return mechanism_; }

    void make_tables() {
        if (mechanism_.make_tables) mechanism_.make_tables(&in, &in.tables);
    }

    double& field(const std::string& name, int i = 0, int element = 0) {
        int column = 0;
        for (int k = 0; k < mechanism_.field_count; ++k) {
            if (name == mechanism_.fields[k].name) {
                return columns_.at(static_cast<std::size_t>(column + element)).at(static_cast<std::size_t>(i));
            }
            column += mechanism_.fields[k].length;
        }
        throw std::runtime_error("no field " + name);
    }

    double& global(const std::string& name) {
        std::size_t at = 0;
        for (int k = 0; k < mechanism_.global_count; ++k) {
            if (name == mechanism_.globals[k].name) return globals_.at(at);
            at += static_cast<std::size_t>(mechanism_.globals[k].length);
        }
        throw std::runtime_error("no global " + name);
    }

    rv_ion& ion(int k) { return ions_.at(static_cast<std::size_t>(k)); }

    double call(const std::string& name, std::vector<double> arguments, int i = 0) {
        for (int k = 0; k < mechanism_.function_count; ++k) {
            if (name != mechanism_.functions[k].name) continue;
            double result = 0;
            mechanism_.functions[k].call(&in, i, arguments.data(), static_cast<int32_t>(arguments.size()), &result);
            return result;
        }
        throw std::runtime_error("no function " + name);
    }

    struct Sent {
        double t, flag;
    };
    std::vector<Sent> sent;
    std::vector<double> fired, moved;
    std::string printed, failure, warning;
    std::vector<double> v, rhs, d, area, diam;
    rv_instances in{};

  private:
    static MechanismBench& self(const rv_instances* from) { return *static_cast<MechanismBench*>(from->engine); }

    static const rv_services& services() {
        static constexpr std::int32_t never_ends_loops = 0;
        static const rv_services all = {
            [](const rv_instances* from, int32_t, const char* message) { self(from).failure = message; },
            [](const rv_instances* from, const char* text) { self(from).printed += text; },
            [](const rv_instances* from, int32_t, const double*, double t, double flag) {
                self(from).sent.push_back({t, flag});
            },
            [](const rv_instances* from, int32_t, double t) { self(from).moved.push_back(t); },
            [](const rv_instances* from, int32_t, double t) { self(from).fired.push_back(t); },
            [](const rv_instances* from, int32_t, int32_t which, double flag, int32_t) {
                self(from).sent.push_back({static_cast<double>(which), flag});
            },
            [](const rv_instances*, double) -> int32_t { return 0; },
            [](const rv_instances*, int32_t, double**) -> int32_t { return 0; },
            [](const rv_instances*) -> int32_t { return 0; },
            nullptr,  // no mechanism of the tests has a HISTORY
            &never_ends_loops,
            nullptr,
            nullptr,  // no stream has a picker
            [](const rv_instances* from, int32_t, const char* message) { self(from).warning = message; }};
        return all;
    }

    const rv_mechanism& mechanism_;
    int count_;
    std::vector<std::vector<double>> columns_, ion_values_;
    std::vector<double*> field_pointers_;
    std::vector<double> globals_, scratch_;
    std::vector<rv_ion> ions_;
};

}  // namespace ranvier::nmodl
