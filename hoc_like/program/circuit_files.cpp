#include "hoc_like/program/circuit_files.hpp"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <nlohmann/json.hpp>

#include "hoc_like/program/commands.hpp"

namespace ranvier::program {

bool is_circuit(const std::string& path) {
    if (std::filesystem::path(path).extension() != ".json") return false;
    std::ifstream file(path);
    const std::string text(std::istreambuf_iterator<char>(file), {});
    const auto tree = nlohmann::json::parse(text, nullptr, false);
    // What is damaged gets a message that names the line.
    if (tree.is_discarded()) return text.find("\"network") != std::string::npos;
    return tree.is_object() && (tree.contains("network") || tree.contains("networks"));
}

std::vector<std::string> circuit_arguments(const std::string& command, const std::string& path,
                                           const CircuitWords& words) {
    std::vector<std::string> arguments{circuit_script(), command, path};
    for (const std::string& setting : words.settings) arguments.push_back("--set=" + setting);
    if (!words.dialect.empty()) arguments.push_back("--dialect=" + words.dialect);
    return arguments;
}

}  // namespace ranvier::program
