#include "mechanisms/nmodl/codegen/param_elements.hpp"

#include <gtest/gtest.h>

namespace ranvier::nmodl {
namespace {

TEST(ParamElements, BecomeCallsWithTheWholeOperand) {
    EXPECT_EQ(with_param_elements("x = p->param[3];"), "x = (*rv_param_at(p, 3));");
    EXPECT_EQ(with_param_elements("a[i + 1]->_prop->param [k] += 2;"), "(*rv_param_at(a[i + 1]->_prop, k)) += 2;");
    EXPECT_EQ(with_param_elements("((Point_process*)ob->u.this_pointer)->_prop->param[0]"),
              "(*rv_param_at(((Point_process*)ob->u.this_pointer)->_prop, 0))");
    EXPECT_EQ(with_param_elements("of(x, y)->prop\n ->param[n[1]]"), "(*rv_param_at(of(x, y)->prop, n[1]))");
}

TEST(ParamElements, LeaveWhatStandsBefore) {
    EXPECT_EQ(with_param_elements("return (p)->param[1];"), "return (*rv_param_at((p), 1));");
    EXPECT_EQ(with_param_elements("if (y) (p)->param[1] = 0;"), "if (y) (*rv_param_at((p), 1)) = 0;");
    EXPECT_EQ(with_param_elements("(double)p->param[1]"), "(double)(*rv_param_at(p, 1))");
    EXPECT_EQ(with_param_elements("#define of(p, k) (p)->param[k]\n"), "#define of(p, k) (*rv_param_at((p), k))\n");
}

TEST(ParamElements, MayHoldOthers) {
    EXPECT_EQ(with_param_elements("p->param[(int)q->param[2]]"), "(*rv_param_at(p, (int)(*rv_param_at(q, 2))))");
}

TEST(ParamElements, AreElementsAlone) {
    for (const char* text : {"_p = point->_prop->param;", "p->param_size", "my->params[1]", "->param[", "p->param[1"}) {
        EXPECT_EQ(with_param_elements(text), text);
    }
}

}  // namespace
}  // namespace ranvier::nmodl
