#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/rule/tasks.hpp"
#include "engine/storage/variable_ref.hpp"
#include "exchange/spike.hpp"

namespace ranvier::engine {

class GidSet;
class Model;
class Section;
struct Rule;
using exchange::Gid;

/// Identifies a NetCon, or a source of spikes, of a Network. Not reused after removal.
enum class NetConId : std::uint32_t { none = 0xffffffff };
enum class SourceId : std::uint32_t { none = 0xffffffff };

/// The destination of spike times (and ids): a hoc Vector's storage, shared with it.
using SpikeTimes = std::shared_ptr<std::vector<double>>;

/// Spike sources, connections and gids of one rank.
///
/// 1. A source is a watched variable (threshold crossing), a point process or artificial cell that calls net_event, or
///    a gid of another rank (input). All NetCons on one variable share one source and so one threshold, as in NEURON.
/// 2. A NetCon without a target is legal (it records, or defines a source for a gid); so is one without a source.
/// 3. A Network does not know the number of ranks: its wanted and owned gids are passed to the exchange.
/// User errors throw std::invalid_argument naming gid, source and target.
class Network {
  public:
    explicit Network(Model& model);
    ~Network();
    Network(const Network&) = delete;
    Network& operator=(const Network&) = delete;

    // --- sources ----------------------------------------------------------------------------------------------------
    /// The source that watches a variable; created if necessary (threshold 10 mV). `section` contains the variable (and
    /// tells the cell, for precell).
    SourceId source_of(VariableRef watched, Section* section);
    /// The source of an instance that calls net_event or, as in NEURON, of a point process without NET_RECEIVE whose
    /// variable x is watched. Throws std::invalid_argument if the instance is neither, nor an artificial cell.
    SourceId source_of(InstanceId artificial_or_firing);
    double threshold(SourceId source) const;
    void set_threshold(SourceId source, double mV);
    /// The threshold [mV] as a shared variable, through which a mechanism may change it at any time.
    std::shared_ptr<double> changeable_threshold(SourceId source);
    /// The variable or instance of the source, for NetCon.pre, preseg, prevar.
    struct SourceInfo {
        std::optional<VariableRef> watched;
        Section* section;
        InstanceId instance;
        std::optional<Gid> gid;  ///< owned gid (set_gid2node + cell), or the input's gid
        bool is_input;           ///< is on another rank (or on none)
    };
    SourceInfo info(SourceId source) const;
    std::vector<NetConId> netcons_of(SourceId source) const;

    // --- connections ------------------------------------------------------------------------------------------------
    NetConId connect(SourceId source_or_none, InstanceId target_or_none, double delay_ms = 1, double weight0 = 0);
    /// Connects cells of this rank, which must be artificial, as a rule says. The rule must have been checked. Returns the
    /// number of connections made on this rank. Throws std::invalid_argument, and connects nothing, if a target is not an
    /// artificial cell, or is of another mechanism than the others.
    std::uint64_t connect(std::shared_ptr<const Rule> rule, const ForEachTask& for_each_task = one_by_one);
    /// From now on rules make connections only onto cells with one of these gids (a replay runs no others).
    void limit_rules_to(std::vector<Gid> gids);
    bool are_rules_limited() const;
    /// Tells for a gid whether rules make connections onto its cell.
    std::function<bool(Gid)> rule_target_test() const;
    /// Called before any of a rule's connections is made, with the number of this rank's targets and that of each
    /// connection's weights. It may throw, or return false: then the connections are only counted.
    using RuleWatch = std::function<bool(const Rule& rule, std::size_t targets, std::uint32_t weights)>;
    void set_rule_watch(RuleWatch watch);
    /// A connection between cells that are known by gid.
    struct GidConnection {
        Gid source;
        Gid target;     ///< of the cell that the target belongs to
        double delay;   ///< [ms]
        double weight;  ///< the first
    };
    /// The connections that are inactive, have no gid as source, or a target whose cell has none.
    struct OtherConnections {
        std::uint64_t count = 0;
        std::string first;  ///< describes the first
    };
    /// Calls act(connection) for the active connections from gids onto cells that have gids, in the order of creation.
    /// Returns the others.
    OtherConnections for_each_gid_connection(const std::function<void(const GidConnection&)>& act) const;
    /// The number of the next rule: 0, 1, ...
    std::uint32_t number_rule();
    void disconnect(NetConId netcon);  ///< also removes its source if that has no other NetCons, gid or recording
    bool exists(NetConId netcon) const;
    SourceId source(NetConId netcon) const;
    InstanceId target(NetConId netcon) const;
    void set_target(NetConId netcon, InstanceId target);
    double delay(NetConId netcon) const;         ///< [ms]
    void set_delay(NetConId netcon, double ms);  ///< >= 0, else throws
    int weight_count(NetConId netcon) const;
    double weight(NetConId netcon, int k) const;
    void set_weight(NetConId netcon, int k, double value);
    /// The address of weight k, valid until connections are made or changed; null if there is none.
    double* weight_place(NetConId netcon, long long k);
    /// Makes POINTER k of a mechanism's instance point to a weight of a NetCon.
    void point_to_weight(InstanceId instance, int k, NetConId netcon, int weight);
    /// To be called before POINTER k is made to point to something else.
    void forget_pointer(InstanceId instance, int k);
    /// To be called before code of mechanisms runs outside of a run: weights move.
    void aim_pointers();
    /// The NetCon and the number of the weight to which POINTER k points; nothing if it points to no weight.
    std::optional<std::pair<NetConId, int>> weight_pointed_to(InstanceId instance, int k) const;
    bool active(NetConId netcon) const;
    void set_active(NetConId netcon, bool active);
    /// All NetCons, or those onto a target, in order of creation.
    std::vector<NetConId> netcons() const;
    std::vector<NetConId> netcons_onto(InstanceId target) const;
    /// To be called when a target or a watched variable's section is deleted: the NetCon stays, without that end.
    void forget(InstanceId instance);
    void forget(const Section& section);
    /// To be called before all that refers to the Network is deleted: frees the connections at once. From then on,
    /// `disconnect` and `forget` do nothing.
    void close();

    // --- gids (ParallelContext) -------------------------------------------------------------------------------------
    void set_gid_here(Gid gid);  ///< set_gid2node(gid, id): throws if the gid is already on this rank
    /// As NEURON's gid_exists: 0: not on this rank; 1: on this rank, without a source yet; 2: with a source, not
    /// output; 3: output.
    int gid_exists(Gid gid) const;
    void set_cell(Gid gid, NetConId netcon, bool output);  ///< pc.cell: the netcon's source fires for gid
    /// Gives an artificial cell of this rank a gid. Throws std::invalid_argument as check_new_gid does.
    void set_cell(Gid gid, InstanceId artificial_cell);
    /// Throws std::invalid_argument if the gid is negative, or is already on this rank or an input of it.
    void check_new_gid(Gid gid) const;
    void set_output(Gid gid);  ///< pc.outputcell: makes the gid available to other ranks
    NetConId gid_connect(Gid gid, InstanceId target);
    std::optional<SourceId> source_of_gid(Gid gid) const;
    void set_gid_threshold(Gid gid, double mV);
    /// A threshold that a script has given to the NetCon of a pc.gid_connect, and the line that did so.
    struct WantedThreshold {
        double mV;
        std::string line;
    };
    /// Asks the rank of a gid's source for a threshold; the ranks learn of it when they agree. The last one counts.
    void want_threshold(Gid gid, WantedThreshold threshold);
    /// Those of this rank that the other ranks do not know yet.
    std::map<Gid, WantedThreshold>& wanted_thresholds();
    void clear_gids();
    /// Assigns gids to an area of the brain, or part of the network (>= 0), for strategies that use areas. Any rank
    /// may set the area of any gid; the area set on the gid's own rank is used.
    void set_area(const GidSet& gids, int area);
    std::optional<int> area(Gid gid) const;
    /// For the exchange: the gids that this rank owns (and outputs) and wants.
    std::vector<Gid> owned() const;
    std::vector<Gid> wanted() const;
    /// The gids on this rank that have a cell, or all gids on this rank; in no order.
    std::vector<Gid> cells() const;
    std::vector<Gid> gids_here() const;
    /// Of `owned`, the artificial cells that a BREAKPOINT advances and that may fire at the end of each step; ascending.
    std::vector<Gid> firing_at_ends() const;
    /// Minimum delay of connections from inputs [ms]; infinity if there are none.
    double min_input_delay() const;

    // --- recording --------------------------------------------------------------------------------------------------
    /// NetCon.record(tvec[, idvec, id]); pc.spike_record(gid, tvec, idvec), for every owned gid if none is given.
    void record(SourceId source, SpikeTimes times, SpikeTimes ids, double id);
    void record_gid(std::optional<Gid> gid, SpikeTimes times, SpikeTimes ids);
    void record_callback(SourceId source, std::function<void(double t)> callback);
    void stop_recording(SourceId source);
    SpikeTimes recorded_times(SourceId source) const;  ///< the times passed to record; null: the source is not recorded
    /// Stops every recording into `values`; removes sources that nothing else refers to.
    void stop_recording_into(const SpikeTimes& values);
    /// Receives all spikes of owned gids (for the raster) at the end of each exchange interval, in order of (t, gid).
    /// Null: off.
    using RasterSink = std::function<void(double interval_end, std::span<const exchange::Spike> spikes)>;
    void set_raster(RasterSink sink);

    /// cvode.queue_mode(_, 1) (docs: "queue_mode"): from now on an artificial cell's net_send with flag 1 is delivered after
    /// the connections of the same time, not before. NEURON keeps these events outside of its queue and looks at them
    /// when a connection delivers, for those before it. Each rank must choose the same.
    void set_late_self_events(bool on);
    bool late_self_events() const;
    /// Whether some connection of this rank has a delay of 0. Looks at each connection.
    bool has_delay_of_zero() const;

    /// How many connections onto targets of this rank have been made, one by one or by rule; connections that have been
    /// removed since are counted, too.
    std::size_t connections_made() const;

    /// Memory of this rank's share [bytes].
    struct Memory {
        std::size_t connections, sources, queues;
    };
    Memory memory() const;

    struct State;
    State& state() { return *state_; }  ///< only for engine/event and engine/run

  private:
    std::unique_ptr<State> state_;
};

}  // namespace ranvier::engine
