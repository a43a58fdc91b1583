// Star/Circle's rules on the 32 dark squares.
//
// Squares are numbered in the assignment's order: H2, H4, H6, H8, then G1, G3, and so on down to A7. Stars
// move towards lower numbers. How many pieces stand on a last-row square changes neither moves nor what can
// still be won, so a side is a set of squares.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <stdexcept>

#include "search/types.hpp"

namespace outply::starcircle {

using Squares = std::uint32_t;

constexpr Move pass_move = 32 * 32;
constexpr Move encode(int from, int to) {
    return from * 32 + to;
}

// A position as it comes from outside. A stack counts once in the sets and in full in the score.
struct Setup {
    Squares stars, circles;
    bool star_to_move;
    bool passed;                          // whether the last move was a pass
    std::array<std::int32_t, 8> weights;  // rows A to H for Star, H to A for Circle
    Value score;                          // of the player to move

    Setup(Squares stars_, Squares circles_, bool star_to_move_, bool passed_,
          const std::array<std::int32_t, 8>& weights_, Value score_)
        : stars(stars_),
          circles(circles_),
          star_to_move(star_to_move_),
          passed(passed_),
          weights(weights_),
          score(score_) {
        if (stars == 0 || circles == 0 || (stars & circles) != 0)
            throw std::invalid_argument("not a Star/Circle position to be searched");
    }

    // A guess: about half of the rows that all pieces have before them will be gone.
    int plies_to_come() const {
        int rows = 0;
        for (int square = 0; square < 32; ++square) {
            if (stars >> square & 1) rows += square / 4;
            if (circles >> square & 1) rows += 7 - square / 4;
        }
        return rows / 2 + 1;
    }
};

// Where a piece may go: at most two steps and two jumps, in the order of their final squares.
struct Hop {
    std::int8_t to;
    std::int8_t over;  // the square jumped over, or -1 for a step
    bool last_row;
};
struct Hops {
    Hop hop[4];
    int count = 0;
};

class Board {
public:
    using Score = std::int32_t;

    struct State {
        Squares mine, theirs;  // `mine`: of the player who moves at the root
        Score score;
        std::int8_t passes;
    };

    explicit Board(const Setup& setup) : root_is_star_(setup.star_to_move) {
        for (int row = 0; row < 8; ++row) {  // row 0 is H
            weight_[0][row] = setup.weights[root_is_star_ ? 7 - row : row];
            weight_[1][row] = setup.weights[root_is_star_ ? row : 7 - row];
        }
        for (int side = 0; side < 2; ++side) {
            for (int square = 0; square < 32; ++square)
                hops_[side][square] = hops(square, root_is_star_ == (side == 0));
        }
    }

    static State root(const Setup& setup) {
        const bool star = setup.star_to_move;
        return {star ? setup.stars : setup.circles, star ? setup.circles : setup.stars,
                static_cast<Score>(setup.score), static_cast<std::int8_t>(setup.passed ? 1 : 0)};
    }

    template <bool /*mine*/>
    Score score(const State& state) const {
        return state.score;
    }
    bool over(const State& state) const { return state.passes == 2 || state.mine == 0 || state.theirs == 0; }

    template <bool mine, class Visit>
    void each_move(const State& state, Visit&& visit) const {
        const bool moved = each_hop<mine>(state, [&](Move move, Score gain, const auto&) {
            return visit(move, mine ? state.score + gain : state.score - gain);
        });
        if (!moved) visit(pass_move, state.score);
    }

    template <bool mine>
    State play(const State& state, Move move) const {
        if (move == pass_move)
            return {state.mine, state.theirs, state.score, static_cast<std::int8_t>(state.passes + 1)};
        const int from = move / 32, to = move % 32;
        State next = state;
        next.passes = 0;
        for (int i = 0;; ++i) {
            const Hop& hop = hops_[!mine][from].hop[i];
            if (hop.to != to) continue;
            const Score gain = apply<mine>(next, from, hop);
            next.score += mine ? gain : -gain;
            return next;
        }
    }

    // How many pieces have come to the square before, where it holds some: stacks differ by that alone.
    template <bool mine>
    int effect(const State& state, Move move, std::span<const Move> line) const {
        const Squares own = mine ? state.mine : state.theirs;
        const int to = move % 32;
        if (move == pass_move || !(own >> to & 1)) return 0;
        int came = 0;
        for (std::size_t ply = line.size() % 2; ply < line.size(); ply += 2)
            came += line[ply] != pass_move && line[ply] % 32 == to;
        return came;
    }

    // Calls visit(move, gain of the mover, child) for every step and jump in the assignment's order until it
    // returns true, where child() makes the position after it; says whether there was any. Only the pieces on the
    // squares `from_any_of` are looked at.
    template <bool mine, class Visit>
    bool each_hop(const State& state, Visit&& visit, Squares from_any_of = ~Squares{0}) const {
        const Squares own = mine ? state.mine : state.theirs;
        const Squares enemy = mine ? state.theirs : state.mine;
        const Squares taken = own | enemy;
        bool moved = false;
        for (Squares rest = own & from_any_of; rest != 0; rest &= rest - 1) {
            const int from = std::countr_zero(rest);
            const Hops& hops = hops_[!mine][from];
            for (int i = 0; i < hops.count; ++i) {
                const Hop& hop = hops.hop[i];
                if ((hop.last_row ? enemy : taken) >> hop.to & 1) continue;
                if (hop.over >= 0 && !(enemy >> hop.over & 1)) continue;
                moved = true;
                if (visit(encode(from, hop.to), gain_of<mine>(from, hop), [&] {
                        State next = state;
                        next.passes = 0;
                        apply<mine>(next, from, hop);
                        return next;
                    }))
                    return true;
            }
        }
        return moved;
    }

private:
    template <bool mine>
    Score gain_of(int from, const Hop& hop) const {
        Score gain = weight_[!mine][hop.to / 4] - weight_[!mine][from / 4];
        if (hop.over >= 0) gain += weight_[mine][hop.over / 4];
        return gain;
    }

    template <bool mine>
    Score apply(State& state, int from, const Hop& hop) const {
        Squares& own = mine ? state.mine : state.theirs;
        Squares& enemy = mine ? state.theirs : state.mine;
        own &= ~(Squares{1} << from);
        own |= Squares{1} << hop.to;
        if (hop.over >= 0) enemy &= ~(Squares{1} << hop.over);
        return gain_of<mine>(from, hop);
    }

    static int square_at(int row, int column) {  // both from 0, row 0 is H; -1 off the board
        if (row < 0 || row > 7 || column < 0 || column > 7) return -1;
        return row * 4 + column / 2;
    }

    static Hops hops(int square, bool star) {
        const int row = square / 4;
        const int column = square % 4 * 2 + (row % 2 == 0 ? 1 : 0);
        const int forward = star ? -1 : 1;
        const int last = star ? 0 : 7;
        Hops hops;
        const auto add = [&](int length) {
            for (int sideways : {-length, length}) {
                const int to = square_at(row + length * forward, column + sideways);
                if (to < 0) continue;
                const int over = length == 2 ? square_at(row + forward, column + sideways / 2) : -1;
                hops.hop[hops.count++] = {static_cast<std::int8_t>(to), static_cast<std::int8_t>(over),
                                          to / 4 == last};
            }
        };
        // A Star's jump ends in a higher row than its step, so it comes first; a Circle's in a lower one.
        add(star ? 2 : 1);
        add(star ? 1 : 2);
        return hops;
    }

    bool root_is_star_;
    std::int32_t weight_[2][8];  // by side (0: moves at the root) and row, row 0 is H
    Hops hops_[2][32];
};

}  // namespace outply::starcircle
