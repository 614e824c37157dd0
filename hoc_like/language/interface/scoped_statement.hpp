#pragma once

#include <memory>
#include <string>
#include <utility>

#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/language/interface/weak_object.hpp"

namespace ranvier::hoc {

/// A statement to be run later, in the scope of an object if one is given. It does not keep the object alive, and does
/// nothing once the object is deleted. If the statement stands for a Python function, it keeps that and calls it.
class ScopedStatement {
  public:
    ScopedStatement(Interpreter& interpreter, std::string text, const ObjectPtr& scope)
        : interpreter_{&interpreter}, text_{std::move(text)}, held_{interpreter.hold(text_)}, scope_{scope} {}
    const std::string& text() const { return text_; }
    ObjectPtr scope() const { return scope_.lock(); }
    void operator()() const {
        if (scope_.is_gone()) return;
        if (held_) {
            (*held_)();
        } else {
            interpreter_->execute(text_, scope_.lock());
        }
    }

  private:
    Interpreter* interpreter_;
    std::string text_;
    HeldStatement held_;
    WeakObject scope_;
};

}  // namespace ranvier::hoc
