#include "hoc_like/program/model_sources.hpp"

#include <gtest/gtest.h>

namespace ranvier::program {

namespace {

const std::vector<SourceFile> before{{"a b.hoc", 1}, {"both.hoc", 2}, {"both.hoc", 3}, {"old.hoc", 4}};
const std::vector<SourceFile> now{{"a b.hoc", 9}, {"both.hoc", 3}, {"new.hoc", 5}};

TEST(ModelSources, AreReadFromTheirLines) {
    EXPECT_EQ(lines_of(before).substr(0, 25), "0000000000000001 a b.hoc\n");
    EXPECT_EQ(source_files_in(lines_of(before)), before);
    EXPECT_EQ(source_files_in("foreign\n0000000000000002 both.hoc\n00000000000000zz x\n\n0000000000000007 "),
              (std::vector<SourceFile>{{"", 7}, {"both.hoc", 2}}));
}

TEST(ModelSources, HaveChangedIfTheirNameIsKnownWithAnotherHash) {
    EXPECT_EQ(names_changed(before, now), std::vector<std::string>{"a b.hoc"});
    EXPECT_TRUE(names_changed(before, before).empty());
    EXPECT_TRUE(names_changed({}, now).empty());
}

TEST(ModelSources, DifferAlsoIfOnlyOneHasThem) {
    EXPECT_EQ(names_that_differ(before, now), (std::vector<std::string>{"a b.hoc", "both.hoc", "new.hoc", "old.hoc"}));
    EXPECT_TRUE(names_that_differ(now, now).empty());
}

}  // namespace

}  // namespace ranvier::program
