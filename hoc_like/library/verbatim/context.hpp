#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "hoc_like/language/interface/call.hpp"
#include "hoc_like/language/interface/interpreter.hpp"
#include "hoc_like/library/cable/mechanisms/calling_frame.hpp"
#include "hoc_like/library/data/random/random_stream.hpp"
#include "hoc_like/library/verbatim/vector_handles.hpp"
#include "mechanisms/runtime/verbatim_api.h"

namespace ranvier::hoc {

class ScriptRun;
struct Context;

/// The context of VERBATIM: the arguments of the current call of a mechanism's function, and what it reaches.
///
/// The functions of mechanisms/runtime/verbatim_api.h have no argument for a context, so each process has one: that of
/// the newest session. Errors are exceptions, which pass through the C frames.
class VerbatimContext final : public CallingFrames {
  public:
    /// All must outlive this object.
    VerbatimContext(const Context& base, ScriptRun& run, std::shared_ptr<RandomGlobals> random);
    ~VerbatimContext() override;
    VerbatimContext(const VerbatimContext&) = delete;
    VerbatimContext& operator=(const VerbatimContext&) = delete;

    /// Throws std::runtime_error if there is no session.
    static VerbatimContext& current();

    const Context& base() const { return base_; }
    ScriptRun& run() { return run_; }
    RandomGlobals& random() { return *random_; }
    const std::shared_ptr<RandomGlobals>& shared_random() { return random_; }
    VectorHandles& vectors() { return vectors_; }

    /// The call whose arguments VERBATIM sees; throws if a mechanism's code runs by itself.
    Call& call() const;
    bool has_call() const { return !frames_.empty() && frames_.back().call; }
    /// As in NEURON, also true for 0, where loops in published models start.
    bool has_argument(int i) const { return i <= (has_call() ? call().size() : 0); }

    void begin(Call& call) override;
    void finish() override;
    void end() override;

    /// Runs `advance`, which takes steps. Throws if a step is in progress and is running this code.
    void take_steps(const std::function<void()>& advance);

    /// Argument i (from 1) at an address where C code can change it; valid until the call ends.
    double* number(int i);
    double* pointer(int i);
    char** string(int i);
    /// Argument i (from 1), an object. An assignment to the result is copied to the argument when the call ends.
    ::Object** object(int i);

    /// C code's view of an object; its address stays the same as long as the object lives.
    ::Object* proxy(const ObjectPtr& object);
    static ObjectPtr object_of(const ::Object* proxy);

    /// Arguments that C code has pushed for hoc_call_func.
    std::vector<Argument> pushed;
    ::Symbol* symbol(const std::string& name);

  private:
    struct Frame {
        Call* call = nullptr;
        std::map<int, double> numbers;
        std::map<int, double> copies;  // of numbers without an address; stored back when the call ends
        std::map<int, std::unique_ptr<char*, void (*)(char**)>> strings;
        std::map<int, std::pair<::Object*, ::Object*>> objects;  // current and original value
    };
    /// C code's view of the object's class; its address stays the same as long as this context lives.
    cTemplate* class_of(const hoc::Object& object);

    const Context& base_;
    ScriptRun& run_;
    std::shared_ptr<RandomGlobals> random_;
    VectorHandles vectors_;
    std::deque<Frame> frames_;
    struct Class {
        cTemplate c{};
        ::Symbol symbol{};
    };
    std::map<std::string, Class> classes_;
    struct Proxy;
    std::unordered_map<const hoc::Object*, std::unique_ptr<Proxy>> proxies_;
    std::map<std::string, std::unique_ptr<::Symbol>> symbols_;
    VerbatimContext* outer_;
};

}  // namespace ranvier::hoc
