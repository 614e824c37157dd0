// Runs each .hoc file below scripts/ in a new session on one rank, and compares what it prints with its comments.
//
//   print 1 + 1    // expect: 2
//
// A line may expect several lines of output, one comment each; blanks at the ends of lines do not count. The .mod files beside
// a script are its mechanisms. What the comments say is NEURON 9.0.2's output: tests/end_to_end/test_library_scripts.py runs
// the same files in NEURON.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "exchange/transport/launch.hpp"
#include "exchange/transport/transport.hpp"
#include "hoc_like/language/interface/error.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/session/session.hpp"
#include "hoc_like/program/configure.hpp"
#include "hoc_like/program/mechanism_loading.hpp"
#include "hoc_like/program/run_options.hpp"
#include "tests/engine/raster/scratch_folder.hpp"

namespace ranvier::program {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view mark = "// expect:";

std::string trimmed(const std::string& text) {
    const auto first = text.find_first_not_of(" \t\r");
    const auto last = text.find_last_not_of(" \t\r");
    return first == std::string::npos ? std::string{} : text.substr(first, last - first + 1);
}

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream{text};
    for (std::string line; std::getline(stream, line);) lines.push_back(trimmed(line));
    return lines;
}

std::vector<std::string> expected_by(const fs::path& script) {
    std::ostringstream text;
    text << std::ifstream{script}.rdbuf();
    std::vector<std::string> expected;
    for (const std::string& line : lines_of(text.str())) {
        if (const auto at = line.find(mark); at != std::string::npos) {
            expected.push_back(trimmed(line.substr(at + mark.size())));
        }
    }
    return expected;
}

/// An empty folder that is the current one as long as this object lives: scripts write files.
class WorkingFolder {
  public:
    WorkingFolder() { fs::current_path(folder_ / ""); }
    ~WorkingFolder() { fs::current_path(before_); }
    WorkingFolder(const WorkingFolder&) = delete;
    WorkingFolder& operator=(const WorkingFolder&) = delete;

  private:
    const fs::path before_ = fs::current_path();
    const raster::testing::ScratchFolder folder_;
};

/// With NEURON's arithmetic, and the mechanisms beside the script.
RunOptions options_of(const fs::path& script) {
    RunOptions options;
    options.vector_math = false;
    options.inputs.push_back({Input::Kind::file, script.string()});
    const fs::path folder = script.parent_path();
    const bool has_mechanisms = std::ranges::any_of(
        fs::directory_iterator{folder}, [](const auto& entry) { return entry.path().extension() == ".mod"; });
    if (has_mechanisms) options.libraries.push_back(folder.string());
    return options;
}

class LibraryScript : public testing::TestWithParam<fs::path> {};

TEST_P(LibraryScript, PrintsWhatNeuronPrints) {
    const fs::path script = fs::path{SCRIPTS} / GetParam();
    const std::vector<std::string> expected = expected_by(script);
    ASSERT_FALSE(expected.empty()) << script << " expects nothing";

    const WorkingFolder folder;
    const RunOptions options = options_of(script);
    const auto transport = exchange::make_transport(exchange::Parallel::none);
    std::string printed;
    hoc::Session session{*transport, "allgather", [&](std::string_view text) { printed += text; }};
    configure(session, options);
    MechanismLoader loader{session, options};
    loader.load_all();
    register_load_dll(session, loader);
    session.context().interpreter.run_file(script.string());

    EXPECT_EQ(lines_of(printed), expected);
}

std::vector<fs::path> scripts() {
    std::vector<fs::path> found;
    for (const auto& entry : fs::recursive_directory_iterator{SCRIPTS}) {
        if (entry.path().extension() == ".hoc") found.push_back(fs::relative(entry.path(), SCRIPTS));
    }
    std::ranges::sort(found);
    return found;
}

std::string name_of(const testing::TestParamInfo<fs::path>& script) {
    std::string name = fs::path{script.param}.replace_extension().string();
    std::ranges::replace(name, '/', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(All, LibraryScript, testing::ValuesIn(scripts()), name_of);

}  // namespace
}  // namespace ranvier::program
