// The exact search for Warfare: the textbook's move and value with a small part of its nodes. docs/theory.md
// explains why each shortcut leaves the value unchanged.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <vector>

#include "search/control.hpp"
#include "search/transposition_table.hpp"
#include "search/types.hpp"
#include "warfare/gain_ranking.hpp"
#include "warfare/incremental_board.hpp"
#include "warfare/position.hpp"

namespace outply::warfare {

// Values are the score that the player to move still gains, not total scores: they do not depend on what has been
// scored so far, so that positions that differ only in settled cells share a transposition-table entry. Depths are
// remaining plies.
class ExactSearch {
public:
    ExactSearch(const Position& position, Control& control)
        : position_(position),
          board_(position),
          control_(control),
          affected_(position.cells()),
          affected_last_(position.cells()) {}

    // Returns the best move; of several best moves, the first in the assignment's order. Iterative deepening by
    // two plies: the last mover always collects a Raid, so that values of odd and even depths differ.
    SearchResult search(int depth_limit) {
        const int depth = std::min(depth_limit, board_.empty_count());
        assert(depth >= 1);
        prepare(depth);
        SearchResult result;
        for (int iteration = 1 + (depth + 1) % 2; iteration <= depth; iteration += 2)
            result = search_root(iteration);
        result.value += position_.score();
        result.visited = nodes_ + 1;
        return result;
    }

    // Returns the value of every legal move, in the assignment's order.
    std::vector<MoveValue> move_values(int depth_limit) {
        const int depth = std::min(depth_limit, board_.empty_count());
        assert(depth >= 1);
        prepare(depth);
        std::vector<MoveValue> values;
        const std::vector<Move> moves = legal_moves();
        control_.begin(static_cast<int>(moves.size()));
        for (Move move : moves) {
            values.push_back({move, position_.score() + search_root_move(move, depth, -infinity, infinity)});
            ++control_.root_moves_done;
        }
        return values;
    }

private:
    // Allocates the rankings of every ply. The root's are sorted, the others merged from those above.
    void prepare(int depth) {
        rankings_.assign(static_cast<std::size_t>(depth),
                         {GainRanking(board_.cells()), GainRanking(board_.cells())});
        killer_.assign(static_cast<std::size_t>(depth), -1);
        for (int side = 0; side < 2; ++side) rankings_[0][side].sort(board_, side);
    }

    // In the assignment's order.
    std::vector<Move> legal_moves() const {
        const bool blitz = position_.variant == Variant::blitz;
        std::vector<Move> moves, raids;
        for (int cell = 0; cell < board_.cells(); ++cell) {
            if (!board_.is_empty(cell)) continue;
            const bool raidable = board_.is_raidable(0, cell);
            if (!blitz || !raidable) moves.push_back(encode(cell, false));
            if (raidable) (blitz ? moves : raids).push_back(encode(cell, true));
        }
        moves.insert(moves.end(), raids.begin(), raids.end());
        return moves;
    }

    struct RootMove {
        Move move;
        int order;  // index in the assignment's order
    };

    // Principal variation search that prefers, of moves with equal values, the first in the assignment's order.
    SearchResult search_root(int depth) {
        std::vector<RootMove> moves;
        for (Move move : legal_moves()) moves.push_back({move, static_cast<int>(moves.size())});
        // A Raid comes before the Stake on its cell, because its value is an upper bound of the Stake's.
        std::stable_sort(moves.begin(), moves.end(), [&](const RootMove& a, const RootMove& b) {
            return root_priority(a.move) > root_priority(b.move);
        });
        std::vector<Value> upper_bound(board_.cells(), infinity);  // by cell

        SearchResult best;
        best.value = -infinity;
        int best_order = -1;
        control_.begin(static_cast<int>(moves.size()));
        for (const RootMove& move : moves) {
            // An earlier move in the assignment's order has to equal the best value, a later one to exceed it.
            const Value alpha = move.order < best_order ? best.value - 1 : best.value;
            Value& upper = upper_bound[cell_of(move.move)];
            if (upper > alpha) {
                Value value = search_root_move(move.move, depth, alpha, best_order < 0 ? infinity : alpha + 1);
                if (value > alpha && best_order >= 0) value = search_root_move(move.move, depth, alpha, infinity);
                upper = value;  // exact, or an upper bound if the search failed low
                if (value > alpha) {
                    best.value = value;
                    best.move = move.move;
                    best_order = move.order;
                }
            }
            ++control_.root_moves_done;
        }
        assert(best.move != no_move);
        best_root_cell_ = cell_of(best.move);
        return best;
    }

    // Move ordering at the root: the best move of the last iteration, then by the gains of both sides.
    Value root_priority(Move move) const {
        const int cell = cell_of(move);
        if (cell == best_root_cell_) return infinity + is_raid(move);
        if (!is_raid(move) && board_.is_raidable(0, cell)) return board_.value(cell);
        return board_.gain(0, cell) + board_.gain(1, cell);
    }

    Value search_root_move(Move move, int depth, Value alpha, Value beta) {
        const int cell = cell_of(move);
        const Value gain = is_raid(move) ? board_.gain(0, cell) : board_.value(cell);
        return search_move(0, 0, cell, is_raid(move), gain, depth, alpha, beta);
    }

    // Returns the value of a move of `side`, from a search of `depth` plies including the move. The rankings
    // before the move are those of `ply`.
    Value search_move(int side, int ply, int cell, bool raid, Value gain, int depth, Value alpha, Value beta) {
        assert(alpha < beta && depth >= 1);
        ++nodes_;
        if (depth == 1) return gain;
        const IncrementalBoard::PlayedMove move = board_.play(side, cell, raid);
        affected_.assign(board_, move);
        const Value reply = depth == 2   ? last_ply(!side, ply)
                            : depth == 3 ? last_two_plies(!side, ply, gain - beta, gain - alpha)
                                         : search(!side, ply, depth - 1, gain - beta, gain - alpha);
        board_.undo(side, move);
        return gain - reply;
    }

    // The value with one ply left after the move in `affected_`: the best gain.
    Value last_ply(int side, int ply) {
        return MergedRanking(board_, side, rankings_[ply][side], affected_).pop().gain();
    }

    // The value with two plies left after the move in `affected_`. The reply to a move is the best gain left to
    // the other side. A move affects so few cells that one of the other side's best `enough` stays unaffected,
    // whatever the move: the reply gains at least as much.
    Value last_two_plies(int side, int ply, Value alpha, Value beta) {
        assert(alpha < beta);
        constexpr int enough = AffectedCells::max_others + 2;
        RankedCell replies[enough];
        int count = 0;
        MergedRanking other_ranking(board_, !side, rankings_[ply][!side], affected_);
        while (count < enough && !other_ranking.empty()) replies[count++] = other_ranking.pop();
        const Value min_reply = count == enough ? replies[enough - 1].gain() : 0;

        Value best = -infinity, best_skipped = -infinity;  // best_skipped: an upper bound of the skipped moves
        for (MergedRanking ranking(board_, side, rankings_[ply][side], affected_); !ranking.empty();) {
            const RankedCell move = ranking.pop();
            const Value bound = std::max(alpha, best);
            if (move.gain() - min_reply <= bound) {
                best_skipped = std::max(best_skipped, move.gain() - min_reply);
                break;  // the remaining moves gain even less
            }
            const Value upper = move.gain() - best_distant_reply(move.cell(), replies, count);
            if (upper <= bound) {
                best_skipped = std::max(best_skipped, upper);
                continue;
            }
            ++nodes_;
            best = std::max(best, move.gain() - best_reply(side, move.cell(), replies, count));
            if (best >= beta) break;
        }
        return std::max(best, best_skipped);
    }

    // The best of the replies that are too far from `cell` to be affected by a move there.
    Value best_distant_reply(int cell, const RankedCell* replies, int count) const {
        for (int i = 0; i < count; ++i) {
            if (board_.distance(cell, replies[i].cell()) > 2) return replies[i].gain();
        }
        return 0;
    }

    // The best gain of the other side after `side` plays at `cell`; `replies` are its best ones before that.
    Value best_reply(int side, int cell, const RankedCell* replies, int count) {
        const IncrementalBoard::PlayedMove move = board_.play(side, cell, board_.is_raidable(side, cell));
        affected_last_.assign(board_, move);
        Value best = 0;
        for (int next : affected_last_) best = std::max<Value>(best, board_.gain(!side, next));
        for (int i = 0; i < count; ++i) {
            if (!affected_last_.contains(replies[i].cell())) {
                best = std::max<Value>(best, replies[i].gain());
                break;
            }
        }
        board_.undo(side, move);
        return best;
    }

    // The value with three or more plies left after the move in `affected_`. The rankings before that move are
    // those of `parent_ply`.
    Value search(int side, int parent_ply, int depth, Value alpha, Value beta) {
        assert(alpha < beta && 3 <= depth && depth <= board_.empty_count());
        control_.nodes = nodes_;
        control_.check();

        // Step 1. Transposition table lookup.
        const Key key = board_.key();
        int hash_move = -1;
        if (const auto* entry = table_.probe(key.slot, key.check)) {
            hash_move = entry->move;
            if (entry->depth == depth && is_cutoff(entry->bound, entry->value, alpha, beta)) return entry->value;
        }

        // Step 2. Update the rankings of both sides.
        const int ply = parent_ply + 1;
        for (int who = 0; who < 2; ++who)
            MergedRanking(board_, who, rankings_[parent_ply][who], affected_).write(rankings_[ply][who]);

        // Step 3. Principal variation search of a move: a null window for all but the first. Returns true at a
        // beta cutoff.
        const Value old_alpha = alpha;
        Value best = -infinity;
        int best_cell = -1;
        const auto search_cell = [&](int cell) {
            const Value gain = board_.gain(side, cell);
            const bool raid = board_.is_raidable(side, cell);
            Value value;
            if (best_cell < 0) {
                value = search_move(side, ply, cell, raid, gain, depth, alpha, beta);
            } else {
                value = search_move(side, ply, cell, raid, gain, depth, alpha, alpha + 1);
                if (value > alpha && value < beta)
                    value = search_move(side, ply, cell, raid, gain, depth, alpha, beta);
            }
            if (value > best) {
                best = value;
                best_cell = cell;
            }
            alpha = std::max(alpha, best);
            return best >= beta;
        };

        // Step 4. Move ordering: the hash move, the best cell of the other side, the killer move, then by gain.
        // Where many gains are equal, they say little, and the killer move says much: a board of nines and tens
        // took 66 million nodes to depth 5 without it, and takes 1 million.
        const int first_cells[] = {hash_move, rankings_[ply][!side].begin()->cell(), killer_[ply]};
        bool cutoff = false;
        for (const int* cell = first_cells; cell != std::end(first_cells) && !cutoff; ++cell) {
            const bool searched = std::find(first_cells, cell, *cell) != cell;
            if (*cell >= 0 && board_.is_empty(*cell) && !searched) cutoff = search_cell(*cell);
        }
        for (const RankedCell& move : rankings_[ply][side]) {
            if (cutoff) break;
            const bool searched =
                std::find(first_cells, std::end(first_cells), move.cell()) != std::end(first_cells);
            if (!searched) cutoff = search_cell(move.cell());
        }
        if (cutoff) killer_[ply] = best_cell;

        // Step 5. Transposition table store.
        table_.store(key.slot, key.check, best, depth, best_cell, bound_of(best, old_alpha, beta));
        return best;
    }

    const Position& position_;
    IncrementalBoard board_;
    Control& control_;
    GrowingTranspositionTable table_;
    AffectedCells affected_, affected_last_;
    std::vector<std::array<GainRanking, 2>> rankings_;  // by ply and side
    std::vector<int> killer_;  // by ply: the cell of the last move that caused a cutoff, or -1
    std::uint64_t nodes_ = 0;
    int best_root_cell_ = -1;
};

}  // namespace outply::warfare
