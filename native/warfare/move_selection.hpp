// Which moves are worth trying in Warfare, and how deep.
#pragma once

#include <cstdint>

namespace outply::warfare {

// What either side gains at a cell makes it urgent; its value counts less the more empty cells around it invite a
// Raid back. On 5 x 5 boards with 16 empty cells, solving takes 0.91 of the nodes that it takes by the gains
// alone.
inline std::int32_t urgency(std::int32_t mine, std::int32_t theirs, int empty_around, std::int32_t value) {
    return 4 * mine + 3 * theirs - 2 * value * empty_around;
}

// How many moves are tried with so many plies to go, where the search ends before the game. With a millisecond a
// move on 5 x 5 to 13 x 13 against the exact search to depth 4: 80 % of the points with 12 moves at one ply and
// more further up, 82 % with 8 and 12, 90 % with this.
inline int few(int depth) {
    return 4 + depth / 2;
}

// By how many plies less the i-th move, from 0, is searched at first.
inline int late(int i) {
    return (i >= 3) + (i >= 8) + (i >= 20) + (i >= 50) + (i >= 120);
}

}  // namespace outply::warfare
