#include "mechanisms/nmodl/codegen/long_code.hpp"

#include <algorithm>

namespace ranvier::nmodl {
namespace {

constexpr std::size_t most_in_one = 500;    // statements that are not cut
constexpr std::size_t most_in_loop = 1200;  // likewise, where the loop over instances is vectorized
constexpr std::size_t most_in_part = 100;

std::size_t count_of(const Statement& s) {
    if (s.kind == StatementKind::Eliminate) return s.body.size();
    std::size_t count = s.kind == StatementKind::Block ? 0 : 1;
    for (const auto* inner : {&s.body, &s.otherwise}) {
        for (const auto& one : *inner) count += count_of(*one);
    }
    return count;
}

bool declares(const Statements& all) {
    return std::ranges::any_of(all, [](const auto& s) { return s->kind == StatementKind::Local; });
}

/// The names that statements use, and those that they assign.
struct Uses {
    std::set<std::string> names, assigned;

    explicit Uses(const std::vector<const Statement*>& part) {
        for (const auto* s : part) look(*s);
    }
    void look(const Statement& s) {
        for (const auto& value : s.value) {
            for_each(std::as_const(*value), [&](const Expression& e) { names.insert(e.text); });
        }
        for (const auto& local : s.declared) {
            names.insert(local.name);
            assigned.insert(local.name);
        }
        if (s.kind == StatementKind::Assign) assigned.insert(s.value[0]->text);
        if (s.kind == StatementKind::Eliminate) assigned.insert(s.value[2]->text);
        for (const auto* inner : {&s.body, &s.otherwise}) {
            for (const auto& one : *inner) look(*one);
        }
    }
};

}  // namespace

LongCode::LongCode(const Statements& all, Words words, Body& body, CppWriter& out)
    : all_(all), words_(std::move(words)), body_(body), out_(out) {
    std::size_t count = 0;
    bool can_cut = true;
    for (const auto& s : all) count += count_of(*s);
    for_each_statement(all, [&](const Statement& s) { can_cut &= s.kind != StatementKind::Verbatim; });
    if (count <= (words_.in_lanes ? most_in_loop : most_in_one) || !can_cut) return;
    std::vector<const Statement*> flat;
    flatten(all, flat);
    cut(flat);
}

/// Opens the braces of long blocks, which loops that were unrolled leave behind.
void LongCode::flatten(const Statements& all, std::vector<const Statement*>& flat) const {
    for (const auto& s : all) {
        const bool is_long = s->kind == StatementKind::Block && count_of(*s) > most_in_part / 4;
        const bool is_written =
            s->kind == StatementKind::Eliminate && words_.in_lanes && !is_table(*s, words_.in_lanes);
        if (is_written || (is_long && !declares(s->body))) {
            flatten(s->body, flat);
        } else {
            flat.push_back(s.get());
        }
    }
}

void LongCode::cut(const std::vector<const Statement*>& flat) {
    std::size_t length = most_in_part;
    for (const auto* s : flat) {
        const auto count = s->kind == StatementKind::Eliminate ? most_in_part : count_of(*s);
        if (length + count > most_in_part) {
            parts_.emplace_back();
            length = 0;
        }
        parts_.back().push_back(s);
        length += count;
        if (s->kind == StatementKind::Local) locals_.insert(locals_.end(), s->declared.begin(), s->declared.end());
    }
}

/// The name of a local in the code, without the lane.
std::string LongCode::local(const LocalVariable& local) const {
    return cpp_name(local.name);
}

void LongCode::print_functions() {
    if (parts_.empty()) return;
    const std::string lanes = words_.in_lanes ? "[RV_LANES]" : "";
    out_.line("struct locals_" + words_.name + " {");
    for (const auto& each : locals_) {
        const auto length = each.length > 0 ? "[" + std::to_string(each.length) + "]" : "";
        out_.line((words_.in_lanes ? "alignas(64) double " : "double ") + local(each) + length + lanes + ";");
    }
    if (locals_.empty()) out_.line("double rv_none;");
    out_.line("};");
    for (std::size_t k = 0; k < parts_.size(); ++k) {
        print_function(parts_[k], words_.name + "_" + std::to_string(k));
    }
}

void LongCode::print_function(const Part& part, const std::string& name) {
    out_.line("static __attribute__((noinline, unused)) void " + name + "(" + words_.parameters + "struct locals_" +
              words_.name + "* rv_locals) {");
    for (const auto& line : words_.begin) out_.line(line);
    const auto& only = *part.front();
    if (words_.in_lanes && only.kind == StatementKind::Eliminate) {
        const auto array = [&](std::size_t k) { return "rv_locals->" + only.value[k]->text; };
        print_table(only, out_);
        out_.line("rv_eliminate_lanes(rv_table, " + array(0) + ", " + array(1) + ");");
    } else {
        print_inside(part);
    }
    out_.line("}");
}

void LongCode::print_inside(const Part& part) {
    const Uses uses(part);
    for (const auto& each : locals_) {
        if (each.length == 0 || !uses.names.contains(each.name)) continue;
        const auto pointer =
            words_.in_lanes ? "double(*const " + local(each) + ")[RV_LANES]" : "double* const " + local(each);
        out_.line(pointer + " = rv_locals->" + local(each) + ";");
    }
    const std::string lane = words_.in_lanes ? "[rv_l]" : "";
    if (words_.in_lanes) {
        for (const auto* s : part) {
            for (const auto& each : s->declared) {
                if (each.length > 0) print_local(each);  // nothing before has used it
            }
        }
        out_.line("#pragma GCC ivdep");
        out_.line("for (int rv_l = 0; rv_l < RV_LANES; ++rv_l) {");
    }
    for (const auto& each : locals_) {
        if (each.length > 0 || !uses.names.contains(each.name)) continue;
        out_.line("double " + local(each) + " = rv_locals->" + local(each) + lane + ";");
    }
    for (const auto* s : part) {
        for (const auto& each : s->declared) {
            if (each.length == 0 || !words_.in_lanes) print_local(each);
        }
        if (s->kind != StatementKind::Local) body_.statement(*s);
    }
    for (const auto& each : locals_) {
        if (each.length > 0 || !uses.assigned.contains(each.name)) continue;
        out_.line("rv_locals->" + local(each) + lane + " = " + local(each) + ";");
    }
    if (words_.in_lanes) out_.line("}");
}

void LongCode::print_local(const LocalVariable& each) {
    const auto text = local(each);
    if (each.length == 0) return out_.line(text + " = 0.0;");
    out_.line("__builtin_memset(" + text + ", 0, " + std::to_string(each.length) + " * sizeof *" + text + ");");
}

void LongCode::print_statements() {
    if (parts_.empty()) return body_.statements(all_);
    out_.line("struct locals_" + words_.name + " rv_locals;");
    for (std::size_t k = 0; k < parts_.size(); ++k) {
        out_.line(words_.name + "_" + std::to_string(k) + "(" + words_.arguments + "&rv_locals);");
    }
}

}  // namespace ranvier::nmodl
