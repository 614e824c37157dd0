#include <string_view>

#include "python/bindings/members.hpp"

namespace ranvier::bindings {

namespace {

struct Answers {
    std::string_view of, integers, booleans;  ///< a class and its methods, each with a blank before and after
};

// Methods whose result is an int or a bool in Python, as in NEURON, and a number in hoc.
constexpr Answers all_answers[] = {
    {"StateTransitionEvent", " state ", ""},
    {"StringFunctions", " substr len head tail references is_point_process is_artificial ", " is_name "},
    {"PtrVector", " resize size ", ""},
    {"File", " tell ", ""},
    {"List", " count index selected ", ""},
    {"Matrix", " nrow ncol sprowlen ", ""},
    {"Vector", " fwrite printf scanf scantil size buffer_size indwhere min_ind max_ind ", " contains "},
    {"ParallelContext",
     " working nhost id nhost_world id_world nhost_bbs id_bbs gid_exists spike_statistics nthread nworker "
     "thread_how_many_proc optimize_node_order connect ",
     " look look_take sec_in_thread "},
    {"GidRange", " first size ", " contains "},
    {"SectionRef", " nchild ", " has_parent has_trueparent exists is_cas "},
    {"SectionList", " unique size ", " contains "},
    {"CVode",
     " queue_mode stiff maxorder order jacobian condition_order debug_event current_method structure_change_count "
     "diam_change_count ",
     " active use_local_dt use_daspk use_mxb cache_efficient use_long_double use_fast_imem "},
    {"GUIMath", " feround ", " inside "},
    {"Graph", " view_count ", ""},
    {"HBox", "", " ismapped "},
    {"VBox", "", " ismapped "},
    {"PWManager", " count leader manager ", " is_mapped "},
    {"RangeVarPlot", " color ", ""},
    {"NetCon", " srcgid ", " valid active "},
    {"MechanismStandard", " count name ", " is_array "},
    {"MechanismType", " count selected ", " is_netcon_target has_net_event is_artificial is_ion "},
};

}  // namespace

Answer answer_of(const std::string& class_name, const std::string& method) {
    const std::string word = ' ' + method + ' ';
    for (const Answers& answers : all_answers) {
        if (answers.of != class_name) continue;
        if (answers.integers.find(word) != std::string_view::npos) return Answer::integer;
        if (answers.booleans.find(word) != std::string_view::npos) return Answer::boolean;
    }
    return Answer::real;
}

}  // namespace ranvier::bindings
