#pragma once

#include <coroutine>
#include <exception>
#include <stdexcept>
#include <type_traits>
#include <utility>
#include <variant>

namespace ranvier::exchange {

template <typename T>
class Task;

namespace detail {

class TaskPromiseBase {
  public:
    std::suspend_always initial_suspend() const noexcept { return {}; }

    struct FinalAwaiter {
        bool await_ready() const noexcept { return false; }
        template <typename Promise>
        std::coroutine_handle<> await_suspend(std::coroutine_handle<Promise> done) const noexcept {
            return done.promise().continuation_;
        }
        void await_resume() const noexcept {}
    };
    FinalAwaiter final_suspend() const noexcept { return {}; }

    void continue_with(std::coroutine_handle<> awaiting) noexcept { continuation_ = awaiting; }

  private:
    std::coroutine_handle<> continuation_ = std::noop_coroutine();  // a task started by a driver returns to the driver
};

template <typename T>
class TaskPromise : public TaskPromiseBase {
  public:
    Task<T> get_return_object() noexcept;

    template <typename Value>
        requires std::is_convertible_v<Value&&, T>
    void return_value(Value&& value) {
        result_.template emplace<1>(std::forward<Value>(value));
    }
    void unhandled_exception() noexcept { result_.template emplace<2>(std::current_exception()); }

    T take() {
        if (result_.index() == 2) std::rethrow_exception(std::get<2>(result_));
        return std::move(std::get<1>(result_));
    }

  private:
    std::variant<std::monostate, T, std::exception_ptr> result_;
};

template <>
class TaskPromise<void> : public TaskPromiseBase {
  public:
    Task<void> get_return_object() noexcept;
    void return_void() const noexcept {}
    void unhandled_exception() noexcept { failure_ = std::current_exception(); }
    void take() const {
        if (failure_) std::rethrow_exception(failure_);
    }

  private:
    std::exception_ptr failure_;
};

}  // namespace detail

/// A piece of work that may pause in operations of the transport: a stackless coroutine. Strategies and the run loop
/// are written as tasks.
///
/// 1. Lazy: nothing happens before the task is awaited, or started by a driver.
/// 2. The awaiting coroutine receives the task's value or exception.
/// 3. Awaiting transfers control without growing the stack.
/// 4. Owns its frame: destroying a paused task destroys its local variables and the tasks it awaits.
///
/// Drivers: `run_to_completion` where waiting happens inside the transport (MPI, one rank); `SimulatedMachine::run`
/// where many ranks take turns.
template <typename T = void>
class [[nodiscard]] Task {
  public:
    using promise_type = detail::TaskPromise<T>;
    using Handle = std::coroutine_handle<promise_type>;

    Task() noexcept = default;
    explicit Task(Handle handle) noexcept : handle_(handle) {}
    Task(Task&& other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
    Task& operator=(Task&& other) noexcept {
        std::swap(handle_, other.handle_);
        return *this;
    }
    ~Task() {
        if (handle_) handle_.destroy();
    }

    auto operator co_await() && noexcept {
        struct Awaiter {
            Handle task;
            bool await_ready() const noexcept { return task.done(); }
            std::coroutine_handle<> await_suspend(std::coroutine_handle<> awaiting) const noexcept {
                task.promise().continue_with(awaiting);
                return task;
            }
            T await_resume() const { return task.promise().take(); }
        };
        return Awaiter{handle_};
    }

    /// For drivers. Runs up to the first pause. A paused coroutine is resumed through the handle that it gave to the
    /// transport, not through the task.
    void start() const { handle_.resume(); }
    bool done() const noexcept { return !handle_ || handle_.done(); }

    /// For drivers, once `done()`: the value, or the exception that left the task.
    T take() const { return handle_.promise().take(); }

  private:
    Handle handle_ = nullptr;
};

template <typename T>
Task<T> detail::TaskPromise<T>::get_return_object() noexcept {
    return Task<T>(Task<T>::Handle::from_promise(*this));
}

inline Task<void> detail::TaskPromise<void>::get_return_object() noexcept {
    return Task<void>(Task<void>::Handle::from_promise(*this));
}

/// Drives a task that never pauses because its transport waits inside its operations (MpiTransport, LocalTransport).
/// Throws std::logic_error if the task pauses.
template <typename T>
T run_to_completion(Task<T> task) {
    task.start();
    if (!task.done()) throw std::logic_error("a task paused, but its driver cannot resume it");
    return task.take();
}

}  // namespace ranvier::exchange
