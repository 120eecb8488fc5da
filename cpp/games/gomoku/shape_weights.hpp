// Learned by bench/fit_gomoku.cpp from games of the search against itself; in thousandths of the evaluation's unit.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace plyground::gomoku::weights {

// What a point is worth by its two best shapes: to the side to move, and to the other side.
inline constexpr std::array<std::int16_t, 78> to_move{
    116,
    -102, -281,
    -308, -29, -61,
    170, -266, -35, -196,
    -250, -73, -61, 56, -140,
    -380, 44, -95, -3, 90, 65,
    -66, -139, 49, -112, 134, 316, 449,
    -313, 44, 355, 227, 292, 536, 623, 971,
    -691, -322, 120, 205, 278, 701, 548, 344, 346,
    -698, 841, 619, 701, 1708, 2667, 3203, 7331, 6556, 7586,
    11633, 10406, 11580, 11844, 10991, 12038, 12715, 12078, 12239, 12212, 8735,
    -25, -6, -6, 28, 89, 269, 448, 1145, 1516, 3391, 0, 0,
};
inline constexpr std::array<std::int16_t, 78> waiting{
    112,
    -79, -259,
    -372, -49, -65,
    168, -239, -59, -127,
    -264, -326, -80, 66, -163,
    -434, -4, -98, -37, 29, 69,
    23, -43, 32, -109, 142, 256, 242,
    -679, -164, 283, 208, 276, 440, 452, 129,
    -224, -493, 32, 95, 302, 528, 521, -457, -445,
    -131, 792, 899, 963, 1347, 1926, 1751, 2145, 918, 902,
    -866, 1060, 1838, 1966, 2628, 2819, 2517, 1451, -1643, 2605, 2104,
    -274, -26, -12, -19, 57, 200, 293, 100, -391, 283, 364, 0,
};

// Is there a point where the side to move, and the other side, can make this? By the kind of threat.
inline constexpr std::array<std::int16_t, 12> threat_to_move{-79, -41, 1125, 858, 261, 1800, 971, -34, -619, 7303, 10215, 30000};
inline constexpr std::array<std::int16_t, 12> threat_waiting{79, 179, 570, 218, 837, 1584, 1382, -380, -474, 2321, 762, 0};
inline constexpr std::int16_t has_the_move = -79;

// For the order of moves, by hand: what each of a point's four shapes adds, and what the threat adds.
inline constexpr std::array<std::int16_t, 12> attack{0, 1, 3, 4, 10, 12, 14, 28, 32, 36, 150, 900};
inline constexpr std::array<std::int16_t, 12> defence{0, 1, 2, 3, 7, 8, 9, 20, 22, 22, 120, 600};
inline constexpr std::array<std::int16_t, 12> attack_bonus{0, 0, 6, 0, 0, 8, 25, 4, 12, 60, 100, 0};
inline constexpr std::array<std::int16_t, 12> defence_bonus{0, 0, 4, 0, 0, 5, 15, 2, 8, 50, 60, 0};

}  // namespace plyground::gomoku::weights
