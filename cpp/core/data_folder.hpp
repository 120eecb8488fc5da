// The folder of the package's files that the core reads itself.
#pragma once

#include <string>

namespace plyground {

// set when the package is imported; the default is for programs of bench/
inline std::string data_folder = "src/plyground";

}  // namespace plyground
