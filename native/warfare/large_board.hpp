// Warfare for the engine, on boards of more than 64 cells: gains and evaluation are updated with each move, so
// that the cost of a node hardly grows with the board.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "search/game_rules.hpp"
#include "search/types.hpp"
#include "warfare/evaluation.hpp"
#include "warfare/gain_ranking.hpp"
#include "warfare/incremental_board.hpp"
#include "warfare/move_selection.hpp"
#include "warfare/position.hpp"

namespace outply::warfare {

class LargeBoard {
public:
    static constexpr int endgame_plies = 0;
    static constexpr bool has_captures = false;
    static constexpr bool uses_history = false;  // the gains suffice for move ordering
    static constexpr bool has_child_keys = false;

    LargeBoard(const Position& position, const Evaluation& evaluation)
        : board_(position),
          evaluation_(evaluation),
          root_empty_count_(board_.empty_count()),
          affected_(position.cells()),
          stamp_(static_cast<std::size_t>(position.cells()), 0),
          term_(static_cast<std::size_t>(position.cells())),
          nearby_(static_cast<std::size_t>(position.cells())) {
        Value sum = 0;
        for (int cell = 0; cell < board_.cells(); ++cell) {
            sum += position.values[cell];
            key_salt_ = (key_salt_ ^ static_cast<std::uint64_t>(position.values[cell])) * 0x9E3779B97F4A7C15u;
            key_salt_ ^= key_salt_ >> 32;
            if (board_.is_empty(cell)) root_empty_cells_.push_back(static_cast<std::int16_t>(cell));
            find_nearby(cell);
            update_term(cell);
        }
        std::stable_sort(root_empty_cells_.begin(), root_empty_cells_.end(),
                         [&](int a, int b) { return board_.value(a) > board_.value(b); });
        aspiration_delta_ = std::max<Value>(1, sum / board_.cells() / 2);
        best_gains_.resize(root_empty_cells_.size() + 1);
        find_best_gains_of_root();
    }

    int plies_left() const { return board_.empty_count(); }
    bool is_over() const { return board_.empty_count() == 0; }
    std::size_t move_stack_size() const { return root_empty_cells_.size() * (root_empty_cells_.size() + 1) / 2; }
    std::uint64_t key() const { return board_.key().check ^ key_salt_ ^ (side_ ? 0x5851F42D4C957F2Du : 0); }

    // Extrapolated from small boards; a node costs more here.
    double estimated_solve_nodes() const { return 1e6 * std::pow(2.5, board_.empty_count() - 16); }
    static int reduction(int i) { return late_move_reduction(i); }
    static int move_limit(int depth) { return late_move_limit(depth); }
    Value aspiration_delta() const { return aspiration_delta_; }

    // Accepts any number that the transposition table may return.
    bool is_legal(Move move) const {
        const int cell = cell_of(move);
        return cell < board_.cells() && board_.is_empty(cell) &&
               (!is_raid(move) || board_.is_raidable(side_, cell));
    }

    std::int32_t gain(Move move) const {
        return is_raid(move) ? board_.gain(side_, cell_of(move)) : board_.value(cell_of(move));
    }

    void play(Move move) {
        assert(is_legal(move));
        const IncrementalBoard::PlayedMove played = board_.play(side_, cell_of(move), is_raid(move));
        steps_.push_back({played, old_terms_.size()});
        ++now_;
        update_nearby_terms(played.cell);
        for (int i = 0; i < played.conquered_count; ++i) update_nearby_terms(played.conquered[i]);
        side_ = !side_;
    }

    void undo() {
        assert(!steps_.empty());
        side_ = !side_;
        const Step step = steps_.back();
        steps_.pop_back();
        board_.undo(side_, step.move);
        for (; old_terms_.size() > step.old_terms_size; old_terms_.pop_back()) {
            const OldTerm& old = old_terms_.back();
            for (int view = 0; view < 2; ++view) total_[view] += old.term[view] - term_[old.cell][view];
            term_[old.cell] = old.term;
        }
    }

    void reset() {
        while (!steps_.empty()) undo();
    }

    // The `limit` moves with the highest priority, in that order.
    int generate_moves(ScoredMove* out, int limit) {
        BestGains& best_gains = best_gains_[steps_.size()];
        best_gains.clear();
        int count = 0;
        int isolated = 0;  // cells without owned neighbours
        for (const int cell : root_empty_cells_) {
            if (!board_.is_empty(cell)) continue;
            // The cells come by falling value, and of two isolated cells, the more valuable one has priority.
            if (!board_.is_raidable(0, cell) && !board_.is_raidable(1, cell) &&
                isolated++ >= std::max(limit, BestGains::max_count))
                continue;
            const std::int32_t own_gain = board_.gain(side_, cell), enemy_gain = board_.gain(!side_, cell);
            best_gains.add(side_, own_gain, cell);
            best_gains.add(!side_, enemy_gain, cell);
            const std::int32_t priority =
                move_priority(own_gain, enemy_gain, board_.empty_neighbours(cell), board_.value(cell));
            if (count == limit && priority <= out[count - 1].priority) continue;
            int at = count < limit ? count++ : count - 1;
            for (; at > 0 && out[at - 1].priority < priority; --at) out[at] = out[at - 1];
            out[at] = {priority, own_gain, encode(cell, board_.is_raidable(side_, cell))};
        }
        return count;
    }

    ValueBounds value_bounds() const { return {-infinity, infinity}; }
    Value solve_endgame(Value) const { return 0; }

    Value evaluate() {
        const std::int32_t* weights = weights_for(side_);
        std::int64_t total = total_[side_];
        for (int other = 0; other < 2; ++other) {
            const auto best = best_two_gains(side_ ^ other);
            for (int rank = 0; rank < 2; ++rank)
                total += std::int64_t{weights[Evaluation::tempo_class(other, rank)]} * best[rank];
        }
        return total / Evaluation::weight_unit;
    }

    // Calls term(class, value) for every term of the evaluation of the root.
    template <class Term>
    void each_term(Term&& term) {
        assert(steps_.empty());
        for (int cell = 0; cell < board_.cells(); ++cell) {
            const int index = class_of(cell, side_);
            if (index >= 0) term(index, board_.value(cell));
        }
        find_best_gains_of_root();
        for (int other = 0; other < 2; ++other) {
            for (int rank = 0; rank < 2; ++rank)
                term(Evaluation::tempo_class(other, rank), best_gains_[0].gain(side_ ^ other, rank));
        }
    }

private:
    // The best gains of each side: enough of them that any move leaves two unaffected.
    struct BestGains {
        static constexpr int max_count = AffectedCells::max_others + 3;
        RankedCell best[2][max_count + 1];
        int count[2] = {0, 0};

        std::int32_t gain(int side, int rank) const { return rank < count[side] ? best[side][rank].gain() : 0; }
        void clear() { count[0] = count[1] = 0; }
        void add(int side, std::int32_t gain, int cell) {
            const RankedCell ranked(gain, cell);
            if (count[side] == max_count && !ranked.better_than(best[side][max_count - 1])) return;
            int at = count[side] < max_count ? count[side]++ : max_count - 1;
            for (; at > 0 && ranked.better_than(best[side][at - 1]); --at) best[side][at] = best[side][at - 1];
            best[side][at] = ranked;
        }
    };

    struct Step {
        IncrementalBoard::PlayedMove move;
        std::size_t old_terms_size;  // before the move
    };
    struct OldTerm {
        int cell;
        std::array<std::int64_t, 2> term;
    };

    // The class of a cell if side `view` is to move, or -1 for a settled cell.
    int class_of(int cell, int view) const {
        if (board_.is_empty(cell))
            return Evaluation::empty_class(board_.is_raidable(view, cell), board_.is_raidable(!view, cell),
                                           board_.empty_neighbours(cell));
        if (board_.empty_neighbours(cell) == 0) return -1;
        const int owner = board_.owner(cell);
        int dangerous = 0;
        for (const int next : board_.neighbours(cell))
            dangerous += board_.is_empty(next) && board_.is_raidable(!owner, next);
        return Evaluation::owned_class(owner != view, dangerous, board_.empty_neighbours(cell) - dangerous);
    }

    void find_nearby(int cell) {
        const int size = board_.size(), row = cell / size, column = cell % size;
        for (int r = std::max(0, row - 2); r <= std::min(size - 1, row + 2); ++r) {
            const int reach = 2 - std::abs(r - row);
            for (int c = std::max(0, column - reach); c <= std::min(size - 1, column + reach); ++c)
                nearby_[cell].push_back(static_cast<std::int16_t>(r * size + c));
        }
    }

    // The weights if side `view` is to move, which also determines the parity of the number of empty cells.
    const std::int32_t* weights_for(int view) const { return evaluation_.weights(root_empty_count_ + view); }

    void update_term(int cell) {
        for (int view = 0; view < 2; ++view) {
            const int index = class_of(cell, view);
            const std::int64_t term = index < 0 ? 0 : std::int64_t{weights_for(view)[index]} * board_.value(cell);
            total_[view] += term - term_[cell][view];
            term_[cell][view] = term;
        }
    }

    // Updates the terms of the cells near one that has changed, each cell once in a move.
    void update_nearby_terms(int changed) {
        for (const int cell : nearby_[changed]) {
            if (stamp_[cell] == now_) continue;
            stamp_[cell] = now_;
            old_terms_.push_back({cell, term_[cell]});
            update_term(cell);
        }
    }

    void find_best_gains_of_root() {
        best_gains_[0].clear();
        for (const int cell : root_empty_cells_) {
            for (int side = 0; side < 2; ++side) best_gains_[0].add(side, board_.gain(side, cell), cell);
        }
    }

    // The two best gains of a side, from the best gains before the last move.
    std::array<std::int32_t, 2> best_two_gains(int side) {
        assert(!steps_.empty());
        std::array<std::int32_t, 2> best{0, 0};
        const auto add = [&best](std::int32_t gain) {
            if (gain > best[0]) {
                best = {gain, best[0]};
            } else if (gain > best[1]) {
                best[1] = gain;
            }
        };
        const BestGains& before = best_gains_[steps_.size() - 1];
        affected_.assign(board_, steps_.back().move);
        for (const int cell : affected_) add(board_.gain(side, cell));
        for (int i = 0, unaffected = 0; i < before.count[side] && unaffected < 2; ++i) {
            const RankedCell ranked = before.best[side][i];
            if (affected_.contains(ranked.cell())) continue;
            add(ranked.gain());
            ++unaffected;
        }
        return best;
    }

    IncrementalBoard board_;
    Evaluation evaluation_;
    int root_empty_count_;
    int side_ = 0;                // to move
    std::uint64_t key_salt_ = 0;  // makes the keys of different boards different
    Value aspiration_delta_ = 1;
    std::vector<std::int16_t> root_empty_cells_;  // the most valuable first
    AffectedCells affected_;
    std::vector<BestGains> best_gains_;  // by ply; filled in by generate_moves
    std::vector<std::uint64_t> stamp_;   // by cell: the move that updated its term last
    std::uint64_t now_ = 0;
    std::vector<std::array<std::int64_t, 2>> term_;  // by cell and side to move: the term of the evaluation
    std::int64_t total_[2] = {0, 0};                 // of the terms, by side to move
    std::vector<std::vector<std::int16_t>> nearby_;  // by cell: the cells at distance 2 or less
    std::vector<Step> steps_;                        // from the root to the current position
    std::vector<OldTerm> old_terms_;                 // for undo
};

static_assert(EngineRules<LargeBoard>);

}  // namespace outply::warfare
