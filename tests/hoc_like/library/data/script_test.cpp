// Runs the scripts of scripts/: each line `print x  // expect: text` prints that text. The texts are NEURON 9.0.2's
// own, from running the same files.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "../../language/fake_cables.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/data/data.hpp"
#include "hoc_like/library/headless/headless.hpp"
#include "hoc_like/library/hoc/library_text.hpp"

namespace ranvier::hoc {
namespace {

std::string trimmed(std::string text) {
    text.erase(text.find_last_not_of(" \t\r\n") + 1);
    return text;
}

class DataScript : public testing::TestWithParam<std::string> {};

TEST_P(DataScript, PrintsWhatNeuronPrints) {
    const std::string path = std::string{DATA "/scripts/"} + GetParam();
    std::string printed;
    test::FakeCables cables;
    Registry registry;
    const DataContext context;
    register_data_classes(registry, context);
    registry.add(vector_class());
    registry.add(random_class(context.random));
    registry.add(string_functions_class());
    register_headless(registry, std::make_shared<HeadlessContext>());
    Interpreter interpreter{registry, cables, {[&](std::string_view text) { printed += text; }}};
    interpreter.set_library(hoc_library_text);

    ASSERT_NO_THROW(interpreter.run_file(path));

    std::istringstream output{printed};
    std::ifstream file{path};
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
        const auto mark = line.find("// expect: ");
        if (mark == std::string::npos) continue;
        std::string printed_line;
        // At the top level values of statements come too, each on a line that begins with a tab.
        while (std::getline(output, printed_line) && printed_line[0] == '\t') {
        }
        EXPECT_EQ(trimmed(printed_line), trimmed(line.substr(mark + 11)))
            << GetParam() << ":" << number << ": " << line;
    }
}

std::vector<std::string> scripts() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator{DATA "/scripts"}) {
        if (entry.path().extension() == ".hoc") names.push_back(entry.path().filename().string());
    }
    return names;
}

INSTANTIATE_TEST_SUITE_P(Scripts, DataScript, testing::ValuesIn(scripts()),
                         [](const auto& each) { return each.param.substr(0, each.param.find('.')); });

}  // namespace
}  // namespace ranvier::hoc
