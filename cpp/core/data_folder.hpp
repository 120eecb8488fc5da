// Where the package keeps the files that the core reads by itself.
#pragma once

#include <string>

namespace plyground {

inline std::string data_folder = "src/plyground";  // set when the package is imported; from here programs of bench/ run

}  // namespace plyground
