// Warfare for the engine, on boards of up to 64 cells: the cells of a side are one 64-bit word.
//
// The sides of a state are the player to move and the opponent, so that positions that differ only in the names of
// the players are equal. Only the best move of each cell is generated: a Raid if it is legal, else a Stake
// (docs/theory.md proves that this is sufficient).
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <numeric>
#include <vector>

#include "search/game_rules.hpp"
#include "search/types.hpp"
#include "warfare/evaluation.hpp"
#include "warfare/magic.hpp"
#include "warfare/move_selection.hpp"
#include "warfare/position.hpp"
#include "warfare/solver.hpp"

namespace outply::warfare {

class SmallBoard {
    using Cells = std::uint64_t;

    struct State {
        Cells own, enemy, empty;  // own: of the player to move
        int empty_count;
    };

public:
    static constexpr int max_size = 8;
    static constexpr int endgame_plies = 3;
    static constexpr int min_reduction_depth = 2;
    static constexpr bool has_evaluated_moves = true;
    static constexpr bool has_captures = false;
    static constexpr bool uses_history = false;  // the gains suffice for move ordering
    static constexpr bool has_child_keys = true;

    SmallBoard(const Position& position, const Evaluation& evaluation)
        : size_(position.size),
          cells_(position.cells()),
          stride_(std::max(2, position.size)),
          multiplier_(magic::multipliers[stride_]),
          evaluation_(evaluation),
          solver_board_(std::make_shared<SolverBoard>(position)) {
        assert(size_ <= max_size);
        const Neighbours neighbours(size_);
        State& root = states_[0];
        root = {};
        std::uint64_t salt = static_cast<std::uint64_t>(size_);
        for (int cell = 0; cell < cells_; ++cell) {
            const Cells bit = Cells{1} << cell;
            const char owner = position.owners[cell];
            (owner == '.' ? root.empty : owner == position.to_move ? root.own : root.enemy) |= bit;
            if (cell % size_ != 0) not_first_column_ |= bit;
            if (cell % size_ != size_ - 1) not_last_column_ |= bit;
            all_cells_ |= bit;
            value_[cell] = position.values[cell];
            for (int i = 0; i < neighbours.of[cell].count; ++i)
                neighbour_mask_[cell] |= Cells{1} << neighbours.of[cell].cell[i];
            salt = (salt ^ static_cast<std::uint64_t>(value_[cell])) * 0x9E3779B97F4A7C15u;
            salt ^= salt >> 32;
        }
        key_salt_ = salt;
        root.empty_count = std::popcount(root.empty);
        fill_tables();
        scale_ = Evaluation::scale_of(position.values);
        for (int cell = 0; cell < cells_; ++cell) lanes_[cell] = Evaluation::scaled_values(position, cell, scale_);
        std::iota(by_value_.begin(), by_value_.end(), std::int8_t{0});
        std::stable_sort(by_value_.begin(), by_value_.begin() + cells_,
                         [&](int a, int b) { return value_[a] > value_[b]; });
        aspiration_delta_ = std::max(1, sum(all_cells_) / cells_ / 2);
        evaluation_deviation_ = std::max(1, root_mean_square(position.values) * 5 / 4);
    }

    // The search that solves the rest of the game, see AlphaBeta.
    struct SolverEvaluate {
        const SmallBoard* board;
        std::int32_t operator()(const SolverBoard::State& now, int plies) const {
            return static_cast<std::int32_t>(board->weighted_terms({now.own, now.enemy, now.empty, plies}) /
                                             Evaluation::weight_unit);
        }
    };
    template <class Check>
    using Solver = warfare::Solver<SolverEvaluate, Check>;
    SolverEvaluate solver_evaluate() const { return {this}; }
    const SolverBoard& solver_board() const { return *solver_board_; }
    SolverBoard::State solver_state() const { return {state().own, state().enemy, state().empty}; }
    Move best_move(int cell) const { return encode(cell, (state().own & neighbour_mask_[cell]) != 0); }

    int plies_left() const { return state().empty_count; }
    std::size_t move_stack_size() const { return 65 * 64 / 2; }
    bool is_over() const { return state().empty == 0; }
    std::uint64_t key() const { return key_of(state()); }
    std::uint64_t key_after(Move move) const { return key_of(after(state(), cell_of(move), is_raid(move))); }

    void play(Move move) {
        assert(is_legal(move));
        states_[ply_ + 1] = after(state(), cell_of(move), is_raid(move));
        ++ply_;
    }
    void undo() {
        assert(ply_ > 0);
        --ply_;
    }
    void reset() { ply_ = 0; }

    std::int32_t gain(Move move) const {
        return is_raid(move) ? gain(state().own, state().enemy, cell_of(move)) : value_[cell_of(move)];
    }

    // Accepts any number that the transposition table may return.
    bool is_legal(Move move) const {
        const int cell = cell_of(move);
        if (cell >= cells_ || !(state().empty >> cell & 1)) return false;
        return !is_raid(move) || (state().own & neighbour_mask_[cell]) != 0;
    }

    // In no particular order.
    int generate_moves(ScoredMove* out, int limit) const {
        const State& now = state();
        int count = 0;
        for (Cells rest = now.empty & ~low_priority_cells(now, limit); rest != 0; rest &= rest - 1) {
            const int cell = std::countr_zero(rest);
            const std::int32_t own_gain = gain(now.own, now.enemy, cell);
            const std::int32_t enemy_gain = gain(now.enemy, now.own, cell);
            const int empty_neighbours = subset_size_[neighbour_index(now.empty, cell)];
            out[count++] = {move_priority(own_gain, enemy_gain, empty_neighbours, value_[cell]), own_gain,
                            encode(cell, (now.own & neighbour_mask_[cell]) != 0)};
        }
        return count;
    }

    // At best, the player to move gets all empty cells and conquers all enemy cells next to one; at worst, the
    // opponent does.
    ValueBounds value_bounds() const {
        const State& now = state();
        const Cells frontier = neighbours(now.empty);
        const std::int32_t empty_sum = sum(now.empty);
        return {-empty_sum - 2 * sum(now.own & frontier), empty_sum + 2 * sum(now.enemy & frontier)};
    }

    Value solve_endgame(Value beta) const {
        const State& now = state();
        assert(now.empty_count <= endgame_plies);
        switch (now.empty_count) {
            case 0:
                return 0;
            case 1:
                return gain(now.own, now.enemy, std::countr_zero(now.empty));
            case 2:
                return last_two_plies(now);
            default:
                return last_three_plies(now, beta);
        }
    }

    Value evaluate() const { return weighted_terms(state()) / Evaluation::weight_unit; }

    // The priority of a move by the evaluation after it.
    std::int32_t evaluated_priority(const ScoredMove& move) const {
        return Evaluation::priority(move.gain,
                                    weighted_terms(after(state(), cell_of(move.move), is_raid(move.move))));
    }

    // Measured on 6 x 6: 47,000 nodes for 14 empty cells, 240,000 for 16, 1.2 million for 18.
    double estimated_solve_nodes() const { return 2.4e5 * std::pow(2.3, state().empty_count - 16); }

    static int reduction(int i) { return late_move_reduction(i); }
    static int move_limit(int depth) { return late_move_limit(depth); }
    Value aspiration_delta() const { return aspiration_delta_; }

    // The standard deviation of the evaluation from the value at the end of the game: 1.25 times the root mean
    // square of the values of the cells. On boards of 5 x 5 to 8 x 8 with values of seven distributions and 7 to
    // 13 empty cells, the factor is 0.9 to 1.7.
    std::int32_t evaluation_deviation() const { return evaluation_deviation_; }

private:
    static_assert(std::endian::native == std::endian::little);  // for the order of the codes in a row
    static constexpr std::uint64_t off_board_row = 0x0101010101010101u * code::off_board;

    struct BestTwo {
        std::int32_t gain[2] = {0, 0};
        void add(std::int32_t candidate) {
            if (candidate > gain[0]) {
                gain[1] = gain[0];
                gain[0] = candidate;
            } else if (candidate > gain[1]) {
                gain[1] = candidate;
            }
        }
    };

    // Calls visit(cell) for the `count` most valuable of the cells.
    template <class Visit>
    void each_most_valuable(Cells cells, int count, Visit&& visit) const {
        for (int i = 0; cells != 0 && count > 0; ++i) {
            const int cell = by_value_[i];
            if (!(cells >> cell & 1)) continue;
            cells ^= Cells{1} << cell;
            --count;
            visit(cell);
        }
    }

    // Empty cells without owned neighbours that cannot be among the `limit` best moves, because that many others
    // of the same kind are worth more.
    Cells low_priority_cells(const State& now, int limit) const {
        if (limit >= now.empty_count) return 0;
        Cells isolated = now.empty & ~neighbours(now.own | now.enemy);
        each_most_valuable(isolated, limit, [&](int cell) { isolated ^= Cells{1} << cell; });
        return isolated;
    }

    // The evaluation in units of 1 / weight_unit.
    std::int64_t weighted_terms(const State& now) const {
        const Cells raids = now.empty & neighbours(now.own), enemy_raids = now.empty & neighbours(now.enemy);
        return pattern_sum(now, raids, enemy_raids) + tempo_sum(now, raids | enemy_raids);
    }

    // The weighted sum of the patterns, times the scale of the values. `raids` and `enemy_raids` are the empty
    // cells that the player to move and the opponent can raid.
    std::int64_t pattern_sum(const State& now, Cells raids, Cells enemy_raids) const {
        // The codes of each row, one in a byte, between two rows off the board.
        std::array<std::uint64_t, max_size + 2> rows;
        rows[0] = rows[size_ + 1] = off_board_row;
        for (int row = 0; row < size_; ++row) {
            const int shift = row * size_;
            rows[row + 1] = beyond_last_column_ + bytes_of(now.enemy >> shift) +
                            2 * (bytes_of(now.empty >> shift) + bytes_of(raids >> shift)) +
                            bytes_of(enemy_raids >> shift);
        }
        std::array<std::uint16_t, 64 + max_size> index;
        for (int row = 0; row < size_; ++row) number_patterns(&rows[row + 1], &index[row * size_]);
        return std::int64_t{
                   Evaluation::dot_sum(evaluation_.patterns(now.empty_count), index.data(), lanes_.data(), cells_)}
               << scale_;
    }

    // Writes the numbers of the patterns of eight cells. `row` points to the codes of their row, between those of
    // the rows above and below.
    static void number_patterns(const std::uint64_t* row, std::uint16_t* index) {
        using Bytes = std::array<std::uint8_t, 8>;
        const auto above = std::bit_cast<Bytes>(row[-1]), below = std::bit_cast<Bytes>(row[1]);
        const auto here = std::bit_cast<Bytes>(row[0]);
        const auto left = std::bit_cast<Bytes>(row[0] << 8 | code::off_board);
        const auto right = std::bit_cast<Bytes>(row[0] >> 8 | std::uint64_t{code::off_board} << 56);
        std::array<std::uint16_t, 8> numbers;
        for (int i = 0; i < 8; ++i)
            numbers[i] = static_cast<std::uint16_t>(pattern::contents(here[i]) * pattern::place[0] +
                                                    above[i] * pattern::place[1] + right[i] * pattern::place[2] +
                                                    below[i] * pattern::place[3] + left[i] * pattern::place[4]);
        std::memcpy(index, numbers.data(), sizeof numbers);
    }

    // The weighted sum of the best two gains of each side. `contact` are the empty cells with owned neighbours.
    std::int64_t tempo_sum(const State& now, Cells contact) const {
        BestTwo own_gains, enemy_gains;
        each_most_valuable(now.empty & ~contact, 2, [&](int cell) {
            own_gains.add(value_[cell]);
            enemy_gains.add(value_[cell]);
        });
        for (Cells rest = contact; rest != 0; rest &= rest - 1) {
            const int cell = std::countr_zero(rest);
            own_gains.add(gain(now.own, now.enemy, cell));
            enemy_gains.add(gain(now.enemy, now.own, cell));
        }
        std::int64_t sum = 0;
        for (int rank = 0; rank < 2; ++rank) {
            sum += std::int64_t{evaluation_.tempo(now.empty_count, false, rank)} * own_gains.gain[rank];
            sum += std::int64_t{evaluation_.tempo(now.empty_count, true, rank)} * enemy_gains.gain[rank];
        }
        return sum;
    }

    // The first eight bits of a row as bytes of 0 or 1.
    std::uint64_t bytes_of(Cells row) const { return bytes_[row & row_mask_]; }

    const State& state() const { return states_[ply_]; }

    Cells neighbours(Cells cells) const {
        return ((cells << 1) & not_first_column_) | ((cells >> 1) & not_last_column_) |
               ((cells << size_) & all_cells_) | cells >> size_;
    }

    // The index (see `magic`) of the neighbours of the cell that are in `cells`.
    unsigned neighbour_index(Cells cells, int cell) const {
        return static_cast<unsigned>(std::rotr(cells & neighbour_mask_[cell], cell - stride_) * multiplier_ >> 59);
    }

    std::int32_t gain(Cells own, Cells enemy, int cell) const {
        return gain_[cell][neighbour_index((own & neighbour_mask_[cell]) != 0 ? enemy : 0, cell)];
    }

    // The state after a move, with the other player to move.
    State after(const State& now, int cell, bool raid) const {
        const Cells conquered = raid ? now.enemy & neighbour_mask_[cell] : 0;
        const Cells bit = Cells{1} << cell;
        return {now.enemy ^ conquered, now.own | conquered | bit, now.empty ^ bit, now.empty_count - 1};
    }
    State after(const State& now, int cell) const {
        return after(now, cell, (now.own & neighbour_mask_[cell]) != 0);
    }

    std::int32_t last_two_plies(const State& now) const {
        const int a = std::countr_zero(now.empty), b = std::countr_zero(now.empty & (now.empty - 1));
        const State after_a = after(now, a), after_b = after(now, b);
        return std::max(gain(now.own, now.enemy, a) - gain(after_a.own, after_a.enemy, b),
                        gain(now.own, now.enemy, b) - gain(after_b.own, after_b.enemy, a));
    }

    Value last_three_plies(const State& now, Value beta) const {
        int cell[3];
        std::int32_t gains[3];
        Cells rest = now.empty;
        for (int i = 0; i < 3; ++i, rest &= rest - 1) {
            cell[i] = std::countr_zero(rest);
            gains[i] = gain(now.own, now.enemy, cell[i]);
        }
        for (int i = 1; i < 3; ++i) {  // the greatest gain first: it mostly causes a cutoff
            if (gains[i] > gains[0]) {
                std::swap(gains[i], gains[0]);
                std::swap(cell[i], cell[0]);
            }
        }
        Value best = -infinity;
        for (int i = 0; i < 3 && best < beta; ++i)
            best = std::max<Value>(best, gains[i] - last_two_plies(after(now, cell[i])));
        return best;
    }

    // The rest of the game depends on the empty cells and the owners of the cells next to one. On up to 32 cells
    // these fit into the key, and every step of the mixing is invertible: no two positions of a board share a key.
    std::uint64_t key_of(const State& now) const {
        const Cells frontier = now.own & neighbours(now.empty);
        std::uint64_t key = cells_ <= 32
                                ? now.empty << 32 | frontier
                                : now.empty * 0x9E3779B97F4A7C15u ^ std::rotl(frontier * 0xC2B2AE3D27D4EB4Fu, 31);
        key = (key ^ key_salt_) * 0xD6E8FEB86659FD93u;
        key = (key ^ key >> 32) * 0xBF58476D1CE4E5B9u;
        return key ^ key >> 32;
    }

    static std::int32_t root_mean_square(const std::vector<std::int32_t>& values) {
        std::int64_t sum = 0;
        for (const std::int64_t value : values) sum += value * value;
        const std::int64_t mean = sum / static_cast<std::int64_t>(values.size());
        std::int64_t root = 0;
        for (std::int64_t bit = std::int64_t{1} << 20; bit != 0; bit >>= 1) {
            if ((root + bit) * (root + bit) <= mean) root += bit;
        }
        return static_cast<std::int32_t>(root);
    }

    std::int32_t sum(Cells cells) const {
        std::int32_t sum = 0;
        for (int byte = 0; byte * 8 < cells_; ++byte) sum += byte_sum_[byte][cells >> byte * 8 & 0xFF];
        return sum;
    }

    void fill_tables() {
        for (int subset = 0; subset < 16; ++subset) {
            const auto index = magic::neighbour_bits(subset, stride_) * multiplier_ >> 59;
            subset_size_[index] = static_cast<std::int8_t>(std::popcount(static_cast<unsigned>(subset)));
            for (int cell = 0; cell < cells_; ++cell) {
                const Cells enemies =
                    std::rotl(magic::neighbour_bits(subset, stride_), cell - stride_) & neighbour_mask_[cell];
                gain_[cell][index] = value_[cell];
                for (Cells rest = enemies; rest != 0; rest &= rest - 1)
                    gain_[cell][index] += 2 * value_[std::countr_zero(rest)];
            }
        }
        row_mask_ = (Cells{1} << size_) - 1;
        for (int column = size_; column < max_size; ++column)
            beyond_last_column_ |= std::uint64_t{code::off_board} << column * 8;
        for (int bits = 0; bits < 256; ++bits) {
            for (int column = 0; column < 8; ++column)
                bytes_[bits] |= static_cast<std::uint64_t>(bits >> column & 1) << column * 8;
        }
        for (int byte = 0; byte * 8 < cells_; ++byte) {
            for (int bits = 1; bits < 256; ++bits) {
                const int cell = byte * 8 + std::countr_zero(static_cast<unsigned>(bits));
                byte_sum_[byte][bits] = byte_sum_[byte][bits & (bits - 1)] + value_[cell & 63];
            }
        }
    }

    int size_, cells_;
    int stride_;  // the distance between rows in `magic`: at least 2
    Cells multiplier_;
    Evaluation evaluation_;
    std::shared_ptr<const SolverBoard> solver_board_;
    Cells all_cells_ = 0, not_first_column_ = 0, not_last_column_ = 0;
    std::array<Cells, 64> neighbour_mask_{};
    std::array<std::int32_t, 64> value_{};
    std::array<std::int8_t, 64> by_value_{};  // the cells, the most valuable first
    Value aspiration_delta_ = 1;
    std::int32_t evaluation_deviation_ = 1;
    std::uint64_t key_salt_ = 0;          // makes the keys of different boards different
    std::int32_t gain_[64][32] = {};      // by cell and index of the enemy neighbours, with an own neighbour
    std::int8_t subset_size_[32] = {};    // by index
    std::int32_t byte_sum_[8][256] = {};  // the values of the cells of each byte
    Cells row_mask_ = 0;
    std::uint64_t beyond_last_column_ = 0;  // in the codes of a row
    std::array<std::uint64_t, 256> bytes_{};
    std::array<Evaluation::Lanes, 64> lanes_;  // by cell: the scaled values of its pattern
    int scale_ = 0;                            // see Evaluation::scale_of
    std::array<State, 65> states_;             // from the root to the current position
    int ply_ = 0;
};

static_assert(EngineRules<SmallBoard>);

}  // namespace outply::warfare
