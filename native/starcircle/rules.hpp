// Star/Circle's rules on the 32 dark squares, for the literal search and the exact search.
#pragma once

#include <bit>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <span>

#include "search/game_rules.hpp"
#include "search/types.hpp"
#include "starcircle/position.hpp"

namespace outply::starcircle {

// A step or jump that a piece may be able to make.
struct Hop {
    std::int8_t to;
    std::int8_t over;  // the square jumped over, or -1 for a step
    bool last_row;
};
// The hops from a square, at most two steps and two jumps, in the order of their final squares.
struct Hops {
    Hop hop[4];
    int count = 0;
};

class Rules {
public:
    struct State {
        Squares max_squares, min_squares;  // MAX is the player to move at the root
        Score score;
        std::int8_t passes;  // consecutive passes so far
    };

    explicit Rules(const Position& position) {
        const bool max_is_star = position.star_to_move;
        for (int row = 0; row < 8; ++row) {
            weight_[0][row] = position.weights[max_is_star ? 7 - row : row];
            weight_[1][row] = position.weights[max_is_star ? row : 7 - row];
        }
        for (int side = 0; side < 2; ++side) {
            for (int square = 0; square < 32; ++square)
                hops_[side][square] = find_hops(square, max_is_star == (side == 0));
        }
    }

    static State root(const Position& position) {
        const bool star = position.star_to_move;
        return {star ? position.stars : position.circles, star ? position.circles : position.stars,
                static_cast<Score>(position.score), static_cast<std::int8_t>(position.passed ? 1 : 0)};
    }

    template <bool /*max*/>
    Score score(const State& state) const {
        return state.score;
    }
    bool is_over(const State& state) const {
        return state.passes == 2 || state.max_squares == 0 || state.min_squares == 0;
    }

    template <bool max, class Visit>
    void each_move(const State& state, Visit&& visit) const {
        const bool has_hops = each_hop<max>(state, [&](Move move, Score gain, const auto&) {
            return visit(move, max ? state.score + gain : state.score - gain);
        });
        if (!has_hops) visit(pass_move, state.score);
    }

    template <bool max>
    State play(const State& state, Move move) const {
        if (move == pass_move)
            return {state.max_squares, state.min_squares, state.score, static_cast<std::int8_t>(state.passes + 1)};
        const int from = from_of(move), to = to_of(move);
        State next = state;
        next.passes = 0;
        for (int i = 0;; ++i) {
            assert(i < hops_[!max][from].count);
            const Hop& hop = hops_[!max][from].hop[i];
            if (hop.to != to) continue;
            const Score gain = apply<max>(next, from, hop);
            next.score += max ? gain : -gain;
            return next;
        }
    }

    // The number of pieces that have arrived at an occupied square before: stacks differ only by that.
    template <bool max>
    int effect(const State& state, Move move, std::span<const Move> line) const {
        const Squares own = max ? state.max_squares : state.min_squares;
        const int to = to_of(move);
        if (move == pass_move || !(own >> to & 1)) return 0;
        int arrivals = 0;
        for (std::size_t ply = line.size() % 2; ply < line.size(); ply += 2)
            arrivals += line[ply] != pass_move && to_of(line[ply]) == to;
        return arrivals;
    }

    // Calls visit(move, gain of the mover, child) for every step and jump of the pieces on `from_squares`, in the
    // assignment's order, until it returns true; child() returns the position after the move, with the score
    // unchanged. Returns true if there was any.
    template <bool max, class Visit>
    bool each_hop(const State& state, Visit&& visit, Squares from_squares = ~Squares{0}) const {
        const Squares own = max ? state.max_squares : state.min_squares;
        const Squares enemy = max ? state.min_squares : state.max_squares;
        const Squares occupied = own | enemy;
        bool any = false;
        for (Squares rest = own & from_squares; rest != 0; rest &= rest - 1) {
            const int from = std::countr_zero(rest);
            const Hops& hops = hops_[!max][from];
            for (int i = 0; i < hops.count; ++i) {
                const Hop& hop = hops.hop[i];
                if ((hop.last_row ? enemy : occupied) >> hop.to & 1) continue;
                if (hop.over >= 0 && !(enemy >> hop.over & 1)) continue;
                any = true;
                if (visit(encode(from, hop.to), gain_of<max>(from, hop), [&] {
                        State next = state;
                        next.passes = 0;
                        apply<max>(next, from, hop);
                        return next;
                    }))
                    return true;
            }
        }
        return any;
    }

private:
    template <bool max>
    Score gain_of(int from, const Hop& hop) const {
        Score gain = weight_[!max][row_of(hop.to)] - weight_[!max][row_of(from)];
        if (hop.over >= 0) gain += weight_[max][row_of(hop.over)];
        return gain;
    }

    // Moves the piece and returns the gain.
    template <bool max>
    Score apply(State& state, int from, const Hop& hop) const {
        Squares& own = max ? state.max_squares : state.min_squares;
        Squares& enemy = max ? state.min_squares : state.max_squares;
        assert((own >> from & 1) && (hop.over < 0 || (enemy >> hop.over & 1)));
        own &= ~(Squares{1} << from);
        own |= Squares{1} << hop.to;
        if (hop.over >= 0) enemy &= ~(Squares{1} << hop.over);
        return gain_of<max>(from, hop);
    }

    static int square_at(int row, int column) {  // -1 off the board
        if (row < 0 || row > 7 || column < 0 || column > 7) return -1;
        return row * 4 + column / 2;
    }

    static Hops find_hops(int square, bool star) {
        const int row = row_of(square), column = column_of(square);
        const int forward = star ? -1 : 1;
        const int last = star ? 0 : 7;
        Hops hops;
        const auto add = [&](int length) {
            for (int sideways : {-length, length}) {
                const int to = square_at(row + length * forward, column + sideways);
                if (to < 0) continue;
                const int over = length == 2 ? square_at(row + forward, column + sideways / 2) : -1;
                hops.hop[hops.count++] = {static_cast<std::int8_t>(to), static_cast<std::int8_t>(over),
                                          row_of(to) == last};
            }
        };
        // A Star's jump ends on a lower number than its step and comes first; a Circle's on a higher one.
        add(star ? 2 : 1);
        add(star ? 1 : 2);
        return hops;
    }

    std::int32_t weight_[2][8];  // by side (0: MAX) and row
    Hops hops_[2][32];           // by side and square
};

static_assert(TextbookRules<Rules>);

}  // namespace outply::starcircle
