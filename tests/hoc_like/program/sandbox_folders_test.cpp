#include "hoc_like/program/sandbox_folders.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

namespace ranvier::program {
namespace {

namespace fs = std::filesystem;
using enum FileAccess;

SandboxFolders folders_of_a_user() {
    SandboxFolders folders;
    folders.start = "/home/ada/work";
    folders.home = "/home/ada";
    folders.cache = "/home/ada/.cache/ranvier";
    folders.code = {"/opt/ranvier/bin"};
    folders.read = {"/home/ada/scripts"};
    folders.written = {"/home/ada/results"};
    return folders;
}

/// What the rules allow for a path: the sum of the rules for the folders above it.
bool allow(const std::vector<FileRule>& rules, const fs::path& path, FileAccess access) {
    return std::ranges::any_of(rules, [&](const FileRule& rule) {
        const bool is_below =
            std::mismatch(rule.path.begin(), rule.path.end(), path.begin(), path.end()).first == rule.path.end();
        return is_below && has(rule.access, access);
    });
}

struct Case {
    const char* path;
    bool may_read, may_write;
};

class RulesOfModel : public ::testing::TestWithParam<Case> {};

TEST_P(RulesOfModel, AllowOnlyWhatItNeeds) {
    const auto rules = rules_of_model(folders_of_a_user());
    const auto& [path, may_read, may_write] = GetParam();
    EXPECT_EQ(allow(rules, path, read), may_read) << path;
    EXPECT_EQ(allow(rules, path, write), may_write) << path;
    EXPECT_FALSE(allow(rules, path, run)) << path;
    EXPECT_FALSE(allow(rules, path, link)) << path;
}

INSTANTIATE_TEST_SUITE_P(
    Paths, RulesOfModel,
    ::testing::Values(Case{"/home/ada/work/deep/file", true, true}, Case{"/home/ada/results/r.h5", true, true},
                      Case{"/home/ada/scripts/main.hoc", true, false},
                      Case{"/home/ada/.cache/ranvier/x.so", true, false}, Case{"/opt/ranvier/bin/ranvier", true, false},
                      Case{"/usr/lib/libm.so", true, false}, Case{"/home/ada/.ssh/id", false, false},
                      Case{"/home/ada/.bashrc", false, false}, Case{"/home/ada/workshop", false, false},
                      Case{"/etc/passwd", false, false}, Case{"/proc/1/environ", false, false},
                      Case{"/tmp/x", false, false}, Case{"/dev/shm/x", false, false}, Case{"/dev/null", true, true}));

TEST(RulesOfModelOnRanks, AllowSharedMemory) {
    SandboxFolders folders = folders_of_a_user();
    folders.has_ranks = true;
    EXPECT_TRUE(allow(rules_of_model(folders), "/dev/shm/x", write));
}

TEST(RulesOfCompiler, AllowToRunCompilersAndToWriteTheCache) {
    const auto rules = rules_of_compiler(folders_of_a_user(), "/opt/ranvier/share", {"/opt/gcc"});
    for (const char* path : {"/opt/gcc/bin/g++", "/usr/bin/ld"}) EXPECT_TRUE(allow(rules, path, run)) << path;
    for (const char* path : {"/home/ada/.cache/ranvier/x.so", "/home/ada/.cache/ranvier/compile-1/x.s"}) {
        EXPECT_TRUE(allow(rules, path, write)) << path;
        EXPECT_FALSE(allow(rules, path, run)) << path;
    }
    for (const char* path : {"/home/ada/work/x", "/home/ada/results/x", "/opt/ranvier/share/abi.h", "/tmp/x"}) {
        EXPECT_FALSE(allow(rules, path, write)) << path;
    }
    for (const char* path : {"/home/ada/work/x.mod", "/home/ada/scripts/x.mod", "/opt/ranvier/share/abi.h"}) {
        EXPECT_TRUE(allow(rules, path, read)) << path;
    }
    EXPECT_FALSE(allow(rules, "/home/ada/.ssh/id", read));
    EXPECT_FALSE(allow(rules, "/home/ada/work/ld", run));
}

TEST(PlaceOf, IsTheFolderUnlessItHoldsTheHomeFolder) {
    EXPECT_EQ(place_of("/home/ada/x/main.hoc", "/home/ada"), "/home/ada/x");
    EXPECT_EQ(place_of("/home/ada/main.hoc", "/home/ada"), "/home/ada/main.hoc");
    EXPECT_EQ(place_of("/home/main.hoc", "/home/ada"), "/home/main.hoc");
    EXPECT_EQ(place_of("/main.hoc", ""), "/main.hoc");
    EXPECT_EQ(place_of("/home/ad/main.hoc", "/home/ada"), "/home/ad");
}

/// The error; empty if the folders are accepted.
std::string refusal(const SandboxFolders& folders) {
    try {
        check_folders(folders);
    } catch (const std::runtime_error& error) {
        return error.what();
    }
    return {};
}

TEST(CheckFolders, RefusesToWriteAroundTheHomeFolderAndTheCache) {
    EXPECT_EQ(refusal(folders_of_a_user()), "");
    SandboxFolders start = folders_of_a_user();
    for (const char* folder : {"/", "/home", "/home/ada", "/home/ada/.cache"}) {
        start.start = folder;
        EXPECT_NE(refusal(start).find("start it in another folder"), std::string::npos) << folder;
    }
    SandboxFolders output = folders_of_a_user();
    output.written = {"/home/ada/results", "/home/ada"};
    EXPECT_NE(refusal(output).find("write into a folder below it"), std::string::npos);
    SandboxFolders homeless = folders_of_a_user();
    homeless.home = "";
    EXPECT_EQ(refusal(homeless), "");
}

TEST(WhatIsNotHeld, IsLessWithEachVersion) {
    EXPECT_EQ(what_is_not_held(0), "reading and writing files elsewhere, and sending signals");
    EXPECT_EQ(what_is_not_held(2), "emptying files elsewhere, and sending signals");
    EXPECT_EQ(what_is_not_held(5), "sending signals");
    EXPECT_EQ(what_is_not_held(6), "");
    EXPECT_EQ(what_is_not_held(99), "");
}

}  // namespace
}  // namespace ranvier::program
