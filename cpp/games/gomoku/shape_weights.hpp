// Learned by bench/fit_gomoku.cpp from games of the search against itself; in thousandths of the evaluation's unit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace plyground::gomoku::weights {

// What a point is worth by its two best shapes: to the side to move, and to the other side.
inline constexpr std::array<std::int16_t, 78> to_move{
    244,   -232, -278, -343, 3,    -66,  239,  -91,   -44,  -192, -293,  -9,   -44,   40,    -104, -572,
    -61,   -98,  -19,  111,  44,   -92,  -406, 58,    -184, 33,   318,   585,  -456,  392,   286,  238,
    232,   528,  562,  1083, -335, -449, 90,   234,   254,  685,  328,   400,  491,   -217,  307,  629,
    595,   1149, 2452, 2527, 6600, 7319, 6834, 10242, 8883, 9887, 10865, 9910, 10996, 11328, 9755, 10635,
    10738, 7538, -180, -2,   -20,  -1,   61,   216,   385,  1097, 1620,  3034, 0,     0,
};
inline constexpr std::array<std::int16_t, 78> waiting{
    245,  -230, -179, -434, -24,  -70,  273,  -25,  -71,  -132, -283, -223, -55,  61,   -136, -662,
    -139, -99,  -46,  42,   43,   -35,  -352, 62,   -210, 64,   250,  331,  -452, 255,  237,  227,
    244,  441,  488,  278,  -71,  -609, 4,    141,  367,  521,  364,  -352, -569, 128,  560,  832,
    933,  1001, 1917, 1751, 1988, 793,  -200, -654, 617,  1896, 1855, 2363, 2956, 2235, 1483, -1146,
    1480, 833,  -102, -14,  -12,  -43,  4,    184,  280,  85,   -467, -363, -249, 0,
};

// By kind of threat: whether the side to move, and the other side, has a point that makes it.
inline constexpr std::array<std::int16_t, 12> threat_to_move{-37,  58,   954,  1116, 461,  1670,
                                                             1033, -107, -317, 6984, 9379, 30000};
inline constexpr std::array<std::int16_t, 12> threat_waiting{37,   118,  628,  309,  849, 1609,
                                                             1399, -110, -476, 2220, 535, 0};
inline constexpr std::int16_t has_the_move = -37;

// For the order of moves, chosen by hand: what each of a point's four shapes adds, and what the threat adds.
inline constexpr std::array<std::int16_t, 12> attack{0, 1, 3, 4, 10, 12, 14, 28, 32, 36, 150, 900};
inline constexpr std::array<std::int16_t, 12> defence{0, 1, 2, 3, 7, 8, 9, 20, 22, 22, 120, 600};
inline constexpr std::array<std::int16_t, 12> attack_bonus{0, 0, 6, 0, 0, 8, 25, 4, 12, 60, 100, 0};
inline constexpr std::array<std::int16_t, 12> defence_bonus{0, 0, 4, 0, 0, 5, 15, 2, 8, 50, 60, 0};

}  // namespace plyground::gomoku::weights
