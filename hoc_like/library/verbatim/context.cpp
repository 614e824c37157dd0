#include "hoc_like/library/verbatim/context.hpp"

#include <cstdlib>
#include <cstring>
#include <stdexcept>

#include "hoc_like/language/interface/class_info.hpp"
#include "hoc_like/library/cable/mechanisms/point_process.hpp"
#include "hoc_like/library/context/context.hpp"
#include "hoc_like/library/data/list.hpp"
#include "hoc_like/library/data/random/random.hpp"
#include "hoc_like/library/data/vector/vector.hpp"
#include "hoc_like/library/verbatim/api.hpp"

namespace ranvier::hoc {

namespace {

VerbatimContext* the_context = nullptr;

void free_string(char** text) {
    std::free(*text);
    delete text;
}

/// The pointer by which C code refers to a Vector, List or Random.
void* state_of(const ObjectPtr& object, VectorHandles& vectors) {
    if (auto* vector = object.as<VectorObject>()) return vectors.handle_of(*vector, object.get());
    if (auto* list = object.as<ListObject>()) return list;
    if (auto* random = object.as<RandomObject>()) return random;
    if (auto* point = point_of(object)) return point;
    return object->native();
}

}  // namespace

struct VerbatimContext::Proxy {
    ::Object c{};
    std::vector<Objectdata> data;  // of a template's object
    std::deque<std::string> texts;
    std::deque<char*> places;

    /// The current members of a template's object.
    void show_members(Instance& instance) {
        const auto members = instance.members();
        data.assign(members.size(), {});
        texts.clear();
        places.clear();
        for (const auto& symbol : instance.class_info().scope->symbols()) {
            const auto index = static_cast<std::size_t>(symbol->index);
            if (index >= data.size()) continue;
            if (symbol->kind == SymbolKind::number) data[index].pval = &members[index].number;
            if (symbol->kind == SymbolKind::string) data[index].ppstr = show(*members[index].string);
        }
        c.u.dataspace = data.data();
    }

  private:
    char** show(const std::string& text) { return &places.emplace_back(texts.emplace_back(text).data()); }
};

VerbatimContext::VerbatimContext(const Context& base, ScriptRun& run, std::shared_ptr<RandomGlobals> random)
    : base_{base}, run_{run}, random_{std::move(random)}, outer_{the_context} {
    the_context = this;
    nrnmpi_myid = base.rank.id;
    nrnmpi_numprocs = base.rank.nhost;
}

VerbatimContext::~VerbatimContext() {
    if (the_context == this) the_context = outer_;
}

VerbatimContext& VerbatimContext::current() {
    if (!the_context) throw std::runtime_error("VERBATIM code runs without an interpreter");
    return *the_context;
}

Call& VerbatimContext::call() const {
    if (!has_call()) {
        throw std::runtime_error("VERBATIM uses an argument, but no script has called a function of the mechanism");
    }
    return *frames_.back().call;
}

void VerbatimContext::take_steps(const std::function<void()>& advance) {
    if (!has_call()) {
        throw std::runtime_error("VERBATIM takes a step within a step; do it in a function that a script calls");
    }
    frames_.emplace_back();  // the arguments of this call are not those of code that runs within the steps
    struct End {
        ~End() { frames.pop_back(); }
        std::deque<Frame>& frames;
    };
    const End end{frames_};
    advance();
}

double* VerbatimContext::number(int i) {
    const double value = call().number(i - 1);
    return &frames_.back().numbers.try_emplace(i, value).first->second;
}

double* VerbatimContext::pointer(int i) {
    const NumberRefPtr reference = call().reference(i - 1);
    if (double* address = reference->address()) return address;
    return &frames_.back().copies.try_emplace(i, reference->load()).first->second;
}

char** VerbatimContext::string(int i) {
    const std::string text = call().string(i - 1);
    auto& strings = frames_.back().strings;
    if (const auto known = strings.find(i); known != strings.end()) return known->second.get();
    char** made = new char*(strdup(text.c_str()));
    return strings.emplace(i, std::unique_ptr<char*, void (*)(char**)>(made, free_string)).first->second.get();
}

::Object** VerbatimContext::object(int i) {
    const ObjectPtr argument = call().object(i - 1);
    auto& objects = frames_.back().objects;
    if (const auto known = objects.find(i); known != objects.end()) return &known->second.first;
    ::Object* made = argument ? proxy(argument) : nullptr;
    return &objects.emplace(i, std::pair{made, made}).first->second.first;
}

::Object* VerbatimContext::proxy(const ObjectPtr& object) {
    auto& known = proxies_[object.get()];
    if (!known) known = std::make_unique<Proxy>();
    // The address may have belonged to a deleted object.
    known->c.ctemplate = class_of(*object);
    known->c.index = static_cast<int>(object->index());
    known->c.refcount = 1;
    known->c.u.this_pointer = state_of(object, vectors_);
    known->c.of_engine = object.get();
    if (object.as<PointProcess>() && known->c.u.this_pointer) {
        static_cast<::Point_process*>(known->c.u.this_pointer)->ob = &known->c;
    }
    if (!object->native() && object->class_info().scope) known->show_members(static_cast<Instance&>(*object));
    return &known->c;
}

cTemplate* VerbatimContext::class_of(const hoc::Object& object) {
    const auto [known, is_new] = classes_.try_emplace(std::string(object.class_name()));
    auto& [name, shown] = *known;
    if (is_new) {
        shown.symbol.name = name.c_str();
        shown.c.sym = &shown.symbol;
        shown.c.id = static_cast<int>(classes_.size());
    }
    return &shown.c;
}

ObjectPtr VerbatimContext::object_of(const ::Object* proxy) {
    return proxy ? ObjectPtr{static_cast<hoc::Object*>(proxy->of_engine)} : ObjectPtr{};
}

::Symbol* VerbatimContext::symbol(const std::string& name) {
    auto& known = symbols_[name];
    if (!known) {
        known = std::make_unique<::Symbol>();
        known->name = symbols_.find(name)->first.c_str();
    }
    return known.get();
}

void VerbatimContext::begin(Call& call) {
    frames_.emplace_back();
    frames_.back().call = &call;
}

void VerbatimContext::finish() {
    const Frame& frame = frames_.back();
    for (const auto& [i, value] : frame.copies) frame.call->reference(i - 1)->store(value);
    for (const auto& [i, text] : frame.strings) {
        const std::string now = *text ? *text : "";
        if (now != frame.call->string(i - 1)) frame.call->set_string(i - 1, now);
    }
    for (const auto& [i, object] : frame.objects) {
        if (object.first != object.second) frame.call->set_object(i - 1, object_of(object.first));
    }
}

void VerbatimContext::end() {
    frames_.pop_back();
}

}  // namespace ranvier::hoc
