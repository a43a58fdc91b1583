// What the outside asks about a Star/Circle position.
#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "search/iterative_deepening.hpp"
#include "search/literal.hpp"
#include "starcircle/engine_board.hpp"
#include "starcircle/exact.hpp"
#include "starcircle/rules.hpp"

namespace outply::starcircle {

inline SearchResult literal(const Setup& setup, int depth, bool prune, const std::string& evaluation,
                            const Part& part, Control& control) {
    if (evaluation != "difference") throw std::invalid_argument("Star/Circle has the evaluation difference");
    return outply::literal(Board(setup), Board::root(setup), depth, prune, part, control);
}

// Alpha-beta's count of nodes depends on the window of every node, so its tree is walked as it is.
inline SearchResult exact(const Setup& setup, int depth, bool prune, Control& control) {
    if (prune) return outply::literal(Board(setup), Board::root(setup), depth, true, Part{}, control);
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
