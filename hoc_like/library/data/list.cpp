#include "hoc_like/library/data/list.hpp"

#include <algorithm>
#include <utility>

#include "hoc_like/library/data/arguments.hpp"

namespace ranvier::hoc {

const std::vector<Object*>& ListObject::living() const {
    const std::uint64_t now = interpreter_->instances_version(class_) + 1;  // 0: never collected
    if (living_version_ == now) return living_;
    living_.clear();
    for (const ObjectPtr& each : interpreter_->instances(class_)) {
        if (std::find(hidden_.begin(), hidden_.end(), each.get()) == hidden_.end()) living_.push_back(each.get());
    }
    living_version_ = now;
    return living_;
}

std::vector<ObjectPtr> ListObject::objects() const {
    std::vector<ObjectPtr> all;
    if (is_view()) {
        for (Object* each : living()) all.emplace_back(each);
    }
    // To a view, too, scripts may have appended objects.
    all.insert(all.end(), objects_.begin(), objects_.end());
    return all;
}

ObjectPtr ListObject::object(std::size_t i) const {
    if (is_view()) {
        const std::vector<Object*>& all = living();
        if (i < all.size()) return ObjectPtr{all[i]};
        i -= all.size();
    }
    return i < objects_.size() ? objects_[i] : ObjectPtr{};
}

ObjectPtr make_list(Interpreter& interpreter, std::vector<ObjectPtr> objects) {
    auto list = std::make_unique<ListObject>();
    for (ObjectPtr& each : objects) list->own().push_back(std::move(each));
    return interpreter.make(ListObject::class_name, std::move(list));
}

namespace {

double count_of(const Call& call) {
    return static_cast<double>(call.self_as<ListObject>().size());
}

Result append(Call& call) {
    if (Object* object = call.object_or_null(0)) call.self_as<ListObject>().own().push_back(ObjectPtr{object});
    return count_of(call);
}

Result prepend(Call& call) {
    auto& own = call.self_as<ListObject>().own();
    if (const ObjectPtr object = call.object(0)) own.insert(0, object);
    return count_of(call);
}

Result insrt(Call& call) {
    auto& own = call.self_as<ListObject>().own();
    const auto at = whole_argument(call, 0, 0, static_cast<long long>(count_of(call)), "index");
    const ObjectPtr object = call.object(1);
    if (object) own.insert(std::min(static_cast<std::size_t>(at), own.size()), object);
    return count_of(call);
}

Result remove(Call& call) {
    ListObject& list = call.self_as<ListObject>();
    const auto at = whole_argument(call, 0, 0, static_cast<long long>(count_of(call)) - 1, "index");
    if (list.is_view()) {
        list.hide(list.objects()[static_cast<std::size_t>(at)].get());
    } else {
        // Kept until the list is consistent again, because the object's unref may read the list.
        const ObjectPtr removed = list.own().take(static_cast<std::size_t>(at));
    }
    return count_of(call);
}

Result remove_all(Call& call) {
    ListObject& list = call.self_as<ListObject>();
    if (list.is_view()) {
        for (const ObjectPtr& each : list.objects()) list.hide(each.get());
    }
    ObjectDeque removed;
    removed.swap(list.own());
    // Starts with the first object, like in NEURON; each object's unref may read the list.
    for (ObjectPtr& each : removed) each = {};
    return count_of(call);
}

Result index(Call& call) {
    const ObjectPtr object = call.object(0);
    ListObject& list = call.self_as<ListObject>();
    const auto position = [&](const auto& in) {
        const auto found = std::find(in.begin(), in.end(), object);
        return found == in.end() ? -1.0 : static_cast<double>(found - in.begin());
    };
    return list.is_view() ? position(list.objects()) : position(list.own());
}

Result object(Call& call) {
    const ListObject& list = call.self_as<ListObject>();
    const auto last = static_cast<long long>(list.size()) - 1;
    return list.object(static_cast<std::size_t>(whole_argument(call, 0, 0, last, "index")));
}

Object* object_at(Native& state, long long index) {
    auto& list = static_cast<ListObject&>(state);
    if (list.is_view() || index < 0 || index >= static_cast<long long>(list.own().size())) return nullptr;
    return list.own()[static_cast<std::size_t>(index)].get();
}

Result count(Call& call) {
    return count_of(call);
}

Result select(Call& call) {
    call.self_as<ListObject>().selected = static_cast<long long>(call.number(0));
    return 1.0;
}

Result selected(Call& call) {
    return static_cast<double>(call.self_as<ListObject>().selected);
}

Result accepted(Call&) {
    return 1.0;
}

Result scroll_pos(Call&) {
    return -1.0;
}

std::unique_ptr<Native> construct_list(Call& call) {
    if (!call.is_string(0)) return std::make_unique<ListObject>();  // new List(n): n is only a capacity
    std::string name = call.string(0);
    if (!call.interpreter().is_class(name)) fail(call, "\"" + name + "\" is not a template name");
    return std::make_unique<ListObject>(call.interpreter(), std::move(name));
}

}  // namespace

void register_list(Registry& registry) {
    ClassDefinition definition;
    definition.name = ListObject::class_name;
    definition.signature = "new List(\"Template\")";
    definition.doc = "A list of objects; with the name of a class, a list of all existing objects of that class.";
    definition.construct = construct_list;
    definition.methods = {
        {"append", "list.append(object)", "Adds an object at the end; returns the number of objects.", append},
        {"prepend", "list.prepend(object)", "Adds an object at the beginning; returns the number of objects.", prepend},
        {"insrt", "list.insrt(i, object)", "Inserts an object before object i; returns the number of objects.", insrt},
        {"remove", "list.remove(i)", "Removes object i; returns the number of objects.", remove},
        {"remove_all", "list.remove_all()", "Removes all objects.", remove_all},
        {"index", "list.index(object)", "Index of the object; -1 if it is not in the list.", index},
        {"count", "list.count()", "Number of objects.", count},
        {"object", "list.object(i)", "Object i.", object, object_at},
        {"o", "list.o(i)", "Object i.", object, object_at},
        {"browser", "list.browser(\"title\", \"item\")", "Shows the list in a window; no effect without a screen.",
         accepted},
        {"selected", "list.selected()", "The index last passed to select; initially -1.", selected},
        {"select", "list.select(i)", "Selects object i.", select},
        {"select_action", "list.select_action(\"command\")",
         "Sets the command for a click in the window; no effect without a screen.", accepted},
        {"accept_action", "list.accept_action(\"command\")",
         "Sets the command for a double click in the window; no effect without a screen.", accepted},
        {"scroll_pos", "list.scroll_pos(i)", "Scroll position of the window; -1 without a screen.", scroll_pos},
    };
    registry.add(std::move(definition));
}

}  // namespace ranvier::hoc
