#include "mechanisms/nmodl/codegen/globals_between_kernels.hpp"

#include <algorithm>

#include "mechanisms/nmodl/passes/known_functions.hpp"

namespace ranvier::nmodl {
namespace {

/// The variables that may differ between instances, regardless of the order of statements.
class Varying {
  public:
    explicit Varying(const Program& program) : program_(program) {
        std::size_t known = 0;
        do {
            known = names_.size();
            for (const auto& block : program_.blocks) look(block);
        } while (names_.size() > known);
    }

    bool contains(const std::string& global) const { return names_.contains(global); }

  private:
    void look(const Block& block) {
        block_ = &block;
        is_decided_ = names_.contains(decision(block.name));
        statements(block.body);
    }

    void statements(const Statements& all) {
        for (const auto& s : all) statement(*s);
    }

    void statement(const Statement& s) {
        for (const auto& value : s.value) {
            for_each(std::as_const(*value), [&](const Expression& e) {
                if (e.kind == ExpressionKind::Call) call(e);
            });
        }
        if (s.kind == StatementKind::Assign) {
            if (is_decided_ || varies(*s.value[1])) names_.insert(own(s.value[0]->text));
            return;
        }
        const bool before = is_decided_;
        is_decided_ |= std::ranges::any_of(s.value, [&](const ExpressionPtr& value) { return varies(*value); });
        statements(s.body);
        statements(s.otherwise);
        is_decided_ = before;
    }

    void call(const Expression& e) {
        const Block* block = program_.block(e.text);
        if (!block) return;
        if (is_decided_) names_.insert(decision(block->name));
        for (std::size_t k = 0; k < std::min(e.operands.size(), block->arguments.size()); ++k) {
            if (varies(*e.operands[k])) names_.insert(local(*block, block->arguments[k].name));
        }
    }

    bool varies(const Expression& top) const {
        bool found = false;
        for_each(top, [&](const Expression& e) {
            if (e.kind == ExpressionKind::Name || e.kind == ExpressionKind::Index) found |= is_varying(e.text);
            if (e.kind != ExpressionKind::Call) return;
            if (const Block* block = program_.block(e.text)) {
                found |= names_.contains(local(*block, block->name));
            } else {
                const auto* known = known_function(e.text);
                found |= !known || !known->is_pure;
            }
        });
        return found;
    }

    bool is_varying(const std::string& name) const {
        const Symbol* symbol = program_.symbol(name);
        if (!symbol) return names_.contains(own(name));
        switch (symbol->storage) {
            case Storage::Constant:
                return false;
            case Storage::Global:
                return names_.contains(name);
            case Storage::Built:
                return name == "v" || name == "diam" || name == "area";
            default:
                return true;
        }
    }

    static std::string local(const Block& block, const std::string& name) { return block.name + " " + name; }
    static std::string decision(const std::string& block) { return "whether " + block; }
    std::string own(const std::string& name) const { return program_.symbol(name) ? name : local(*block_, name); }

    const Program& program_;
    const Block* block_ = nullptr;
    bool is_decided_ = false;  // a varying value decides whether the current statement is reached
    std::set<std::string> names_;
};

struct Kernels {
    std::vector<const Block*> blocks;
    explicit Kernels(const Plan& plan) {
        for (const auto& kernel : plan.kernels) blocks.push_back(kernel.block);
        if (plan.current) blocks.push_back(plan.current);
        if (plan.net_receive) blocks.push_back(plan.net_receive);
    }
};

bool hands_over(const Plan& plan, const Varying& varying, TableUse tables) {
    const Kernels kernels(plan);
    std::vector<DataFlow> flows;
    for (const Block* block : kernels.blocks) flows.push_back(data_flow(*plan.program, *block, tables));
    return std::ranges::any_of(plan.globals, [&](const auto& global) {
        const auto& name = global.symbol->name;
        if (!varying.contains(name)) return false;
        for (const auto& reader : flows) {
            if (!reader.reads.contains(name)) continue;
            for (const auto& writer : flows) {
                if (&writer != &reader && writer.writes.contains(name)) return true;
            }
        }
        return false;
    });
}

}  // namespace

bool finds_globals_of_last_instance(const Plan& plan) {
    if (plan.globals.empty()) return false;
    const Varying varying(*plan.program);
    return hands_over(plan, varying, TableUse::Never) ||
           (!plan.tables.empty() && hands_over(plan, varying, TableUse::Always));
}

}  // namespace ranvier::nmodl
