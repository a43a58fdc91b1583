// The interfaces between the searches and the games.
//
//   TextbookRules  maps a position to the positions after it; for the literal search (literal.hpp)
//   GameRules      textbook rules with the little more that all searches need (exact.hpp, textbook_board.hpp)
//   EngineRules    a board on which moves are played and undone; for the engine (alpha_beta.hpp)
//
// A game that defines GameRules has every search. EngineRules of its own make its engine stronger. defaults.hpp
// has defaults for the optional parts.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "key.hpp"
#include "types.hpp"

namespace outply {

// The score of MAX, the player to move at the root of a textbook search.
using Score = std::int32_t;

// The signature of the callback of `each_move`, for the concept below.
struct MoveCallback {
    bool operator()(Move, Score) const { return false; }
};

// The template argument of the functions is true if MAX is to move in the state. Since `each_move` passes the
// score after each move, the last ply is a loop instead of a call for each leaf, and rules that can compute that
// score in advance do not play the last move at all.
template <class Rules>
concept TextbookRules = requires(const Rules& rules, const typename Rules::State& state, Move move,
                                 std::span<const Move> line, MoveCallback callback) {
    { rules.is_over(state) } -> std::same_as<bool>;
    { rules.template score<true>(state) } -> std::same_as<Score>;
    { rules.template score<false>(state) } -> std::same_as<Score>;

    // Calls callback(move, score after it) for the legal moves in the assignment's order, until it returns true.
    rules.template each_move<true>(state, callback);
    rules.template each_move<false>(state, callback);

    { rules.template play<true>(state, move) } -> std::same_as<typename Rules::State>;
    { rules.template play<false>(state, move) } -> std::same_as<typename Rules::State>;

    // Distinguishes the changes that a move may make to the board: equal moves of a player with equal effects
    // change the same squares in the same way, wherever in the tree they are played. `line` holds the moves from
    // the root to the state.
    { rules.template effect<true>(state, move, line) } -> std::convertible_to<std::int64_t>;
    { rules.template effect<false>(state, move, line) } -> std::convertible_to<std::int64_t>;
};

template <class Rules>
concept GameRules = TextbookRules<Rules> && std::copy_constructible<Rules> &&
                    requires(const Rules& rules, const typename Rules::State& state) {
                        // The searched position. The player to move there is MAX.
                        { rules.root() } -> std::same_as<typename Rules::State>;

                        // Upper bounds of the length of the rest of the game, and of the legal moves of a
                        // position.
                        { rules.plies_left(state) } -> std::same_as<int>;
                        { rules.max_moves() } -> std::same_as<int>;

                        // Apart from collisions, positions with equal keys have equal continuations for the player
                        // to move: the same moves, and the same gain by each of them.
                        { rules.template key<true>(state) } -> std::same_as<Key>;
                        { rules.template key<false>(state) } -> std::same_as<Key>;
                    };

// A move with the data that the engine needs to order and search it.
struct ScoredMove {
    std::int32_t priority;  // moves with a higher priority are searched earlier
    std::int32_t gain;      // the change of the mover's score
    Move move;
};

// Bounds of the value of a position, whichever moves are played.
struct ValueBounds {
    Value lower, upper;
};

// Values in the engine are the score that the player to move still gains, not total scores: they do not depend
// on what has been scored so far.
template <class Board>
concept EngineRules =
    std::copy_constructible<Board> &&
    requires(Board& board, const Board& const_board, Move move, ScoredMove* out, int count, Value beta) {
        { const_board.plies_left() } -> std::same_as<int>;  // an upper bound of the length of the rest of the game
        { const_board.is_over() } -> std::same_as<bool>;
        { const_board.is_legal(move) } -> std::same_as<bool>;
        { const_board.gain(move) } -> std::same_as<std::int32_t>;
        board.play(move);
        board.undo();
        board.reset();  // undoes all moves

        // The transposition-table key: apart from collisions, positions with equal keys have equal continuations.
        { const_board.key() } -> std::same_as<std::uint64_t>;

        // Move generation: writes the moves worth searching, all of them or at least the `count` with the highest
        // priority, and returns their number. No line of play has more than `move_stack_size` of them in total.
        { board.generate_moves(out, count) } -> std::same_as<int>;
        { const_board.move_stack_size() } -> std::same_as<std::size_t>;

        { const_board.value_bounds() } -> std::same_as<ValueBounds>;

        // The value with `endgame_plies` or fewer plies left: exact, or a lower bound of at least `beta`.
        { Board::endgame_plies } -> std::convertible_to<int>;
        { const_board.solve_endgame(beta) } -> std::same_as<Value>;

        // The heuristic value at the depth limit.
        { board.evaluate() } -> std::same_as<Value>;

        // Parameters of the search techniques: the number of moves that late move pruning keeps at a depth, the
        // late move reduction of the i-th move (from 0) in plies and the least depth for it, the half width of the
        // first aspiration window, and an estimate of the nodes it takes to solve the rest of the game.
        { const_board.move_limit(count) } -> std::same_as<int>;
        { const_board.reduction(count) } -> std::same_as<int>;
        { Board::min_reduction_depth } -> std::convertible_to<int>;
        { const_board.aspiration_delta() } -> std::same_as<Value>;
        { const_board.estimated_solve_nodes() } -> std::same_as<double>;

        // Whether the history heuristic takes part in move ordering.
        { Board::uses_history } -> std::convertible_to<bool>;

        // Whether moves can be ordered by the evaluation after them, whether there is a quiescence search, and
        // whether `key_after` computes keys without playing the move.
        { Board::has_evaluated_moves } -> std::convertible_to<bool>;
        { Board::has_captures } -> std::convertible_to<bool>;
        { Board::has_child_keys } -> std::convertible_to<bool>;
    } && (!Board::has_evaluated_moves || requires(Board& board, const ScoredMove& move) {
        { board.evaluated_priority(move) } -> std::same_as<std::int32_t>;
    }) && (!Board::has_captures || requires(const Board& const_board, ScoredMove* out) {
        { const_board.generate_captures(out) } -> std::same_as<int>;
    }) && (!Board::has_child_keys || requires(const Board& const_board, Move move) {
        { const_board.key_after(move) } -> std::same_as<std::uint64_t>;
    });

}  // namespace outply
