#include "hoc_like/program/file_advice.hpp"

#include <filesystem>
#include <map>

namespace ranvier::program {

std::string advice_for_file(const std::string& path) {
    static const std::map<std::string, const char*> advice = {
        {".json",
         "a run takes scripts, and SONATA configurations, which have a key network or networks. ranvier plot draws the "
         "summary of a run"},
        {".yml", "a study is run by: ranvier study run"},
        {".yaml", "a study is run by: ranvier study run"},
        {".csv", "a run takes scripts. ranvier plot and ranvier view show traces and spikes"},
        {".swc", "a run takes scripts. In one, Import3d_SWC_read of import3d.hoc reads it"},
        {".asc", "a run takes scripts. In one, Import3d_Neurolucida3 of import3d.hoc reads it"},
        {".mod", "a run takes scripts, and compiles the .mod files in their folder; ranvier compile compiles others"},
        {".ipynb", "a run takes scripts. Open it with Jupyter"},
        {".png", "a run takes scripts"},
        {".svg", "a run takes scripts"}};
    const auto found = advice.find(std::filesystem::path(path).extension().string());
    if (found == advice.end() || !std::filesystem::exists(path)) return {};
    return found->second;
}

}  // namespace ranvier::program
