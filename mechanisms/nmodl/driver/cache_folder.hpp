#pragma once

#include <string>

namespace ranvier::nmodl {

/// The folder for compiled mechanisms: what it holds is run, so only its owner may write to it.
struct CacheFolder {
    std::string path;
    std::string warning;  ///< why it is not the usual folder; "" if it is
};

/// The folder `chosen`, or by default $RANVIER_CACHE, $XDG_CACHE_HOME/ranvier, ~/.cache/ranvier or, without HOME, a folder
/// of the user's own in the folder for temporary files. Makes it, for its owner alone, if it does not exist.
///
/// A folder of one's own that others could write to is emptied and closed to them. A folder of another user is used only
/// if it was chosen, or RANVIER_CACHE names it, and only its owner can write to it. Otherwise a temporary folder takes its
/// place, which the process removes when it ends. Throws std::runtime_error if no folder can be made.
CacheFolder open_cache(const std::string& chosen);

}  // namespace ranvier::nmodl
