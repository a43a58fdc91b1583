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
    static constexpr int min_reduction_depth = 2;
    static constexpr bool has_evaluated_moves = true;
    static constexpr bool has_captures = false;
    static constexpr bool uses_history = false;  // the gains suffice for move ordering
    static constexpr bool has_child_keys = false;

    LargeBoard(const Position& position, const Evaluation& evaluation)
        : board_(position),
          evaluation_(evaluation),
          root_empty_count_(board_.empty_count()),
          affected_(position.cells()),
          stride_(position.size + 2),
          scale_(Evaluation::scale_of(position.values)),
          code_(static_cast<std::size_t>(stride_) * stride_, code::off_board),
          stamp_(static_cast<std::size_t>(position.cells()), 0),
          lanes_(static_cast<std::size_t>(position.cells())),
          term_(static_cast<std::size_t>(position.cells())) {
        Value sum = 0;
        for (int cell = 0; cell < board_.cells(); ++cell) {
            sum += position.values[cell];
            key_salt_ = (key_salt_ ^ static_cast<std::uint64_t>(position.values[cell])) * 0x9E3779B97F4A7C15u;
            key_salt_ ^= key_salt_ >> 32;
            if (board_.is_empty(cell)) root_empty_cells_.push_back(static_cast<std::int16_t>(cell));
            lanes_[cell] = Evaluation::scaled_values(position, cell, scale_);
            code_[padded(cell)] = current_code(cell);
        }
        for (int cell = 0; cell < board_.cells(); ++cell) update_term(cell);
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
        steps_.push_back({played, old_codes_.size(), old_terms_.size()});
        ++now_;
        update_code(played.cell);
        for (int i = 0; i < played.conquered_count; ++i) update_code(played.conquered[i]);
        board_.each_affected(played, [this](int cell) { update_code(cell); });
        for (std::size_t i = steps_.back().old_terms_size; i < old_terms_.size(); ++i)
            update_term(old_terms_[i].cell);
        side_ = !side_;
    }

    void undo() {
        assert(!steps_.empty());
        side_ = !side_;
        const Step step = steps_.back();
        steps_.pop_back();
        board_.undo(side_, step.move);
        for (; old_codes_.size() > step.old_codes_size; old_codes_.pop_back())
            code_[padded(old_codes_.back().cell)] = old_codes_.back().code;
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

    Value evaluate() { return weighted_terms() / Evaluation::weight_unit; }

    // The priority of a move by the evaluation after it. Requires a call of `generate_moves` for this position.
    std::int32_t evaluated_priority(const ScoredMove& move) {
        play(move.move);
        const std::int64_t after = weighted_terms();
        undo();
        return Evaluation::priority(move.gain, after);
    }

private:
    // The evaluation in units of 1 / weight_unit.
    std::int64_t weighted_terms() {
        std::int64_t total = total_[side_] << scale_;
        for (int other = 0; other < 2; ++other) {
            const auto best = best_two_gains(side_ ^ other);
            for (int rank = 0; rank < 2; ++rank)
                total += std::int64_t{evaluation_.tempo(board_.empty_count(), other, rank)} * best[rank];
        }
        return total;
    }

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
        std::size_t old_codes_size, old_terms_size;  // before the move
    };
    struct OldCode {
        int cell;
        std::uint8_t code;
    };
    struct OldTerm {
        int cell;
        std::array<std::int32_t, 2> term;
    };

    int padded(int cell) const { return (cell / board_.size() + 1) * stride_ + cell % board_.size() + 1; }

    // What side 0 sees on a cell.
    std::uint8_t current_code(int cell) const {
        if (!board_.is_empty(cell)) return board_.owner(cell) == 0 ? code::own : code::enemy;
        return static_cast<std::uint8_t>(code::empty + board_.is_raidable(0, cell) * code::own_can_raid +
                                         board_.is_raidable(1, cell) * code::enemy_can_raid);
    }

    // Updates the code of a cell, and lists the cells whose patterns contain it in `old_terms_`, each once in a
    // move.
    void update_code(int cell) {
        std::uint8_t& stored = code_[padded(cell)];
        const std::uint8_t current = current_code(cell);
        if (stored == current) return;
        old_codes_.push_back({cell, stored});
        stored = current;
        list_term(cell);
        for (const int next : board_.neighbours(cell)) list_term(next);
    }

    void list_term(int cell) {
        if (stamp_[cell] == now_) return;
        stamp_[cell] = now_;
        old_terms_.push_back({cell, term_[cell]});
    }

    // Updates the terms of a cell's pattern, as seen by each side if it is to move.
    void update_term(int cell) {
        const int at = padded(cell);
        const std::array<int, pattern::cells> cells = {at, at - stride_, at + 1, at + stride_, at - 1};
        for (int view = 0; view < 2; ++view) {
            int number = 0;
            for (int i = 0; i < pattern::cells; ++i) number += digit_value[view][i][code_[cells[i]]];
            // The side to move determines the parity of the number of empty cells.
            const std::int32_t term =
                Evaluation::dot(evaluation_.patterns(root_empty_count_ + view)[number], lanes_[cell]);
            total_[view] += term - term_[cell][view];
            term_[cell][view] = term;
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
        if (steps_.empty()) return {best_gains_[0].gain(side, 0), best_gains_[0].gain(side, 1)};
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

    // By view, place in the pattern and code that side 0 sees: the value of the digit in the pattern's number.
    using DigitValues = std::array<std::array<std::array<std::int16_t, code::count>, pattern::cells>, 2>;
    static constexpr DigitValues digit_value = [] {
        DigitValues values{};
        constexpr std::uint8_t seen_by_other[code::count] = {code::enemy, code::own, 2, 4, 3, 5, code::off_board};
        for (int i = 0; i < pattern::cells; ++i) {
            for (std::uint8_t seen = 0; seen < code::count; ++seen) {
                for (int view = 0; view < 2; ++view) {
                    const std::uint8_t digit = view == 0 ? seen : seen_by_other[seen];
                    values[view][i][seen] =
                        static_cast<std::int16_t>((i == 0 ? pattern::contents(digit) : digit) * pattern::place[i]);
                }
            }
        }
        return values;
    }();

    IncrementalBoard board_;
    Evaluation evaluation_;
    int root_empty_count_;
    int side_ = 0;                // to move
    std::uint64_t key_salt_ = 0;  // makes the keys of different boards different
    Value aspiration_delta_ = 1;
    std::vector<std::int16_t> root_empty_cells_;  // the most valuable first
    AffectedCells affected_;
    std::vector<BestGains> best_gains_;  // by ply; filled in by generate_moves
    int stride_;                         // the distance between rows in `code_`
    int scale_;                          // see Evaluation::scale_of
    std::vector<std::uint8_t> code_;     // by padded cell: what side 0 sees there
    std::vector<std::uint64_t> stamp_;   // by cell: the move that updated its term last
    std::uint64_t now_ = 0;
    std::vector<Evaluation::Lanes> lanes_;           // by cell: the scaled values of its pattern
    std::vector<std::array<std::int32_t, 2>> term_;  // by cell and side to move: the term of its pattern
    std::int64_t total_[2] = {0, 0};                 // of the terms, by side to move
    std::vector<Step> steps_;                        // from the root to the current position
    std::vector<OldCode> old_codes_;                 // for undo
    std::vector<OldTerm> old_terms_;
};

static_assert(EngineRules<LargeBoard>);

}  // namespace outply::warfare
