#include "mechanisms/nmodl/passes/send_times.hpp"

namespace ranvier::nmodl {
namespace {

ExpressionPtr after_t(ExpressionPtr delay) {
    const auto where = delay->where;
    if (!is_open(*delay)) return make_binary("+", make_name("t", where), std::move(delay));
    delay->operands[0] = after_t(std::move(delay->operands[0]));
    return delay;
}

}  // namespace

void send_times(Program& program) {
    for (auto& block : program.blocks) {
        for_each_expression(block.body, [&](ExpressionPtr& expression) {
            for_each(*expression, [&](Expression& e) {
                const bool sends = e.kind == ExpressionKind::Call && e.text == "net_send" && e.operands.size() == 2;
                if (sends) e.operands[0] = after_t(std::move(e.operands[0]));
            });
        });
    }
}

}  // namespace ranvier::nmodl
