# A toolchain file: compile with Zig, whose place the build backend puts into PLYGROUND_ZIG.
#
# Zig is one program, and its first argument says which tool it shall be. CMake takes a compiler of that kind but not an
# archiver, so the archiver's rules are spelled out.
if(NOT PLYGROUND_ZIG) # the cache remembers it for later runs
  find_program(PLYGROUND_ZIG NAMES "$ENV{PLYGROUND_ZIG}" zig REQUIRED)
endif()
# A wheel for other machines names its target, such as x86_64-linux-gnu.2.28: then it runs with that glibc or a later one.
if(NOT PLYGROUND_ZIG_TARGET)
  set(PLYGROUND_ZIG_TARGET "$ENV{PLYGROUND_ZIG_TARGET}")
endif()
list(APPEND CMAKE_TRY_COMPILE_PLATFORM_VARIABLES PLYGROUND_ZIG PLYGROUND_ZIG_TARGET)

# Zig compiles for the machine it runs on unless told otherwise; the baseline has to run on others too.
set(CMAKE_CXX_COMPILER ${PLYGROUND_ZIG} c++ -mcpu=baseline)
if(PLYGROUND_ZIG_TARGET)
  list(APPEND CMAKE_CXX_COMPILER -target ${PLYGROUND_ZIG_TARGET})
endif()
set(PLYGROUND_AVX2_FLAGS -mcpu=baseline+avx2+bmi+bmi2+lzcnt+popcnt+fma)
set(PLYGROUND_AVXVNNI_FLAGS ${PLYGROUND_AVX2_FLAGS}+avxvnni)
set(PLYGROUND_AVX512_FLAGS ${PLYGROUND_AVX2_FLAGS}+avx512f+avx512bw+avx512dq+avx512vl+avx512vnni)

set(CMAKE_AR ${PLYGROUND_ZIG})
set(CMAKE_RANLIB ${PLYGROUND_ZIG})
set(CMAKE_CXX_ARCHIVE_CREATE "<CMAKE_AR> ar qc <TARGET> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_APPEND "<CMAKE_AR> ar q <TARGET> <OBJECTS>")
set(CMAKE_CXX_ARCHIVE_FINISH "<CMAKE_RANLIB> ranlib <TARGET>")
