// Every .hoc file of scripts/ is a test: what it prints must be what its comments say.
//
//   print 1 + 1    // expect: 2
//
// A line may expect several lines of output, one comment each; `expect error: TEXT` ends the file with that message.
// Blanks at the ends of output lines don't count. The expectations were compared with NEURON 9.0.2's output.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sstream>

#include "tests/hoc_like/language/fake_cables.hpp"

namespace ranvier::hoc::test {
namespace {

std::string trimmed(std::string text) {
    const auto first = text.find_first_not_of(" \t");
    const auto last = text.find_last_not_of(" \t");
    return first == std::string::npos ? std::string{} : text.substr(first, last - first + 1);
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::stringstream stream{text};
    for (std::string line; std::getline(stream, line);) lines.push_back(trimmed(line));
    return lines;
}

std::vector<std::string> script_names() {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator{SCRIPTS}) {
        if (entry.path().extension() == ".hoc") names.push_back(entry.path().stem().string());
    }
    std::sort(names.begin(), names.end());
    return names;
}

class Script : public testing::TestWithParam<std::string> {};

TEST_P(Script, PrintsWhatItSays) {
    const std::string path = std::string{SCRIPTS} + "/" + GetParam() + ".hoc";
    std::ifstream file{path};
    std::stringstream text;
    text << file.rdbuf();

    std::vector<std::string> expected;
    std::string expected_error;
    for (const std::string& line : lines_of(text.str())) {
        if (const auto at = line.find("// expect:"); at != std::string::npos)
            expected.push_back(trimmed(line.substr(at + 10)));
        if (const auto at = line.find("// expect error:"); at != std::string::npos)
            expected_error = trimmed(line.substr(at + 16));
    }
    ASSERT_FALSE(expected.empty() && expected_error.empty()) << path << " expects nothing";

    Bench bench;
    std::string error;
    try {
        bench.hoc.run_file(path);
    } catch (const ScriptError& thrown) {
        error = thrown.message();
        if (expected_error.empty()) ADD_FAILURE() << thrown.what();
    }
    EXPECT_EQ(error.substr(0, expected_error.size()), expected_error);
    EXPECT_EQ(lines_of(bench.output), expected);
}

INSTANTIATE_TEST_SUITE_P(All, Script, testing::ValuesIn(script_names()),
                         [](const auto& script) { return script.param; });

}  // namespace
}  // namespace ranvier::hoc::test
