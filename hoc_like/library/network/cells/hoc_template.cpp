// Cells made from a template written in hoc.

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <optional>
#include <stdexcept>

#include "hoc_like/language/interface/bridge.hpp"
#include "hoc_like/language/interface/class_info.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/cable/sections/cables.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/arguments.hpp"
#include "hoc_like/library/network/cells/cell_template.hpp"
#include "hoc_like/library/network/cells/named_arguments.hpp"
#include "hoc_like/library/network/copies/equal_cells.hpp"
#include "hoc_like/library/network/gids/netcon.hpp"

namespace ranvier::hoc {

namespace {

/// "dend[3]" in parts; the name alone, if it is not of this form.
struct SectionName {
    explicit SectionName(const std::string& text) : name(text) {
        const std::size_t open = text.find('[');
        if (open == std::string::npos || text.back() != ']') return;
        int number = 0;
        const char* const end = text.data() + text.size() - 1;
        const auto [rest, error] = std::from_chars(text.data() + open + 1, end, number);
        if (error != std::errc{} || rest != end) return;
        name = text.substr(0, open);
        index = number;
    }
    std::string name;
    std::optional<double> index;
};

class HocTemplate final : public CellTemplate {
  public:
    HocTemplate(const Context& context, const ClassInfo& info)
        : context_(context),
          bridge_(context.interpreter),
          info_(info),
          takes_gid_(bridge_.init_reads_arguments(info)) {}

    std::string name() const override { return info_.name; }

    void check_variable(const Call& call, const std::string& name) const override {
        if (!is(name, SymbolKind::number)) fail_unknown(call, "public variable", name, all(SymbolKind::number));
    }
    void check_section(const Call& call, const std::string& name) const override {
        if (!is(SectionName(name).name, SymbolKind::section)) {
            fail_unknown(call, "public section", name, all(SymbolKind::section));
        }
    }

    bool makes_equal_cells() const override { return init_makes_equal_cells(context_, info_); }
    ObjectPtr make(engine::Gid gid) override {
        const std::array<Bridge::Given, 1> argument{static_cast<double>(gid)};
        return bridge_.create(info_.name, {argument.data(), takes_gid_ ? 1U : 0U});
    }
    void set(const ObjectPtr& cell, const std::string& variable, double value) override {
        bridge_.store(cell, variable, {}, value);
    }

    ObjectPtr source(const ObjectPtr& cell, const std::string& section, double x) override {
        const SectionName parts(section);
        const std::array<double, 1> index{parts.index.value_or(0)};
        const auto found = bridge_.load(cell, parts.name, {index.data(), parts.index ? 1U : 0U});
        const auto* of = std::get_if<SectionPtr>(&found);
        if (!of) throw std::runtime_error(fmt::format("{} is not a section", section));
        const NumberRefPtr voltage = context_.cables.reference(**of, context_.cables.range_name("v")->id, 0, x);
        const std::array<Bridge::Given, 2> ends{voltage, ObjectPtr{}};
        const std::size_t depth = bridge_.section_depth();
        context_.interpreter.push_section(*of);
        ObjectPtr netcon = bridge_.create(NetConObject::class_name, ends);
        bridge_.drop_sections(depth);
        return netcon;
    }

    /// connect2target(target, netcon) assigns the NetCon to its second argument, or returns it, or both.
    ObjectPtr own_source(const ObjectPtr& cell) override {
        if (!is("connect2target", SymbolKind::procedure)) return {};
        ObjectPlace place;
        const std::array<Bridge::Given, 2> arguments{ObjectPtr{}, place.address()};
        const auto returned = bridge_.call(cell, "connect2target", arguments);
        if (ObjectPtr assigned = place.load()) return assigned;
        const auto* object = std::get_if<ObjectPtr>(&returned);
        if (object && *object) return *object;
        throw std::runtime_error("connect2target has made no NetCon");
    }

    bool move(const ObjectPtr& cell, const engine::Point& to) override {
        if (!is("position", SymbolKind::procedure)) return false;
        const std::array<Bridge::Given, 3> arguments{to.x, to.y, to.z};
        bridge_.call(cell, "position", arguments);
        return true;
    }

  private:
    bool is(const std::string& name, SymbolKind kind) const {
        const Member member = info_.find(name);
        return member.kind == Member::symbol && member.as_symbol->kind == kind;
    }
    std::vector<std::string> all(SymbolKind kind) const {
        std::vector<std::string> names;
        for (const std::string& name : info_.member_names()) {
            if (is(name, kind)) names.push_back(name);
        }
        return names;
    }

    const Context& context_;
    Bridge bridge_;
    const ClassInfo& info_;
    bool takes_gid_;
};

}  // namespace

std::unique_ptr<CellTemplate> hoc_template(const Context& context, const std::string& name) {
    const ClassInfo* info = context.interpreter.template_named(name);
    if (!info) return nullptr;
    return std::make_unique<HocTemplate>(context, *info);
}

}  // namespace ranvier::hoc
