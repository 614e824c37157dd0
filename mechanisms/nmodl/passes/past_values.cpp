#include "mechanisms/nmodl/passes/past_values.hpp"

#include <algorithm>

namespace ranvier::nmodl {
namespace {

ExpressionPtr element(const std::string& name, ExpressionPtr index) {
    return index ? make_index(name, std::move(index)) : make_name(name);
}

StatementPtr loop(const std::string& counter, int first, int last, StatementPtr body) {
    auto made = make_statement(StatementKind::From, body->where);
    made->name = counter;
    made->value.push_back(make_number(first));
    made->value.push_back(make_number(last));
    made->body.push_back(std::move(body));
    return made;
}

class Memory {
  public:
    Memory(Program& program, Diagnostics& diagnostics) : program_(program), diagnostics_(diagnostics) {}

    void run() {
        for (auto& block : program_.blocks) {
            lags(block.body);
            for_each_expression(block.body, [&](ExpressionPtr& e) { past_elements(e); });
            if (block.kind == BlockKind::Discrete) shift(block);
        }
        begin_.insert(begin_.end(), std::make_move_iterator(fill_.begin()), std::make_move_iterator(fill_.end()));
        if (begin_.empty()) return;
        auto* initial = program_.block(BlockKind::Initial);
        if (!initial) {
            Block made;
            made.kind = BlockKind::Initial;
            program_.blocks.push_back(std::move(made));
            initial = &program_.blocks.back();
        }
        for (auto& statement : initial->body) begin_.push_back(std::move(statement));
        initial->body = std::move(begin_);
    }

  private:
    void lags(Statements& body) {
        for (auto& s : body) {
            lags(s->body);
            lags(s->otherwise);
            if (s->kind == StatementKind::Call && s->value[0]->text == "LAG") s = lag(*s);
        }
    }

    StatementPtr lag(Statement& s) {
        const auto& of = s.value[0]->operands[0]->text;
        const auto& by = s.value[0]->operands[1]->text;
        const auto result = "lag_" + of + "_" + by;
        const auto history = "rv_" + result;
        const int length = program_.symbol(of) ? program_.symbol(of)->length : 0;
        const auto index = [&] { return length > 0 ? make_name("rv_k") : nullptr; };
        for (const auto& name : {result, history}) {
            if (program_.symbol(name)) continue;
            Symbol symbol;
            symbol.name = name;
            symbol.length = length;
            symbol.where = s.where;
            program_.symbols.push_back(std::move(symbol));
        }
        std::vector<ExpressionPtr> arguments;
        arguments.push_back(element(history, index()));
        arguments.push_back(element(of, index()));
        arguments.push_back(make_name("t"));
        arguments.push_back(make_name(by));
        auto made = make_statement(StatementKind::Block, s.where);
        made->body.push_back(
            make_assign(element(history, index()), make_call("rv_history_of", element(history, index()))));
        made->body.push_back(make_assign(element(result, index()), make_call("rv_lag", std::move(arguments), s.where)));
        auto forget = make_assign(element(history, index()), make_call("rv_forget", element(history, index())));
        if (length > 0) {
            made = loop("rv_k", 0, length - 1, std::move(made));
            forget = loop("rv_k", 0, length - 1, std::move(forget));
        }
        if (std::find(known_.begin(), known_.end(), history) == known_.end()) {
            known_.push_back(history);
            begin_.push_back(std::move(forget));
        }
        return made;
    }

    /// x@k -> rv_past_x[k - 1], x@k[j] -> rv_past_x[(k - 1)*length + j]
    void past_elements(ExpressionPtr& e) {
        for (auto& operand : e->operands) past_elements(operand);
        if (e->kind != ExpressionKind::Index || !e->text.ends_with('@')) return;
        const auto state = e->text.substr(0, e->text.size() - 1);
        const int step = static_cast<int>(e->operands[0]->value()) - 1;
        const int length = program_.symbol(state)->length;
        auto index = make_number(std::max(length, 1) * step);
        if (e->operands.size() > 1) index = make_binary("+", std::move(index), std::move(e->operands[1]));
        e = make_index(past_name(state), std::move(index), e->where);
    }

    /// Inserts before the block's statements: older values move by one step, then the current value becomes x@1.
    void shift(Block& block) {
        std::vector<std::string> states;
        for_each_statement(block.body, [&](const Statement& s) {
            if (s.kind != StatementKind::Assign) return;
            const auto& name = s.value[0]->text;
            if (program_.symbol(past_name(name)) && std::find(states.begin(), states.end(), name) == states.end()) {
                states.push_back(name);
            }
        });
        if (states.empty()) {
            diagnostics_.warning(block.where,
                                 "no state of '" + block.name + "' is used as x@1, so no past values are kept");
        }
        Statements start;
        for (const auto& name : states) {
            const auto* state = program_.symbol(name);
            const int width = std::max(state->length, 1), total = program_.symbol(past_name(name))->length;
            for (int k = total - 1; k >= width; --k) {
                start.push_back(make_assign(make_index(past_name(name), make_number(k)),
                                            make_index(past_name(name), make_number(k - width))));
            }
            for (int k = 0; k < width; ++k) {
                auto present = element(name, state->length > 0 ? make_number(k) : nullptr);
                start.push_back(make_assign(make_index(past_name(name), make_number(k)), std::move(present)));
            }
            const auto* given = program_.symbol(name + "0");
            auto value = given ? make_name(given->name) : make_number(state->value);
            auto fill = make_assign(make_index(past_name(name), make_name("rv_k")), std::move(value));
            fill_.push_back(loop("rv_k", 0, total - 1, std::move(fill)));
        }
        for (auto& statement : block.body) start.push_back(std::move(statement));
        block.body = std::move(start);
    }

    Program& program_;
    Diagnostics& diagnostics_;
    Statements begin_, fill_;  // statements at the beginning of INITIAL
    std::vector<std::string> known_;
};

}  // namespace

std::string past_name(const std::string& state) {
    return "rv_past_" + state;
}

void past_values(Program& program, Diagnostics& diagnostics) {
    Memory(program, diagnostics).run();
}

}  // namespace ranvier::nmodl
