// Star/Circle for the engine.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

#include "search/game_rules.hpp"
#include "search/types.hpp"
#include "starcircle/evaluation.hpp"
#include "starcircle/position.hpp"
#include "starcircle/rules.hpp"

namespace outply::starcircle {

class EngineBoard {
public:
    static constexpr int endgame_plies = 0;
    static constexpr int min_reduction_depth = 3;
    static constexpr bool has_evaluated_moves = false;
    static constexpr bool has_captures = true;
    static constexpr bool uses_history = true;
    static constexpr bool has_child_keys = false;

    // `weights` are those of the evaluation, or empty for the fitted ones.
    EngineBoard(const Position& position, const std::vector<std::int32_t>& weights)
        : rules_(position), evaluation_(weights), states_(max_plies + 1), max_is_star_(position.star_to_move) {
        states_[0] = Rules::root(position);
        states_[0].score = 0;
        const Value weight_span = position.weights[7] - Value{position.weights[0]};
        row_value_ = std::max<Value>(1, weight_span / 7);
        for (const std::int32_t weight : position.weights)
            key_salt_ = (key_salt_ ^ static_cast<std::uint32_t>(weight)) * 0x9E3779B97F4A7C15u ^ key_salt_ >> 32;
        for (int side = 0; side < 2; ++side) {
            for (int square = 0; square < 32; ++square) {
                view_[side][square] = PieceView(square, position.star_to_move == (side == 0));
                goal_gain_[side][square] =
                    position.weights[7] - position.weights[7 - view_[side][square].rows_left];
            }
        }
    }

    // The length of a game is not known in advance. This is more than any game has: 32 pieces move seven rows at
    // most, and there are no two passes in succession before the end.
    static int plies_left() { return max_plies; }
    std::size_t move_stack_size() const { return static_cast<std::size_t>(max_plies) * max_moves; }
    bool is_over() const { return rules_.is_over(state()); }

    // By Star and Circle instead of by side, so that searches for either player share the transposition table.
    std::uint64_t key() const {
        const Rules::State& now = state();
        const Squares stars = max_is_star_ ? now.max_squares : now.min_squares;
        const Squares circles = max_is_star_ ? now.min_squares : now.max_squares;
        const int star_to_move = (side_ == 0) == max_is_star_;
        std::uint64_t key = (std::uint64_t{stars} << 32 | circles) * 0x9E3779B97F4A7C15u ^ key_salt_;
        key ^= key >> 29 ^ static_cast<std::uint64_t>(now.passes * 2 + star_to_move) << 7;
        key *= 0xBF58476D1CE4E5B9u;
        return key ^ key >> 32;
    }

    double estimated_solve_nodes() const { return std::numeric_limits<double>::infinity(); }
    static int reduction(int i) { return (i >= 2) + (i >= 5) + (i >= 9); }
    static int move_limit(int /*depth*/) { return max_moves; }
    Value aspiration_delta() const { return row_value_; }

    // 0 if the move is illegal.
    std::int32_t gain(Move move) const {
        std::int32_t result = 0;
        each_move([&](Move candidate, std::int32_t gain) {
            if (candidate == move) result = gain;
        });
        return result;
    }

    bool is_legal(Move move) const {
        bool legal = false;
        each_move([&](Move candidate, std::int32_t) { legal |= candidate == move; });
        return legal;
    }

    // All moves, the jumps with a higher priority than the steps.
    int generate_moves(ScoredMove* out, int /*limit*/) const {
        int count = 0;
        each_move([&](Move move, std::int32_t gain) {
            out[count++] = {is_jump(move) ? jump_priority + gain : 0, gain, move};
        });
        return count;
    }

    // The jumps.
    int generate_captures(ScoredMove* out) const {
        const Rules::State& now = state();
        const Squares own = side_ == 0 ? now.max_squares : now.min_squares;
        const Squares enemy = side_ == 0 ? now.min_squares : now.max_squares;
        Squares facing_enemies = 0;
        for (Squares rest = own; rest != 0; rest &= rest - 1) {
            const int square = std::countr_zero(rest);
            if ((view_[side_][square].steps & enemy) != 0) facing_enemies |= Squares{1} << square;
        }
        int count = 0;
        if (facing_enemies == 0) return count;
        each_hop_from(facing_enemies, [&](Move move, std::int32_t gain) {
            if (is_jump(move)) out[count++] = {gain, gain, move};
        });
        return count;
    }

    void play(Move move) {
        assert(ply_ < max_plies && is_legal(move));
        states_[ply_ + 1] = side_ == 0 ? rules_.play<true>(state(), move) : rules_.play<false>(state(), move);
        ++ply_;
        side_ ^= 1;
    }
    void undo() {
        assert(ply_ > 0);
        --ply_;
        side_ ^= 1;
    }
    void reset() {
        side_ ^= ply_ & 1;
        ply_ = 0;
    }

    ValueBounds value_bounds() const { return {-infinity, infinity}; }
    Value solve_endgame(Value) const { return 0; }

    Value evaluate() const {
        const Rules::State& now = state();
        const SquareContents contents(now.max_squares, now.min_squares);
        const Value max = prospects(0, now.max_squares, now.min_squares, contents);
        const Value min = prospects(1, now.min_squares, now.max_squares, contents.of_other_side());
        return ((side_ == 0 ? max - min : min - max) + row_value_ * evaluation_.tempo()) / Evaluation::weight_unit;
    }

    // Calls term(number of the weight, value) for every term of the evaluation.
    template <class Term>
    void each_term(Term&& term) const {
        for (int side = 0; side < 2; ++side) {
            const bool is_enemy = side != side_;
            const Squares own = side == 0 ? state().max_squares : state().min_squares;
            const Squares enemy = side == 0 ? state().min_squares : state().max_squares;
            const SquareContents contents(own, enemy);
            for (int square = 0; square < 32; ++square) {
                const PieceView& view = view_[side][square];
                if (!(own >> square & 1) || view.rows_left == 0) continue;
                const std::int32_t gain = goal_gain_[side][square];
                term(Evaluation::piece_term(is_enemy, view.rows_left,
                                            Evaluation::pattern_of(view, enemy, contents)),
                     is_enemy ? -gain : gain);
            }
        }
        term(Evaluation::tempo_term(), static_cast<std::int32_t>(row_value_));
    }

private:
    static constexpr int max_plies = 500, max_moves = 4 * 28 + 1, jump_priority = 1 << 24;

    const Rules::State& state() const { return states_[ply_]; }

    // Calls visit(move, gain) for every step and jump of the pieces on `squares`. Returns true if there was any.
    template <class Visit>
    bool each_hop_from(Squares squares, Visit&& visit) const {
        const auto callback = [&](Move move, std::int32_t gain, const auto&) {
            visit(move, gain);
            return false;
        };
        return side_ == 0 ? rules_.each_hop<true>(state(), callback, squares)
                          : rules_.each_hop<false>(state(), callback, squares);
    }

    // Calls visit(move, gain) for every legal move.
    template <class Visit>
    void each_move(Visit&& visit) const {
        if (!each_hop_from(~Squares{0}, visit)) visit(pass_move, 0);
    }

    // The estimated gain of a side's pieces on their way to the last row, in units of 1 / weight_unit.
    Value prospects(int side, Squares own, Squares enemy, const SquareContents& contents) const {
        Value sum = 0;
        for (Squares rest = own; rest != 0; rest &= rest - 1) {
            const int square = std::countr_zero(rest);
            const PieceView& view = view_[side][square];
            sum += goal_gain_[side][square] *
                   Value{evaluation_.pieces(side != side_,
                                            view.rows_left)[Evaluation::pattern_of(view, enemy, contents)]};
        }
        return sum;
    }

    Rules rules_;
    Evaluation evaluation_;
    std::vector<Rules::State> states_;  // from the root to the current position
    bool max_is_star_;
    int ply_ = 0;
    int side_ = 0;                        // to move; 0 is MAX
    Value row_value_ = 1;                 // the mean difference of the weights of two rows
    std::uint64_t key_salt_ = 0;          // makes the keys of games with different weights different
    PieceView view_[2][32];               // by side and square
    std::int32_t goal_gain_[2][32] = {};  // by side and square: the gain of reaching the last row
};

static_assert(EngineRules<EngineBoard>);

}  // namespace outply::starcircle
