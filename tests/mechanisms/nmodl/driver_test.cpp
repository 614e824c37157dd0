#include "mechanisms/nmodl/driver/driver.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <set>

#include "mechanism_bench.hpp"
#include "mechanisms/nmodl/driver/content_hash.hpp"
#include "mechanisms/nmodl/driver/run_command.hpp"
#include "mechanisms/nmodl/driver/toolchain.hpp"
#include "mechanisms/nmodl/driver/vectorization.hpp"

namespace ranvier::nmodl {
namespace {

std::string small_mod(const std::string& suffix, int value) {
    return "NEURON { SUFFIX " + suffix + " RANGE a }\nPARAMETER { a = " + std::to_string(value) + " }\n";
}

/// A cache that is empty at first.
CompileOptions fresh_cache(const std::string& name) {
    auto options = test_options(Math::libm);
    options.cache_dir += "/" + name;
    std::filesystem::remove_all(options.cache_dir);
    return options;
}

TEST(Driver, CompilesSeveralFilesIntoOneLibraryInTheirOrder) {
    const auto options = fresh_cache("several");
    const auto b = write_mod("order_b.mod", small_mod("order_b", 1)),
               a = write_mod("order_a.mod", small_mod("order_a", 2));
    const auto library = compile_files({b, a}, options);
    EXPECT_FALSE(library.was_cached);
    const auto mechanisms = load_library(library.path);
    ASSERT_EQ(mechanisms.size(), 2u);
    EXPECT_STREQ(mechanisms[0]->name, "order_b");
    EXPECT_STREQ(mechanisms[1]->name, "order_a");
}

TEST(Driver, FindsInTheCacheWhatHasNotChanged) {
    const auto options = fresh_cache("unchanged");
    const auto one = write_mod("cached_one.mod", small_mod("cached_one", 1));
    const auto two = write_mod("cached_two.mod", small_mod("cached_two", 1));
    const auto first = compile_files({one, two}, options);
    EXPECT_TRUE(compile_files({one, two}, options).was_cached);
    write_mod("cached_two.mod", small_mod("cached_two", 2));
    const auto changed = compile_files({one, two}, options);
    EXPECT_FALSE(changed.was_cached);
    EXPECT_NE(changed.path, first.path);
    int objects = 0;
    for (const auto& file : std::filesystem::directory_iterator(options.cache_dir)) {
        objects += file.path().extension() == ".o";
        EXPECT_NE(file.path().extension(), ".tmp") << file.path();
    }
    EXPECT_EQ(objects, 3) << "the unchanged file is not compiled again";
}

/// Files group_0.mod ..., each with a mechanism of that name.
std::vector<std::string> many_mods(int count, int value = 1) {
    std::vector<std::string> paths;
    for (int k = 0; k < count; ++k) {
        const auto name = "group_" + std::to_string(k);
        paths.push_back(write_mod(name + ".mod", small_mod(name, value)));
    }
    return paths;
}

std::vector<std::string> names_in(const CompiledLibrary& library) {
    std::vector<std::string> names;
    for (const auto* mechanism : load_library(library.path)) names.emplace_back(mechanism->name);
    return names;
}

TEST(Driver, CompilesManyFilesInGroups) {
    auto options = fresh_cache("groups");
    options.jobs = 2;
    auto paths = many_mods(5);
    const std::vector<std::string> all = {"group_0", "group_1", "group_2", "group_3", "group_4"};
    EXPECT_EQ(names_in(compile_files(paths, options)), all);
    write_mod("group_3.mod", small_mod("group_3", 2));
    EXPECT_EQ(names_in(compile_files(paths, options)), all);
    std::set<std::filesystem::path> objects;
    for (const auto& file : std::filesystem::directory_iterator(options.cache_dir)) {
        if (file.path().extension() == ".o") objects.insert(std::filesystem::canonical(file.path()));
    }
    EXPECT_EQ(objects.size(), 3u) << "two groups, and the changed file alone";
}

// A name without its version would mean the oldest function of that name.
TEST(Driver, LinksToTheVersionsOfTheCLibrary) {
    const auto options = fresh_cache("versions");
    const auto path = write_mod("versions.mod",
                                "NEURON { SUFFIX versions RANGE x }\nASSIGNED { x }\n"
                                "INITIAL { x = exp(x) }\n");
    const auto library = compile_files({path}, options).path;
#if !defined(__GLIBC__)
    GTEST_SKIP() << "another C library";
#endif
    if (find_program("readelf").empty()) GTEST_SKIP() << "no readelf";
    const auto symbols = run_commands({{find_program("readelf"), "-W", "--dyn-syms", library}}, 1).front().output;
    EXPECT_NE(symbols.find(" exp@GLIBC_"), std::string::npos) << symbols;
}

// Its destructor needs the C++ library's start files, without which mechanisms are linked otherwise.
TEST(Driver, LinksCppWithAStaticObject) {
    const auto options = fresh_cache("static_object");
    const auto path =
        write_mod("static_object.mod",
                  "NEURON { SUFFIX static_object RANGE x }\nASSIGNED { x }\n"
                  "VERBATIM\n#include <string>\nstatic std::string text(\"some text on the heap, surely\");\n"
                  "ENDVERBATIM\nINITIAL {\nVERBATIM\n x = text.size();\nENDVERBATIM\n}\n");
    EXPECT_EQ(names_in(compile_files({path}, options)), std::vector<std::string>{"static_object"});
}

// As when two processes compile it at the same time.
TEST(Driver, LinksAFileThatIsInTwoGroups) {
    auto options = fresh_cache("two_groups");
    options.jobs = 1;
    const auto paths = many_mods(3);
    const auto links = [&] {
        std::set<std::filesystem::path> found;
        for (const auto& file : std::filesystem::directory_iterator(options.cache_dir)) {
            if (file.is_symlink() && file.path().extension() == ".o") found.insert(file.path());
        }
        return found;
    };
    compile_files({paths[0]}, options);
    for (const auto& file : std::filesystem::directory_iterator(options.cache_dir)) {
        if (file.path().extension() == ".o") std::filesystem::remove(file.path());
    }
    compile_files({paths[0], paths[1]}, options);
    const auto first = links();
    ASSERT_EQ(first.size(), 2u);
    std::filesystem::remove(*first.begin());
    EXPECT_EQ(names_in(compile_files({paths[2], paths[0], paths[1]}, options)).size(), 3u);
    EXPECT_EQ(links().size(), 3u);
}

TEST(Driver, LinksTheKernelsOfAFileInCThatAreInTwoGroups) {
    auto options = fresh_cache("two_groups_of_lanes");
    options.jobs = 1;
    std::vector<std::string> paths;
    for (const char* name : {"lanes_0", "lanes_1", "lanes_2"}) {
        paths.push_back(write_mod(std::string(name) + ".mod",
                                  "NEURON { SUFFIX " + std::string(name) +
                                      " RANGE x NONSPECIFIC_CURRENT i }\nASSIGNED { x i v }\n"
                                      "INITIAL { VERBATIM\n x = 1; \nENDVERBATIM }\nBREAKPOINT { i = x*v }\n"));
    }
    compile_files({paths[0], paths[1]}, options);
    std::vector<std::filesystem::path> links;
    for (const auto& file : std::filesystem::directory_iterator(options.cache_dir)) {
        if (file.is_symlink() && file.path().extension() == ".o") links.push_back(file.path());
    }
    ASSERT_EQ(links.size(), 2u);
    std::filesystem::remove(links.front());
    EXPECT_EQ(names_in(compile_files({paths[2], paths[0], paths[1]}, options)).size(), 3u);
}

// With all headers of the runtime that functions come from: each file of a group has its own copy.
TEST(Driver, CompilesFilesOfEveryKindInOneGroup) {
    auto options = fresh_cache("every_kind");
    options.jobs = 1;
    const std::string states =
        " RANGE x, d }\nPARAMETER { w = 1 }\nSTATE { x }\nASSIGNED { v d }\nFUNCTION_TABLE f(v)\n";
    std::vector<std::string> paths;
    for (const char* name : {"kind_0", "kind_1"}) {
        paths.push_back(write_mod(std::string(name) + ".mod",
                                  "NEURON { SUFFIX " + std::string(name) + " RANDOM r" + states +
                                      "BREAKPOINT { SOLVE s METHOD derivimplicit  LAG x BY w  d = lag_x_w }\n"
                                      "DERIVATIVE s { x' = -x*x + v }\n"
                                      "PROCEDURE draw() { d = random_uniform(r) + f(v) }\n"));
    }
    compile_files(paths, options);
    int links = 0;
    for (const auto& file : std::filesystem::directory_iterator(options.cache_dir)) {
        links += file.is_symlink() && file.path().extension() == ".o";
    }
    EXPECT_EQ(links, 2);
}

TEST(Driver, CompilesEachAloneWhenAGroupFails) {
    auto options = fresh_cache("failing_group");
    options.jobs = 1;
    options.compiler =
        write_mod("no_groups",
                  "#!/bin/sh\nfor source; do :; done\ncase $source in *.cpp) grep -q rv_file_1 $source && "
                  "exit 1; esac\nexec c++ \"$@\"\n");
    std::filesystem::permissions(options.compiler, std::filesystem::perms::owner_all);
    EXPECT_EQ(names_in(compile_files(many_mods(3), options)).size(), 3u);
}

// Else the compiler takes minutes for a file with long arrays.
TEST(Driver, WritesNoLongerCTextForLongerArrays) {
    const auto c_text = [](const std::string& name, const std::string& length) {
        const auto options = fresh_cache(name);
        const auto mod = write_mod(name + ".mod", "NEURON { SUFFIX " + name + " RANGE x }\nASSIGNED { x[" + length +
                                                      "] }\n"
                                                      "PROCEDURE fill() { VERBATIM\n x[0] = 1; \nENDVERBATIM }\n");
        compile_files({mod}, options);
        for (const auto& file : std::filesystem::directory_iterator(options.cache_dir)) {
            if (file.path().extension() == ".c") return file.file_size();
        }
        return std::uintmax_t{0};
    };
    const auto few = c_text("array_s", "3"), many = c_text("array_l", "30000");
    EXPECT_GT(few, 0u);
    EXPECT_LT(many, few + 200);
}

TEST(Driver, LetsProcessesRaceForOneLibrary) {
    const auto options = fresh_cache("race");
    const auto path = write_mod("race.mod", small_mod("race", 1));
    for (int k = 0; k < 4; ++k) {
        if (fork() == 0) {
            int status = 1;
            try {
                status = load_library(compile_files({path}, options).path).size() == 1 ? 0 : 2;
            } catch (...) {
            }
            _exit(status);
        }
    }
    for (int k = 0; k < 4; ++k) {
        int status = -1;
        wait(&status);
        EXPECT_EQ(status, 0);
    }
}

TEST(Driver, NamesTheCompilersItTried) {
    const std::string path = std::getenv("PATH"), cxx = std::getenv("CXX") ? std::getenv("CXX") : "";
    setenv("PATH", "/nowhere", 1);
    setenv("CXX", "mycxx", 1);
    auto options = fresh_cache("none");
    try {
        compile_files({write_mod("none.mod", small_mod("none", 1))}, options);
        ADD_FAILURE() << "no error";
    } catch (const std::runtime_error& error) {
        EXPECT_NE(std::string(error.what()).find("tried mycxx, c++, g++, clang++"), std::string::npos) << error.what();
    }
    setenv("PATH", path.c_str(), 1);
    cxx.empty() ? unsetenv("CXX") : setenv("CXX", cxx.c_str(), 1);
}

TEST(Driver, RefusesLibrariesThatAreNone) {
    EXPECT_THROW(load_library("/nowhere/none.so"), std::runtime_error);
    EXPECT_THROW(compile_files({"/nowhere/none.mod"}, test_options(Math::libm)), CompileError);
}

TEST(ContentHash, TellsTextsAndTheirBordersApart) {
    std::set<std::string> seen;
    for (const auto& [a, b] : {std::pair{"ab", "c"}, {"a", "bc"}, {"", "abc"}, {"abc", ""}, {"abd", ""}}) {
        ContentHash hash;
        hash.add(a);
        hash.add(b);
        EXPECT_TRUE(seen.insert(hash.digits()).second) << a << "|" << b;
        EXPECT_EQ(hash.digits().size(), 32u);
    }
}

// Messages as g++ 12 writes them; loops that run once a run, and copies made for other widths, don't count.
TEST(Vectorization, TellsTheWidthOfEachKernel) {
    const std::string source =
        "RV_COLD int loop_initialize(rv_instances* in) {\n"
        "    for (int32_t i = 0; i < count; ++i) {\n"
        "}\n"
        "int loop_advance(rv_instances* in) {\n"
        "    for (int32_t i = 0; i < count; ++i) {\n"
        "}\n"
        "int loop_current(rv_instances* in) {\n"
        "    for (int32_t i = 0; i < count; ++i) {\n"
        "}\n"
        "int loop_after_solve(rv_instances* in) {\n"
        "    for (int32_t rv_start = 0; rv_start < count; rv_start += RV_CHUNK) {\n"
        "        for (int32_t i = 0; i < rv_lanes; ++i) {\n"
        "        for (int32_t i = 0; i < rv_lanes; ++i) {\n"
        "}\n";
    const std::string messages =
        "a/b.cpp:2:23: optimized: loop vectorized using 16 byte vectors\n"
        "a/b.cpp:5:23: optimized: loop vectorized using 64 byte vectors\n"
        "a/b.cpp:5:23: optimized: loop vectorized using 32 byte vectors\n"
        "a/b.cpp:12:23: optimized: loop vectorized using 32 byte vectors\n"
        "a/b.cpp:13:23: optimized: loop vectorized using 32 byte vectors\n"
        "a/b.cpp:8:23: missed: couldn't vectorize loop\n"
        "a/b.cpp:8:23: missed: not vectorized: control flow in loop.\n";
    EXPECT_EQ(summarize_vectorization(source, messages),
              "advance: vectors of 64 bytes, 8 instances at once\ncurrent: scalar; control flow in loop.\n"
              "after_solve: vectors of 32 bytes, 4 instances at once\n");
}

}  // namespace
}  // namespace ranvier::nmodl
