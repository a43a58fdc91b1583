// Solves Warfare to the end of the game on boards of up to 64 cells.
#pragma once

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstdint>
#include <utility>

#include "search/bounds_table.hpp"
#include "search/busy_moves.hpp"
#include "search/transposition_table.hpp"
#include "warfare/solver_board.hpp"

namespace outply::warfare {

// The search of one thread: principal variation search to the end of the game, with a table of bounds and enhanced
// transposition cutoffs. docs/engine.md has the effect of each technique.
//
// `Evaluate` estimates the value of a state with a number of empty cells. `Check` is called with the number of
// nodes so far and returns the number at which it is to be called again; `Check::require_running` is called more
// often. Both end the search by an exception.
template <class Evaluate, class Check>
class Solver {
public:
    using State = SolverBoard::State;
    using Cells = SolverBoard::Cells;

    struct Tables {
        BoundsTable &exact, &selective;   // of the exact and of the selective search
        BoundsTable& endgame;             // of the last plies of both, which are always exact
        const TranspositionTable& hints;  // the best moves of the iterations
    };

    // `busy_moves` is null with one thread.
    Solver(const SolverBoard& board, const Tables& tables, BusyMoves* busy_moves, Evaluate evaluate, Check check)
        : board_(board),
          tables_(tables),
          busy_moves_(busy_moves),
          evaluate_(std::move(evaluate)),
          check_(std::move(check)) {}

    // Makes the search selective (ProbCut, Buro 1995): a position whose evaluation lies outside a null window by
    // `margin` is not searched. A margin of 0 makes the search exact again. The best moves of one margin are
    // searched first with the next.
    void set_margin(std::int32_t margin) {
        assert(margin >= 0);
        if (margin == margin_) return;
        hint_salt_ = selective_salt_;
        margin_ = margin;
        if (margin != 0) selective_salt_ = static_cast<std::uint64_t>(margin) * 0x9E3779B97F4A7C15u;
    }

    std::uint64_t nodes() const { return nodes_; }

    // Makes the next search call `Check` at this number of nodes.
    void set_next_check(std::uint64_t nodes) { next_check_ = nodes; }

    // Returns the cell of a move that reaches the value of the state, which `search` has returned.
    int best_cell(const State& now, int plies, std::int32_t value) {
        BoundsTable::Entry entry;
        if (plies > 4) table_at(plies).probe(key_of(now, board_.neighbours(now.empty), plies), entry);
        for (Cells rest = now.empty; rest != 0; rest &= rest - 1) {
            // The cell of the table first.
            const Cells tried = entry.cell >= 0 && (now.empty >> entry.cell & 1) != 0 && rest == now.empty
                                    ? Cells{1} << entry.cell
                                    : rest & -rest;
            if (is_best(now, plies, value, std::countr_zero(tried))) return std::countr_zero(tried);
            if (tried != (rest & -rest) && is_best(now, plies, value, std::countr_zero(rest)))
                return std::countr_zero(rest);
        }
        assert(false);
        return std::countr_zero(now.empty);
    }

    // Returns the cell of the best move in the tables, or -1.
    int table_cell(const State& now, int plies) {
        BoundsTable::Entry entry;
        if (plies > 4) table_at(plies).probe(key_of(now, board_.neighbours(now.empty), plies), entry);
        return entry.cell;
    }

    // Returns the score that the player to move still gains: exact if it lies between alpha and beta, otherwise a
    // bound. `is_cut_expected`: whether the value is expected to reach beta.
    std::int32_t search(const State& now, int plies, std::int32_t alpha, std::int32_t beta, bool is_cut_expected) {
        assert(alpha < beta && std::popcount(now.empty) == plies);
        ++nodes_;
        if (plies <= 4) return last_plies(now, plies, beta);
        check_.require_running();
        if (nodes_ >= next_check_) next_check_ = check_(nodes_);

        // Step 1. Table lookup. Near the end of the game, a small table is used that stays in the cache.
        const SolverBoard::Surroundings around = board_.surroundings(now.empty);
        const std::uint64_t key = key_of(now, around.frontier, plies);
        BoundsTable& table = table_at(plies);
        BoundsTable::Entry entry;
        bool needs_hint = false;
        if (table.probe(key, entry)) {
            if (entry.lower >= beta || entry.lower == entry.upper) return entry.lower;
            if (entry.upper <= alpha) return entry.upper;
        } else if (plies >= min_hint_plies) {
            needs_hint = true;
            prefetch_hint(now, around.frontier);
        }

        // Step 2. ProbCut.
        if (margin_ != 0 && plies >= min_selective_plies && beta == alpha + 1) {
            const std::int32_t estimate = evaluate_(now, plies);
            if (estimate - margin_ >= beta) return estimate - margin_;
            if (estimate + margin_ <= alpha) return estimate + margin_;
        }

        // Step 3. Enhanced transposition cutoff. The bounds of all children: one may already prove a cutoff, and
        // moves that are refuted by their bounds are not searched.
        std::int32_t best = -unlimited;
        std::int32_t gains[64];
        Cells cells = now.empty;
        if (plies >= min_etc_plies) {
            BoundsTable& child_table = table_at(plies - 1);
            std::uint64_t keys[64];
            int i = 0;
            for (Cells rest = cells; rest != 0; rest &= rest - 1, ++i) {
                const int cell = std::countr_zero(rest);
                keys[i] = key_of(board_.after(now, cell), board_.frontier_after(around, cell), plies - 1);
                child_table.prefetch(keys[i]);
                gains[cell] = board_.gain(now.own, now.enemy, cell);
            }
            std::int32_t proven = -unlimited;
            i = 0;
            for (Cells rest = cells; rest != 0; rest &= rest - 1, ++i) {
                BoundsTable::Entry child;
                if (!child_table.probe(keys[i], child)) continue;
                const std::int32_t gain = gains[std::countr_zero(rest)];
                proven = std::max(proven, gain - child.upper);
                if (gain - child.lower <= alpha && child.lower > -BoundsTable::max_bound) {
                    best = std::max(best, gain - child.lower);
                    cells ^= rest & -rest;
                }
            }
            if (proven >= beta) return proven;
        } else {
            for (Cells rest = cells; rest != 0; rest &= rest - 1) {
                const int cell = std::countr_zero(rest);
                gains[cell] = board_.gain(now.own, now.enemy, cell);
            }
        }

        if (needs_hint) entry.cell = hint(now, around.frontier);

        // Step 4. Moves. Of the isolated cells, only the one where both sides together gain most is worth a move.
        Candidate moves[64];
        int count = 0;
        if (around.isolated != 0) cells = without_dominated_cells(now, around.isolated, cells);
        for (Cells rest = cells; rest != 0; rest &= rest - 1) {
            const int cell = std::countr_zero(rest);
            moves[count++] = {board_.priority(now, cell, gains[cell], board_.gain(now.enemy, now.own, cell)),
                              gains[cell], cell};
            if (cell == entry.cell) moves[count - 1].priority = INT32_MAX;
        }
        int best_cell = std::countr_zero(now.empty);

        // Step 5. Principal variation search, with move deferral between threads.
        const std::int32_t old_alpha = alpha;
        const bool defers = busy_moves_ != nullptr && plies >= min_deferral_plies;
        for (int i = 0; i < count; ++i) {
            std::int64_t first = rank(moves[i], i);
            for (int j = i + 1; j < count; ++j) first = std::max(first, rank(moves[j], j));
            std::swap(moves[i], moves[first & 63]);
            const std::uint64_t move_key = BusyMoves::key_of(key, moves[i].cell);
            if (defers && (i > 0 || !is_cut_expected) && moves[i].priority != deferred &&
                busy_moves_->contains(move_key)) {
                moves[i].priority = deferred;
                --i;
                continue;
            }
            if (defers) busy_moves_->add(move_key);
            const Candidate move = moves[i];
            const State next = board_.after(now, move.cell);
            std::int32_t value;
            if (i == 0 || beta - alpha == 1) {
                value = move.gain - search(next, plies - 1, move.gain - beta, move.gain - alpha, !is_cut_expected);
            } else {
                value = move.gain - search(next, plies - 1, move.gain - alpha - 1, move.gain - alpha, true);
                if (value > alpha && value < beta)
                    value = move.gain - search(next, plies - 1, move.gain - beta, move.gain - alpha, false);
            }
            if (defers) busy_moves_->remove(move_key);
            if (value > best) {
                best = value;
                best_cell = move.cell;
                alpha = std::max(alpha, best);
                if (best >= beta) break;
            }
        }
        check_.require_running();
        table.store(key, best > old_alpha ? best : -BoundsTable::max_bound,
                    best < beta ? best : BoundsTable::max_bound, best_cell, plies);
        return best;
    }

    static constexpr std::int32_t unlimited = 1 << 30;
    static constexpr std::uint64_t max_unchecked_nodes = 5 * (1 + 4);  // below a node with five empty cells

private:
    struct Candidate {
        std::int32_t priority, gain;
        int cell;
    };

    // Returns `cells` without the isolated ones but the best of them.
    Cells without_dominated_cells(const State& now, Cells isolated, Cells cells) const {
        std::int32_t most_at_stake = -1;
        Cells best = 0;
        for (Cells rest = isolated; rest != 0; rest &= rest - 1) {
            const int cell = std::countr_zero(rest);
            const std::int32_t at_stake =
                board_.gain(now.own, now.enemy, cell) + board_.gain(now.enemy, now.own, cell);
            if (at_stake > most_at_stake) {
                most_at_stake = at_stake;
                best = Cells{1} << cell;
            }
        }
        return cells & (~isolated | best);
    }

    BoundsTable& table_at(int plies) {
        return plies <= endgame_table_plies ? tables_.endgame : margin_ != 0 ? tables_.selective : tables_.exact;
    }

    // The key in `table_at(plies)`. Each margin has its own keys.
    std::uint64_t key_of(const State& now, Cells frontier, int plies) const {
        const std::uint64_t key = board_.key(now, frontier);
        return margin_ != 0 && plies > endgame_table_plies ? key ^ selective_salt_ : key;
    }

    // The cell of the best move of an earlier search that was less exact, or -1.
    int hint(const State& now, Cells frontier) const {
        const std::uint64_t key = board_.key(now, frontier);
        BoundsTable::Entry entry;
        if (hint_salt_ != 0 && tables_.selective.probe(key ^ hint_salt_, entry)) return entry.cell;
        TranspositionTable::Entry hint;
        return tables_.hints.probe(key, hint) ? cell_of(hint.move) : -1;
    }

    // Brings what `hint` reads into the cache.
    void prefetch_hint(const State& now, Cells frontier) const {
        const std::uint64_t key = board_.key(now, frontier);
        if (hint_salt_ != 0) tables_.selective.prefetch(key ^ hint_salt_);
        tables_.hints.prefetch(key);
    }

    bool is_best(const State& now, int plies, std::int32_t value, int cell) {
        const std::int32_t target = board_.gain(now.own, now.enemy, cell) - value;
        return search(board_.after(now, cell), plies - 1, target, target + 1, false) <= target;
    }

    // The priority of the i-th move and i in one number, to select the best without branches.
    static std::int64_t rank(const Candidate& move, int i) { return std::int64_t{move.priority} * 64 + i; }

    // Moves ordered by priority, without a table.
    std::int32_t last_four_plies(const State& now, std::int32_t beta) {
        Candidate moves[4];
        Cells rest = now.empty;
        std::int64_t first = INT64_MIN;
        for (int i = 0; i < 4; ++i, rest &= rest - 1) {
            const int cell = std::countr_zero(rest);
            const std::int32_t own_gain = board_.gain(now.own, now.enemy, cell);
            moves[i] = {board_.priority(now, cell, own_gain, board_.gain(now.enemy, now.own, cell)), own_gain,
                        cell};
            first = std::max(first, rank(moves[i], i));
        }
        std::swap(moves[0], moves[first & 63]);
        std::int32_t best = -unlimited;
        for (const Candidate& move : moves) {
            ++nodes_;
            best = std::max(best, move.gain - last_three_plies(board_.after(now, move.cell)));
            if (best >= beta) break;
        }
        return best;
    }

    // Without branches: a branch that is mispredicted costs more than it saves.
    std::int32_t last_three_plies(const State& now) const {
        const int a = std::countr_zero(now.empty);
        Cells rest = now.empty & (now.empty - 1);
        const int b = std::countr_zero(rest), c = std::countr_zero(rest & (rest - 1));
        return std::max({board_.gain(now.own, now.enemy, a) - last_two_plies(board_.after(now, a), b, c),
                         board_.gain(now.own, now.enemy, b) - last_two_plies(board_.after(now, b), a, c),
                         board_.gain(now.own, now.enemy, c) - last_two_plies(board_.after(now, c), a, b)});
    }

    std::int32_t last_two_plies(State now, int a, int b) const {
        return std::max(board_.gain_before(now.own, now.enemy, a, b),
                        board_.gain_before(now.own, now.enemy, b, a));
    }

    std::int32_t last_plies(const State& now, int plies, std::int32_t beta) {
        const int a = std::countr_zero(now.empty);
        switch (plies) {
            case 0:
                return 0;
            case 1:
                return board_.gain(now.own, now.enemy, a);
            case 2:
                return last_two_plies(now, a, std::countr_zero(now.empty & (now.empty - 1)));
            case 3:
                return last_three_plies(now);
            default:
                return last_four_plies(now, beta);
        }
    }

    static constexpr int endgame_table_plies = 6;
    static constexpr int min_etc_plies = 6;
    static constexpr int min_hint_plies = 9;
    static constexpr int min_selective_plies = 7;
    static constexpr int min_deferral_plies = 7;
    static constexpr std::int32_t deferred = INT32_MIN;  // the priority of a deferred move

    const SolverBoard& board_;
    Tables tables_;
    BusyMoves* busy_moves_;  // null with one thread
    Evaluate evaluate_;
    Check check_;
    std::int32_t margin_ = 0;
    std::uint64_t selective_salt_ = 0;  // of the last margin other than 0
    std::uint64_t hint_salt_ = 0;       // of the margin before, or 0
    std::uint64_t nodes_ = 0, next_check_ = 0;
};

}  // namespace outply::warfare
