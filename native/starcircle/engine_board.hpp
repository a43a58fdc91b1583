// Star/Circle's rules for the engine.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <stdexcept>
#include <vector>

#include "search/game_rules.hpp"
#include "starcircle/rules.hpp"

namespace outply::starcircle {

class Pieces {
public:
    static constexpr int closed = 0;
    static constexpr bool has_exchanges = true;
    static constexpr bool has_quiet_moves = true;
    static constexpr bool knows_keys = false;

    // `weights` in 256ths: how much of the way before it a piece will get that no enemy can meet any more, how
    // much any other, and how much of a row it is worth that such another piece can step on at all. Without the
    // last, 78 % of the decided games against alpha-beta to depth 6 were won, with it 93 %.
    Pieces(const Setup& setup, const std::vector<std::int32_t>& weights)
        : board_(setup), states_(longest + 1), root_is_star_(setup.star_to_move) {
        if (!weights.empty() && weights.size() != weight_.size())
            throw std::invalid_argument("not the weights of an evaluation");
        if (!weights.empty()) std::copy(weights.begin(), weights.end(), weight_.begin());
        states_[0] = Board::root(setup);
        states_[0].score = 0;
        const Value span = setup.weights[7] - Value{setup.weights[0]};
        swing_ = std::max<Value>(1, span / 7);
        for (const std::int32_t weight : setup.weights)
            salt_ = (salt_ ^ static_cast<std::uint32_t>(weight)) * 0x9E3779B97F4A7C15u ^ salt_ >> 32;
        for (int side = 0; side < 2; ++side) {
            const bool star = setup.star_to_move == (side == 0);
            for (int square = 0; square < 32; ++square) {
                const int row = square / 4;
                goal_gain_[side][square] = setup.weights[7] - setup.weights[star ? 7 - row : row];
                for (int other = 0; other < 32; ++other) {
                    const int ahead = star ? row - other / 4 : other / 4 - row;
                    if (ahead == 1 && std::abs(column_of(square) - column_of(other)) == 1)
                        front_[side][square] |= Squares{1} << other;
                    if (ahead > 0 && std::abs(column_of(square) - column_of(other)) <= ahead)
                        cone_[side][square] |= Squares{1} << other;
                }
            }
        }
    }

    // How long a game lasts is not known beforehand; this is longer than any: 32 pieces go seven rows at most, and
    // no two passes come in a row before the end.
    static int plies_left() { return longest; }
    std::size_t max_choices() const { return static_cast<std::size_t>(longest) * most_moves; }
    bool over() const { return board_.over(top()); }

    // By colour and not by who began to search: a memory may serve searches for both.
    std::uint64_t key() const {
        const Board::State& state = top();
        const Squares stars = root_is_star_ ? state.mine : state.theirs;
        const Squares circles = root_is_star_ ? state.theirs : state.mine;
        const int star_to_move = (side_ == 0) == root_is_star_;
        std::uint64_t key = (std::uint64_t{stars} << 32 | circles) * 0x9E3779B97F4A7C15u ^ salt_;
        key ^= key >> 29 ^ static_cast<std::uint64_t>(state.passes * 2 + star_to_move) << 7;
        key *= 0xBF58476D1CE4E5B9u;
        return key ^ key >> 32;
    }

    double solving_nodes() const { return std::numeric_limits<double>::infinity(); }
    static int reduction(int i) { return (i >= 2) + (i >= 5) + (i >= 9); }
    static int width(int) { return most_moves; }
    Value swing() const { return swing_; }

    // What the mover wins by a move that is legal; 0 if it is not.
    std::int32_t gain(Move wanted) const {
        std::int32_t gains = 0;
        each([&](Move move, std::int32_t gain) {
            if (move == wanted) gains = gain;
        });
        return gains;
    }

    bool legal(Move wanted) const {
        bool found = false;
        each([&](Move move, std::int32_t) { found |= move == wanted; });
        return found;
    }

    int moves(Choice* out, int /*limit*/) const {
        int count = 0;
        each([&](Move move, std::int32_t gain) {
            out[count++] = {is_jump(move) ? jumps_first + gain : 0, gain, move};
        });
        return count;
    }

    // The jumps.
    int exchanges(Choice* out) const {
        const Squares own = side_ == 0 ? top().mine : top().theirs, enemy = side_ == 0 ? top().theirs : top().mine;
        Squares facing = 0;
        for (Squares rest = own; rest != 0; rest &= rest - 1) {
            const int square = std::countr_zero(rest);
            if ((front_[side_][square] & enemy) != 0) facing |= Squares{1} << square;
        }
        int count = 0;
        if (facing == 0) return count;
        each_of(facing, [&](Move move, std::int32_t gain) {
            if (is_jump(move)) out[count++] = {gain, gain, move};
        });
        return count;
    }

    void play(Move move) {
        states_[at_ + 1] = side_ == 0 ? board_.play<true>(top(), move) : board_.play<false>(top(), move);
        ++at_;
        side_ ^= 1;
    }
    void undo() {
        --at_;
        side_ ^= 1;
    }
    void reset() {
        side_ ^= at_ & 1;
        at_ = 0;
    }

    Bounds bounds() const { return {-infinity, infinity}; }
    Value close(Value) const { return 0; }

    // What the pieces have before them: one that no enemy can meet any more will arrive, the others may.
    Value evaluate() const {
        const Board::State& state = top();
        const Value mine = prospects(0, state.mine, state.theirs), theirs = prospects(1, state.theirs, state.mine);
        return (side_ == 0 ? mine - theirs : theirs - mine) / 256;
    }

private:
    static constexpr int longest = 500, most_moves = 4 * 28 + 1, jumps_first = 1 << 24;

    const Board::State& top() const { return states_[at_]; }

    static int column_of(int square) { return square % 4 * 2 + (square / 4 % 2 == 0 ? 1 : 0); }

    static bool is_jump(Move move) { return move != pass_move && std::abs(move / 32 / 4 - move % 32 / 4) == 2; }

    // Calls visit(move, gain) for every step and jump of the pieces on `squares`; says whether there was any.
    template <class Visit>
    bool each_of(Squares squares, Visit&& visit) const {
        const auto hop = [&](Move move, std::int32_t gain, const auto&) {
            visit(move, gain);
            return false;
        };
        return side_ == 0 ? board_.each_hop<true>(top(), hop, squares)
                          : board_.each_hop<false>(top(), hop, squares);
    }

    template <class Visit>
    void each(Visit&& visit) const {
        if (!each_of(~Squares{0}, visit)) visit(pass_move, 0);
    }

    Value prospects(int side, Squares own, Squares enemy) const {
        Value sum = 0;
        for (Squares rest = own; rest != 0; rest &= rest - 1) {
            const int square = std::countr_zero(rest);
            const bool held = (cone_[side][square] & enemy) != 0;
            sum += goal_gain_[side][square] * Value{weight_[held]};
            if (held && (front_[side][square] & ~(own | enemy)) != 0) sum += swing_ * Value{weight_[2]};
        }
        return sum;
    }

    Board board_;
    std::array<std::int32_t, 3> weight_{240, 96, 220};
    std::vector<Board::State> states_;
    bool root_is_star_;
    int at_ = 0, side_ = 0;
    Value swing_ = 1;
    std::uint64_t salt_ = 0;
    Squares cone_[2][32] = {};  // the squares ahead from which an enemy can still meet the piece
    std::int32_t goal_gain_[2][32] = {};
    Squares front_[2][32] = {};  // the squares that a step can lead to
};

}  // namespace outply::starcircle
