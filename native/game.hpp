// Everything that a game with a native core needs: a class that satisfies GameRules (search/game_rules.hpp) has
// the searches below, which bindings.hpp offers to Python. A game may replace each of them by a function of the
// same name in its own namespace, as Warfare and Star/Circle do.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "search/control.hpp"
#include "search/defaults.hpp"
#include "search/exact.hpp"
#include "search/game_rules.hpp"
#include "search/iterative_deepening.hpp"
#include "search/literal.hpp"
#include "search/search_memory.hpp"
#include "search/textbook_board.hpp"
#include "search/trace.hpp"
#include "search/types.hpp"

namespace outply {

// Throws std::invalid_argument if the game is over: no search starts there.
template <GameRules Rules>
void require_moves(const Rules& rules) {
    if (rules.is_over(rules.root()))
        throw std::invalid_argument("the game is over: there is no move to search for");
}

// The textbook search. `evaluation`: the rules have no other than the difference of the totals.
template <GameRules Rules>
SearchResult literal(const Rules& rules, int depth_limit, bool prune, const std::string& evaluation,
                     const TraceScope& scope, Control& control) {
    if (evaluation != "difference")
        throw std::invalid_argument("unknown evaluation '" + evaluation + "': expected difference");
    require_moves(rules);
    const auto root = rules.root();
    return literal_search(rules, root, std::min(depth_limit, rules.plies_left(root)), prune, scope, control);
}

// The textbook's move, value and node count. The node count of alpha-beta depends on the window at every node, so
// that its tree is searched literally.
template <GameRules Rules>
SearchResult exact(const Rules& rules, int depth_limit, bool prune, Control& control) {
    if (prune) return literal(rules, depth_limit, true, "difference", TraceScope{}, control);
    require_moves(rules);
    SearchResult result = ExactSearch<Rules>(rules, depth_limit, control).search();
    result.visited = MinimaxCount<Rules>(rules, control).nodes(depth_limit);
    return result;
}

// The exact value of every legal move.
template <GameRules Rules>
std::vector<MoveValue> move_values(const Rules& rules, int depth_limit, Control& control) {
    require_moves(rules);
    return ExactSearch<Rules>(rules, depth_limit, control).move_values();
}

// The engine's search. `weights`: the rules have no fitted evaluation.
template <GameRules Rules>
std::unique_ptr<IterativeDeepening> iterative_deepening(const Rules& rules, SearchMemory& memory,
                                                        const std::vector<std::int32_t>& weights) {
    if (!weights.empty()) throw std::invalid_argument("the evaluation of this game has no weights");
    require_moves(rules);
    return std::make_unique<IterativeDeepeningOf<TextbookBoard<Rules>>>(TextbookBoard<Rules>(rules), memory);
}

// An estimate of the length of the rest of the game, by which the time of a game is divided among its moves.
template <class Position>
int expected_plies(const Position& position) {
    if constexpr (requires { position.expected_plies(); }) {
        return position.expected_plies();
    } else {
        return position.plies_left(position.root());
    }
}

}  // namespace outply
