// What the outside asks about a Star/Circle position.
#pragma once

#include <memory>
#include <vector>

#include "search/literal.hpp"
#include "search/thinker.hpp"
#include "starcircle/board.hpp"
#include "starcircle/exact.hpp"
#include "starcircle/pieces.hpp"

namespace outply::starcircle {

inline Answer literal(const Setup& setup, int depth, bool prune, bool traced, Control& control) {
    return outply::literal(Board(setup), Board::root(setup), depth, prune, traced, control);
}

// Alpha-beta's count of nodes depends on the window of every node, so its tree is walked as it is.
inline Answer exact(const Setup& setup, int depth, bool prune, Control& control) {
    if (prune) return literal(setup, depth, prune, false, control);
    return Exact(setup, depth, control).search(Board::root(setup));
}

inline std::vector<MoveValue> move_values(const Setup& setup, int depth, Control& control) {
    return Exact(setup, depth, control).move_values(Board::root(setup));
}

inline std::unique_ptr<Thinker> think(const Setup& setup, Memory& memory,
                                      const std::vector<std::int32_t>& weights) {
    return std::make_unique<ThinkerOf<Pieces>>(Pieces(setup, weights), memory);
}

}  // namespace outply::starcircle
