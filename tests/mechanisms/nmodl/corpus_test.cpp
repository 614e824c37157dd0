// The compiler never crashes: the fuzzer's corpus as it is, and each file damaged in many ways that never change. The
// job under address sanitizer runs this too; tests/fuzz/CMakeLists.txt tells how to search for new inputs.
#include <gtest/gtest.h>

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <random>
#include <sstream>

#include "test_folders.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

namespace fs = std::filesystem;

void compile(const std::string& text) {
    LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

std::vector<std::string> corpus() {
    std::vector<fs::path> files;
    for (const char* folder : {"tests/fuzz/nmodl", "mechanisms/builtin"}) {
        for (const auto& entry : fs::directory_iterator(ranvier::test::source_root() / folder)) {
            if (entry.path().extension() == ".mod") files.push_back(entry.path());
        }
    }
    std::sort(files.begin(), files.end());
    std::vector<std::string> texts;
    for (const auto& file : files) {
        std::ifstream in(file, std::ios::binary);
        std::ostringstream all;
        all << in.rdbuf();
        texts.push_back(all.str());
    }
    return texts;
}

/// Some words taken out, written twice, moved or replaced.
std::string damaged(std::string text, std::mt19937& random) {
    static const char* const words[] = {"{",     "}",           "(",  ")", "~",  "<->",     "0",     "-1",
                                        "1e999", "99999999999", "'",  "[", "]",  "END",     "SOLVE", "FROM",
                                        "TABLE", "KINETIC",     "\"", "^", "m'", "COMMENT", "DEFINE"};
    const auto below = [&](std::size_t n) { return n == 0 ? 0 : random() % n; };
    for (auto left = 1 + below(3); left > 0; --left) {
        const auto at = below(text.size()), length = std::min<std::size_t>(1 + below(12), text.size() - at);
        switch (below(4)) {
            case 0:
                text.erase(at, length);
                break;
            case 1:
                text.insert(below(text.size()), text.substr(at, length));
                break;
            case 2:
                text.insert(at, words[below(std::size(words))]);
                break;
            default:
                text.replace(at, length, words[below(std::size(words))]);
        }
    }
    return text;
}

TEST(Corpus, IsCompiledOrRefused) {
    const auto texts = corpus();
    ASSERT_GT(texts.size(), 20u);
    for (const auto& text : texts) compile(text);
}

TEST(Corpus, IsRefusedWithMessagesWhereItIsDamaged) {
    std::mt19937 random(1);
    for (const auto& text : corpus()) {
        for (int k = 0; k < 24; ++k) compile(damaged(text, random));
        compile(text.substr(0, text.size() / 2));
    }
}

}  // namespace
