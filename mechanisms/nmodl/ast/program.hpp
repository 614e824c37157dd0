#pragma once

#include <map>
#include <optional>

#include "mechanisms/nmodl/ast/statement.hpp"

namespace ranvier::nmodl {

/// A variable of PARAMETER, ASSIGNED, STATE or CONSTANT.
struct Variable {
    std::string name, units;
    Location where;
    int length = 0;             ///< 0: not an array
    double value = 0;           ///< default of a parameter, START of a state, value of a constant
    std::string literal;        ///< the value as written; "" if the file gives none
    double low = 1, high = -1;  ///< limits; low > high: none
    double tolerance = 0;       ///< of a state: STATE { m <1e-5> }
};

/// USEION name READ reads WRITE writes VALENCE valence
struct Ion {
    std::string name;
    std::vector<std::string> reads, writes;
    std::optional<double> valence;
    Location where;
};

/// A name in the NEURON block, with its location.
struct NamedHere {
    std::string name;
    Location where;
};

/// When the events of a HISTORY are forgotten: `HISTORY fired SEEN t_pre HORIZON horizon`.
struct Forgetting {
    std::string history;
    NamedHere seen;     ///< an argument of NET_RECEIVE: the time up to which a connection has seen the events
    NamedHere horizon;  ///< a FUNCTION without arguments: how long after that time a connection needs them
};

/// The NEURON block.
struct NeuronBlock {
    enum class Kind { Density, PointProcess, ArtificialCell, Nothing };
    Kind kind = Kind::Density;
    std::string name;  ///< after SUFFIX, POINT_PROCESS or ARTIFICIAL_CELL
    Location where;
    std::vector<Ion> ions;
    std::vector<NamedHere> nonspecific, electrode, range, global, pointers, externals, randoms, histories;
    std::vector<Forgetting> forgettings;
    std::vector<std::string> currents;  ///< all currents that the mechanism contributes to, in order of appearance
    std::vector<std::string> bbcore_pointers;
    bool is_threadsafe = false;
};

enum class BlockKind {
    Initial,
    Breakpoint,
    Derivative,
    Kinetic,
    Linear,
    Nonlinear,
    Discrete,
    Procedure,
    Function,
    FunctionTable,
    NetReceive,
    Constructor,
    Destructor,
    BeforeInitial,
    AfterInitial,
    BeforeBreakpoint,
    AfterBreakpoint,
    AfterSolve,
    BeforeStep
};

struct Argument {
    std::string name, units;
    Location where;
};

/// The input of a numerical solver, created by `solve_blocks`. The block's body then evaluates the equations: it may
/// read rv_saved[k], the k-th state before the step, and assigns
///   Implicit, Newton: rv_value[k], the residual of equation k;
///   Sparse:           rv_rhs[k] and rv_matrix[slot] of the linear system for the changes of the unknowns;
///   Linear:           rv_matrix[k*(n + 1) + j], the coefficients, with the right-hand side last in each row;
///   Euler, Runge:     the derivatives.
struct System {
    enum class Method { None, Implicit, Newton, Sparse, Linear, Euler, Runge };
    Method method = Method::None;
    std::vector<ExpressionPtr> unknowns;             ///< in the solver's order
    std::vector<ExpressionPtr> states, derivatives;  ///< of the differential equations, in the order of the equations
    int slots = 0;                                   ///< elements of the matrix that are not always 0
    Statements elimination;                          ///< Sparse: solves the linear system in place
    bool is_linear = true;                           ///< Sparse: one iteration gives the solution
};

/// LONGITUDINAL_DIFFUSION of one state (an element of an array).
struct Diffusion {
    ExpressionPtr state, conductance, volume;
};

/// How variable steps integrate the states; filled by the pass `variable_steps`.
struct VariableSteps {
    std::string obstacle;               ///< why variable steps are not possible; "" if they are
    std::vector<ExpressionPtr> states;  ///< names or elements; the derivative of m is the variable rv_d_m
};

/// A block with statements.
struct Block {
    BlockKind kind = BlockKind::Procedure;
    std::string name;  ///< for DERIVATIVE, KINETIC, PROCEDURE, ...; "" for blocks without a name
    std::string units;
    Location where;
    std::vector<Argument> arguments;
    std::vector<std::string> solve_for;
    bool is_solved = false;  ///< created by a pass; scripts cannot call it
    Statements body;
    System system;
};

/// The storage of a variable.
enum class Storage {
    Field,     ///< a column over the instances
    Global,    ///< one value for the mechanism
    Constant,  ///< a number known at compile time
    Ion,       ///< read from an ion's columns; written values are added or stored there
    Built,     ///< v, t, dt, celsius, diam, area, secondorder: provided by the engine
    Pointer,
    Random,
    History,
    Derivative  ///< a column that exists only with variable steps
};

enum class Role { Parameter, Assigned, State };

/// The meaning of a name that is not local.
struct Symbol {
    std::string name, units;
    Storage storage = Storage::Field;
    Role role = Role::Assigned;
    int length = 0;
    double value = 0;
    double low = 1, high = -1;
    double tolerance = 0;  ///< of a state: factor for the absolute tolerance of variable steps; 0: not given
    bool is_visible = false;
    Location where;
};

/// One .mod file.
struct Program {
    std::string path;
    std::vector<std::unique_ptr<SourceFile>> files;  ///< the .mod file and those it includes; Locations point here
    std::string title;
    bool is_c = false;  ///< generated as one C file, with its VERBATIM blocks; set by the pass `choose_language`
    bool runs_verbatim = false;  ///< VERBATIM has an effect; set by the same pass
    bool is_linked = false;  ///< VERBATIM accesses other instances; the last POINTER is rv_own; set by the same pass
    bool reads_all_nodes = false;  ///< VERBATIM goes through the nodes of all cells; set by the same pass
    NeuronBlock neuron;
    std::vector<Variable> parameters, assigned, states, constants;
    std::vector<LocalVariable> file_locals;  ///< LOCAL outside of any block: one value for the mechanism
    std::vector<Block> blocks;
    std::map<std::string, std::string> units;  ///< UNITS: (mV) = (millivolt)
    bool has_verbatim = false;                 ///< the file has a VERBATIM block, even one without effect
    std::vector<Statement> verbatims;          ///< VERBATIM outside of any block; `count` blocks precede it
    std::vector<Diffusion> diffusions;         ///< created from KINETIC by `solve_blocks`
    VariableSteps variable_steps;
    bool adds_events = false;               ///< one synapse can stand for several; set by the pass `adds_events`
    std::map<std::string, int> name_order;  ///< the file's names, numbered by first use; m' is Dm

    /// Filled by the pass `resolve_names`; variables in order of declaration.
    std::vector<Symbol> symbols;

    const Symbol* symbol(const std::string& name) const;
    Symbol* symbol(const std::string& name);
    Block* block(const std::string& name);
    const Block* block(const std::string& name) const;
    Block* block(BlockKind kind);
    const Block* block(BlockKind kind) const;
};

}  // namespace ranvier::nmodl
