#pragma once

#include <functional>
#include <string>
#include <utility>

#include "exchange/task.hpp"

namespace ranvier::engine {
class Model;
class Network;
class Simulation;
}  // namespace ranvier::engine

namespace ranvier::exchange {
class Transport;
}

namespace ranvier::hoc {

class Cables;
class Interpreter;
class ObjectDirectory;
class Registry;

/// This rank as scripts see it. In a replay and in a dry run they see ranks that do not exist.
struct Rank {
    int id;
    int nhost;
    bool is_dry_run = false;
    bool lacks_ranks = false;                     ///< whether there are fewer ranks than nhost
    std::function<std::string()> running_line{};  ///< the line of a script that is running
};

/// What built-in functions and classes reach: a model, its network and run, and the interpreter.
struct Context {
    engine::Model& model;
    engine::Network& network;
    engine::Simulation& simulation;
    Cables& cables;
    Interpreter& interpreter;
    Registry& registry;
    exchange::Transport& transport;
    exchange::Transport& script_transport;  ///< for collectives that a script calls; they never match the engine's
    const Rank& rank;
    ObjectDirectory& objects;
};

/// Runs a task of the engine or the exchange, waiting inside the transport.
template <class T>
T drive(exchange::Task<T> task) {
    return exchange::run_to_completion(std::move(task));
}

}  // namespace ranvier::hoc
