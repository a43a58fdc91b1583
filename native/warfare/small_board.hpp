// Warfare's rules for the engine on boards of up to 64 cells: a side is one word.
//
// Sides are named by whose turn it is, so positions that differ only in the names of the players are the same.
// Only the best move per cell is made here: a Raid where it is legal, else a Stake (docs/theory.md says why).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <vector>

#include "search/game_rules.hpp"
#include "warfare/evaluation.hpp"
#include "warfare/move_selection.hpp"
#include "warfare/position.hpp"

namespace outply::warfare {

// Which of the four neighbours of a cell are in a set is told by a number below 32, through one multiplication.
namespace pattern {

// The cells above, left, right and below of which `subset` tells, seen from the one above.
constexpr std::uint64_t spread(int subset, int stride) {
    const int place[4] = {0, stride - 1, stride + 1, 2 * stride};
    std::uint64_t cells = 0;
    for (int i = 0; i < 4; ++i) {
        if (subset >> i & 1) cells |= std::uint64_t{1} << place[i];
    }
    return cells;
}

// By stride: brings the sixteen subsets of four neighbours to different numbers below 32.
constexpr std::uint64_t multipliers[] = {0,
                                         0,
                                         0x0804400804210010,
                                         0x20C0003800005000,
                                         0x1128200002500404,
                                         0x0890880004080800,
                                         0x1100800000010800,
                                         0x402A000040008C0A,
                                         0x40311490A0800040};

constexpr bool tells_apart(int stride) {
    unsigned seen = 0;
    for (int subset = 0; subset < 16; ++subset) seen |= 1u << (spread(subset, stride) * multipliers[stride] >> 59);
    return std::popcount(seen) == 16;
}

static_assert(tells_apart(2) && tells_apart(3) && tells_apart(4) && tells_apart(5) && tells_apart(6) &&
              tells_apart(7) && tells_apart(8));

}  // namespace pattern

class Compact {
    using Cells = std::uint64_t;

    struct State {
        Cells mine, theirs, empty;
        int empties;
    };

public:
    static constexpr int max_size = 8;
    static constexpr int closed = 3;  // plies that are played out without a search
    static constexpr bool has_exchanges = false;
    static constexpr bool has_quiet_moves = false;  // gains tell moves apart
    static constexpr bool knows_keys = true;        // the key after a move is known without making it

    Compact(const Setup& setup, const Evaluation& evaluation)
        : size_(setup.size),
          cells_(setup.cells()),
          stride_(std::max(2, setup.size)),
          multiplier_(pattern::multipliers[stride_]),
          evaluation_(evaluation) {
        const Neighbours neighbours(size_);
        State& root = states_[0];
        root = {};
        std::uint64_t salt = static_cast<std::uint64_t>(size_);
        for (int cell = 0; cell < cells_; ++cell) {
            const Cells bit = Cells{1} << cell;
            const char owner = setup.owners[cell];
            (owner == '.' ? root.empty : owner == setup.to_move ? root.mine : root.theirs) |= bit;
            if (cell % size_ != 0) not_first_column_ |= bit;
            if (cell % size_ != size_ - 1) not_last_column_ |= bit;
            board_ |= bit;
            value_[cell] = setup.values[cell];
            for (int i = 0; i < neighbours.of[cell].count; ++i)
                around_[cell] |= Cells{1} << neighbours.of[cell].cell[i];
            salt = (salt ^ static_cast<std::uint64_t>(value_[cell])) * 0x9E3779B97F4A7C15u;
            salt ^= salt >> 32;
        }
        salt_ = salt;
        root.empties = std::popcount(root.empty);
        fill_tables();
        std::iota(by_value_.begin(), by_value_.end(), std::int8_t{0});
        std::stable_sort(by_value_.begin(), by_value_.begin() + cells_,
                         [&](int a, int b) { return value_[a] > value_[b]; });
        swing_ = std::max(1, sum(board_) / cells_ / 2);
    }

    int plies_left() const { return top().empties; }
    std::size_t max_choices() const { return 65 * 64 / 2; }
    bool over() const { return top().empty == 0; }
    std::uint64_t key() const { return key_of(top()); }
    std::uint64_t key_after(Move move) const { return key_of(after(top(), cell_of(move), is_raid(move))); }

    void play(Move move) {
        states_[at_ + 1] = after(top(), cell_of(move), is_raid(move));
        ++at_;
    }
    void undo() { --at_; }
    void reset() { at_ = 0; }

    std::int32_t gain(Move move) const {
        const State& state = top();
        return is_raid(move) ? gain(state.mine, state.theirs, cell_of(move)) : value_[cell_of(move)];
    }

    bool legal(Move move) const {
        const int cell = cell_of(move);
        if (cell >= cells_ || !(top().empty >> cell & 1)) return false;
        return !is_raid(move) || (top().mine & around_[cell]) != 0;
    }

    // Fills in the best move of every cell that may be among the `limit` most urgent, in no order, and returns
    // their number.
    int moves(Choice* out, int limit) const {
        const State& state = top();
        int count = 0;
        for (Cells rest = state.empty & ~less_urgent(state, limit); rest != 0; rest &= rest - 1) {
            const int cell = std::countr_zero(rest);
            const std::int32_t mine = gain(state.mine, state.theirs, cell);
            const std::int32_t theirs = gain(state.theirs, state.mine, cell);
            const int open = count_[around(state.empty, cell)];
            out[count++] = {urgency(mine, theirs, open, value_[cell]), mine,
                            encode(cell, (state.mine & around_[cell]) != 0)};
        }
        return count;
    }

    // The player to move wins no more, and no less, than this from here on, whatever is played: the empty cells
    // and all that lies next to one.
    Bounds bounds() const {
        const State& state = top();
        const Cells front = beside(state.empty);
        const std::int32_t open = sum(state.empty);
        return {-open - 2 * sum(state.mine & front), open + 2 * sum(state.theirs & front)};
    }

    // The value with `closed` plies to go, or less.
    Value close(Value beta) const {
        const State& state = top();
        switch (state.empties) {
            case 0:
                return 0;
            case 1:
                return gain(state.mine, state.theirs, std::countr_zero(state.empty));
            case 2:
                return last_two(state);
            default:
                return last_three(state, beta);
        }
    }

    Value evaluate() const {
        Features features(evaluation_.weights(top().empties));
        each_term(features);
        return features.total / Evaluation::unit;
    }

    // Measured: 54,000 for 14 empty cells, 300,000 for 16, 2 million for 18, 10 million for 20.
    double solving_nodes() const { return 3e5 * std::pow(2.5, top().empties - 16); }

    static int reduction(int i) { return late(i); }
    Value swing() const { return swing_; }
    static int width(int depth) { return few(depth); }

    // Calls term(class, value) for every term of the evaluation.
    template <class Term>
    void each_term(Term&& term) const {
        const State& state = top();
        const Cells mine_beside = beside(state.mine), theirs_beside = beside(state.theirs);
        Best mine, theirs;
        const Cells touched = state.empty & (mine_beside | theirs_beside);
        each_valuable(state.empty & ~touched, 2, [&](int cell) {
            mine.add(value_[cell]);
            theirs.add(value_[cell]);
        });
        for (Cells rest = touched; rest != 0; rest &= rest - 1) {
            const int cell = std::countr_zero(rest);
            mine.add(gain(state.mine, state.theirs, cell));
            theirs.add(gain(state.theirs, state.mine, cell));
            term(Evaluation::of_empty(mine_beside >> cell & 1, theirs_beside >> cell & 1,
                                      count_[around(state.empty, cell)]),
                 value_[cell]);
        }
        const Cells front = beside(state.empty);
        each_owned(term, false, state.mine & front, theirs_beside & state.empty);
        each_owned(term, true, state.theirs & front, mine_beside & state.empty);
        for (int rank = 0; rank < 2; ++rank) {
            term(Evaluation::of_tempo(false, rank), mine.gain[rank]);
            term(Evaluation::of_tempo(true, rank), theirs.gain[rank]);
        }
    }

private:
    struct Features {
        explicit Features(const std::int32_t* weights) : weight(weights) {}
        void operator()(int kind, std::int32_t value) { total += std::int64_t{weight[kind]} * value; }
        const std::int32_t* weight;
        std::int64_t total = 0;
    };

    // The two greatest.
    struct Best {
        std::int32_t gain[2] = {0, 0};
        void add(std::int32_t one) {
            if (one > gain[0]) {
                gain[1] = gain[0];
                gain[0] = one;
            } else if (one > gain[1]) {
                gain[1] = one;
            }
        }
    };

    // Calls visit(cell) for the `most` most valuable cells of a set.
    template <class Visit>
    void each_valuable(Cells set, int most, Visit&& visit) const {
        for (int i = 0; set != 0 && most > 0; ++i) {
            const int cell = by_value_[i];
            if (!(set >> cell & 1)) continue;
            set ^= Cells{1} << cell;
            --most;
            visit(cell);
        }
    }

    // Empty cells with nobody near of which `limit` others are worth more.
    Cells less_urgent(const State& state, int limit) const {
        if (limit >= state.empties) return 0;
        Cells untouched = state.empty & ~beside(state.mine | state.theirs);
        each_valuable(untouched, limit, [&](int cell) { untouched ^= Cells{1} << cell; });
        return untouched;
    }

    template <class Term>
    void each_owned(Term&& term, bool theirs, Cells owned, Cells dangerous) const {
        for (; owned != 0; owned &= owned - 1) {
            const int cell = std::countr_zero(owned);
            const int danger = count_[around(dangerous, cell)];
            term(Evaluation::of_owned(theirs, danger, count_[around(top().empty, cell)] - danger), value_[cell]);
        }
    }

    const State& top() const { return states_[at_]; }

    Cells beside(Cells set) const {
        return ((set << 1) & not_first_column_) | ((set >> 1) & not_last_column_) | ((set << size_) & board_) |
               set >> size_;
    }

    // Which of the cells around this one are in the set: see `pattern`.
    unsigned around(Cells set, int cell) const {
        return static_cast<unsigned>(std::rotr(set & around_[cell], cell - stride_) * multiplier_ >> 59);
    }

    std::int32_t gain(Cells own, Cells enemy, int cell) const {
        return gain_[cell][around((own & around_[cell]) != 0 ? enemy : 0, cell)];
    }

    // The position for the other player to move.
    State after(const State& state, int cell, bool raid) const {
        const Cells conquered = raid ? state.theirs & around_[cell] : 0;
        const Cells taken = Cells{1} << cell;
        return {state.theirs ^ conquered, state.mine | conquered | taken, state.empty ^ taken, state.empties - 1};
    }
    State after(const State& state, int cell) const {
        return after(state, cell, (state.mine & around_[cell]) != 0);
    }

    std::int32_t last_two(const State& state) const {
        const int a = std::countr_zero(state.empty), b = std::countr_zero(state.empty & (state.empty - 1));
        const State first = after(state, a), second = after(state, b);
        return std::max(gain(state.mine, state.theirs, a) - gain(first.mine, first.theirs, b),
                        gain(state.mine, state.theirs, b) - gain(second.mine, second.theirs, a));
    }

    Value last_three(const State& state, Value beta) const {
        int cell[3];
        std::int32_t gains[3];
        Cells rest = state.empty;
        for (int i = 0; i < 3; ++i, rest &= rest - 1) {
            cell[i] = std::countr_zero(rest);
            gains[i] = gain(state.mine, state.theirs, cell[i]);
        }
        for (int i = 1; i < 3; ++i) {  // the greatest gain first: it mostly is enough
            if (gains[i] > gains[0]) {
                std::swap(gains[i], gains[0]);
                std::swap(cell[i], cell[0]);
            }
        }
        Value best = -infinity;
        for (int i = 0; i < 3 && best < beta; ++i)
            best = std::max<Value>(best, gains[i] - last_two(after(state, cell[i])));
        return best;
    }

    // What the rest of the game depends on: the empty cells, and who owns the cells next to one. On up to 32 cells
    // that fits into the key, and all that is done to it can be undone: no two positions of a board share a key.
    std::uint64_t key_of(const State& state) const {
        const Cells front = state.mine & beside(state.empty);
        std::uint64_t key = cells_ <= 32
                                ? state.empty << 32 | front
                                : state.empty * 0x9E3779B97F4A7C15u ^ std::rotl(front * 0xC2B2AE3D27D4EB4Fu, 31);
        key = (key ^ salt_) * 0xD6E8FEB86659FD93u;
        key = (key ^ key >> 32) * 0xBF58476D1CE4E5B9u;
        return key ^ key >> 32;
    }

    std::int32_t sum(Cells set) const {
        std::int32_t sum = 0;
        for (int part = 0; part * 8 < cells_; ++part) sum += sum_[part][set >> part * 8 & 0xFF];
        return sum;
    }

    void fill_tables() {
        for (int subset = 0; subset < 16; ++subset) {
            const auto index = pattern::spread(subset, stride_) * multiplier_ >> 59;
            count_[index] = static_cast<std::int8_t>(std::popcount(static_cast<unsigned>(subset)));
            for (int cell = 0; cell < cells_; ++cell) {
                const Cells neighbours =
                    std::rotl(pattern::spread(subset, stride_), cell - stride_) & around_[cell];
                gain_[cell][index] = value_[cell];
                for (Cells rest = neighbours; rest != 0; rest &= rest - 1)
                    gain_[cell][index] += 2 * value_[std::countr_zero(rest)];
            }
        }
        for (int part = 0; part * 8 < cells_; ++part) {
            for (int set = 1; set < 256; ++set) {
                const int cell = part * 8 + std::countr_zero(static_cast<unsigned>(set));
                sum_[part][set] = sum_[part][set & (set - 1)] + value_[cell & 63];
            }
        }
    }

    int size_, cells_;
    int stride_;  // from a row to the next, where neighbours are told apart by it
    Cells multiplier_;
    Evaluation evaluation_;
    Cells board_ = 0, not_first_column_ = 0, not_last_column_ = 0;
    std::array<Cells, 64> around_{};
    std::array<std::int32_t, 64> value_{};
    std::array<std::int8_t, 64> by_value_{};  // the cells, the most valuable first
    Value swing_ = 1;
    std::uint64_t salt_ = 0;
    std::int32_t gain_[64][32] = {};  // by the enemies around, if there is a friend too
    std::int8_t count_[32] = {};
    std::int32_t sum_[8][256] = {};
    std::array<State, 65> states_;
    int at_ = 0;
};

}  // namespace outply::warfare
