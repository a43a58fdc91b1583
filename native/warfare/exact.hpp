// The textbook's move and value for a Warfare position, by other means than walking its tree.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <vector>

#include "search/control.hpp"
#include "search/growing_table.hpp"
#include "search/types.hpp"
#include "warfare/gain_ranking.hpp"
#include "warfare/incremental_board.hpp"

namespace outply::warfare {

// Values in here are what the player to move still wins, not scores: they do not depend on what has been won
// so far, so positions that differ only in settled cells share an entry of the table.
class Exact {
public:
    Exact(const Setup& setup, Control& control)
        : setup_(setup),
          ground_(setup),
          control_(control),
          touched_(setup.cells()),
          touched_last_(setup.cells()) {}

    // The move is the first in the assignment's order that reaches the best value.
    SearchResult search(int depth) {
        const int left = std::min(depth, ground_.empties());
        prepare(left);
        SearchResult answer;
        for (int shallow = 1 + (left + 1) % 2; shallow <= left; shallow += 2) answer = root(shallow);
        answer.value += setup_.score();
        answer.visited = nodes_ + 1;
        return answer;
    }

    // The value of every legal move, in the assignment's order.
    std::vector<MoveValue> move_values(int depth) {
        const int left = std::min(depth, ground_.empties());
        prepare(left);
        std::vector<MoveValue> values;
        const std::vector<Move> moves = legal_moves();
        control_.begin(static_cast<int>(moves.size()));
        for (Move move : moves) {
            values.push_back({move, setup_.score() + after(move, left, -infinity, infinity)});
            ++control_.root_moves_done;
        }
        return values;
    }

private:
    // Rankings of both sides at every ply; the root's are made by sorting, the others by merging.
    void prepare(int left) {
        rankings_.assign(static_cast<std::size_t>(left), {Ranking(ground_.cells()), Ranking(ground_.cells())});
        last_cut_.assign(static_cast<std::size_t>(left), -1);
        for (int side = 0; side < 2; ++side) rankings_[0][side].sort(ground_, side);
    }

    // In the assignment's order.
    std::vector<Move> legal_moves() const {
        const bool blitz = setup_.rules == Rules::blitz;
        std::vector<Move> moves, raids;
        for (int cell = 0; cell < ground_.cells(); ++cell) {
            if (!ground_.empty(cell)) continue;
            const bool raidable = ground_.raidable(0, cell);
            if (!blitz || !raidable) moves.push_back(encode(cell, false));
            if (raidable) (blitz ? moves : raids).push_back(encode(cell, true));
        }
        moves.insert(moves.end(), raids.begin(), raids.end());
        return moves;
    }

    struct Candidate {
        Move move;
        int order;  // in the assignment
    };

    SearchResult root(int left) {
        std::vector<Candidate> candidates;
        for (Move move : legal_moves()) candidates.push_back({move, static_cast<int>(candidates.size())});
        // Promising first; a Raid before the Stake on its cell, because it bounds it from above.
        std::stable_sort(candidates.begin(), candidates.end(),
                         [&](const auto& a, const auto& b) { return promise(a.move) > promise(b.move); });
        std::vector<Value> cell_at_most(ground_.cells(), infinity);

        SearchResult best;
        best.value = -infinity;
        int best_order = -1;
        control_.begin(static_cast<int>(candidates.size()));
        for (const Candidate& candidate : candidates) {
            // An earlier move in the assignment's order has to be as good as the best so far, a later one better.
            const Value alpha = candidate.order < best_order ? best.value - 1 : best.value;
            Value& at_most = cell_at_most[cell_of(candidate.move)];
            if (at_most > alpha) {
                Value value = after(candidate.move, left, alpha, best_order < 0 ? infinity : alpha + 1);
                if (value > alpha && best_order >= 0) value = after(candidate.move, left, alpha, infinity);
                at_most = value;  // of a Raid: exact, or a bound from above where it failed
                if (value > alpha) {
                    best.value = value;
                    best.move = candidate.move;
                    best_order = candidate.order;
                }
            }
            ++control_.root_moves_done;
        }
        root_move_ = cell_of(best.move);
        return best;
    }

    Value promise(Move move) const {
        const int cell = cell_of(move);
        if (cell == root_move_) return infinity + is_raid(move);
        if (!is_raid(move) && ground_.raidable(0, cell)) return ground_.value(cell);
        return ground_.gain(0, cell) + ground_.gain(1, cell);
    }

    // What the player to move at the root wins by `move` and the play below it.
    Value after(Move move, int left, Value alpha, Value beta) {
        const int cell = cell_of(move);
        const Value gain = is_raid(move) ? ground_.gain(0, cell) : ground_.value(cell);
        return follow(0, 0, cell, is_raid(move), gain, left, alpha, beta);
    }

    // Plays a move with `left` plies to go, searches on, and takes it back. The rankings before the move are
    // those at `ply`.
    Value follow(int side, int ply, int cell, bool raid, Value gain, int left, Value alpha, Value beta) {
        ++nodes_;
        if (left == 1) return gain;
        const Ground::Taken taken = ground_.take(side, cell, raid);
        touched_.mark(ground_, taken);
        const Value below = left == 2   ? last_ply(!side, ply)
                            : left == 3 ? last_two(!side, ply, gain - beta, gain - alpha)
                                        : visit(!side, ply, left - 1, gain - beta, gain - alpha);
        ground_.undo(side, taken);
        return gain - below;
    }

    // One ply to go after the move just marked: the best gain there is.
    Value last_ply(int side, int ply) {
        return Merged(ground_, side, rankings_[ply][side], touched_).take().gain();
    }

    // Two plies to go after the move just marked. The reply to a move is the best gain left to the other side,
    // and a move touches few cells: of the other side's best ones, enough are looked at for one to be untouched,
    // whatever the move, and the reply is worth at least that.
    Value last_two(int side, int ply, Value alpha, Value beta) {
        constexpr int enough = Touched::max_others + 2;
        Ranked replies[enough];
        int count = 0;
        Merged theirs(ground_, !side, rankings_[ply][!side], touched_);
        while (count < enough && !theirs.done()) replies[count++] = theirs.take();
        const Value least_reply = count == enough ? replies[enough - 1].gain() : 0;

        Value best = -infinity, skipped = -infinity;
        for (Merged mine(ground_, side, rankings_[ply][side], touched_); !mine.done();) {
            const Ranked move = mine.take();
            const Value wanted = std::max(alpha, best);
            if (move.gain() - least_reply <= wanted) {
                skipped = std::max(skipped, move.gain() - least_reply);
                break;  // the moves to come gain even less
            }
            const Value at_most = move.gain() - reply_out_of_reach(move.cell(), replies, count);
            if (at_most <= wanted) {
                skipped = std::max(skipped, at_most);
                continue;
            }
            ++nodes_;
            best = std::max(best, move.gain() - best_reply(side, move.cell(), replies, count));
            if (best >= beta) break;
        }
        return std::max(best, skipped);
    }

    // The best of the replies that are too far from `cell` for a move there to touch them.
    Value reply_out_of_reach(int cell, const Ranked* replies, int count) const {
        for (int i = 0; i < count; ++i) {
            if (ground_.distance(cell, replies[i].cell()) > 2) return replies[i].gain();
        }
        return 0;
    }

    // The best gain of the other side after `side` takes `cell`, given its ranking before.
    Value best_reply(int side, int cell, const Ranked* replies, int count) {
        const Ground::Taken taken = ground_.take(side, cell, ground_.raidable(side, cell));
        touched_last_.mark(ground_, taken);
        Value best = 0;
        for (int next : touched_last_) best = std::max<Value>(best, ground_.gain(!side, next));
        for (int i = 0; i < count; ++i) {
            if (!touched_last_.contains(replies[i].cell())) {
                best = std::max<Value>(best, replies[i].gain());
                break;
            }
        }
        ground_.undo(side, taken);
        return best;
    }

    // Three plies or more to go after the move just marked.
    Value visit(int side, int above, int left, Value alpha, Value beta) {
        control_.nodes = nodes_;
        control_.check();

        // 1. The table.
        const Key key = ground_.key();
        int remembered = -1;
        if (const Table::Entry* entry = table_.find(key.place, key.check)) {
            remembered = entry->move;
            if (entry->left == left) {
                if (entry->bound == Bound::exact) return entry->value;
                if (entry->bound == Bound::lower && entry->value >= beta) return entry->value;
                if (entry->bound == Bound::upper && entry->value <= alpha) return entry->value;
            }
        }

        // 2. The rankings here, from those above.
        const int ply = above + 1;
        for (int who = 0; who < 2; ++who)
            Merged(ground_, who, rankings_[above][who], touched_).write(rankings_[ply][who]);

        // 3. How a move is tried: all but the first are only asked whether they are better.
        const Value old_alpha = alpha;
        Value best = -infinity;
        int best_cell = -1;
        const auto try_cell = [&](int cell) {
            const Value gain = ground_.gain(side, cell);
            const bool raid = ground_.raidable(side, cell);
            Value value;
            if (best_cell < 0) {
                value = follow(side, ply, cell, raid, gain, left, alpha, beta);
            } else {
                value = follow(side, ply, cell, raid, gain, left, alpha, alpha + 1);
                if (value > alpha && value < beta) value = follow(side, ply, cell, raid, gain, left, alpha, beta);
            }
            if (value > best) {
                best = value;
                best_cell = cell;
            }
            alpha = std::max(alpha, best);
            return best >= beta;
        };

        // 4. In which order: the remembered move, the cell that the other side wants most, the last move that cut
        // at this ply, then by falling gain. Where many gains are equal, they say little, and the last cut says
        // much: a board of nines and tens took 66 million nodes to depth 5 without it, and takes 1 million.
        const int first[] = {remembered, rankings_[ply][!side].begin()->cell(), last_cut_[ply]};
        bool cut = false;
        for (const int* cell = first; cell != std::end(first) && !cut; ++cell) {
            const bool tried = std::find(first, cell, *cell) != cell;
            if (*cell >= 0 && ground_.empty(*cell) && !tried) cut = try_cell(*cell);
        }
        for (const Ranked& move : rankings_[ply][side]) {
            if (cut) break;
            const bool tried = std::find(first, std::end(first), move.cell()) != std::end(first);
            if (!tried) cut = try_cell(move.cell());
        }
        if (cut) last_cut_[ply] = best_cell;

        // 5. What was learnt.
        const Bound bound = best >= beta ? Bound::lower : best > old_alpha ? Bound::exact : Bound::upper;
        table_.store(key.place, key.check, best, left, best_cell, bound);
        return best;
    }

    const Setup& setup_;
    Ground ground_;
    Control& control_;
    Table table_;
    Touched touched_, touched_last_;
    std::vector<std::array<Ranking, 2>> rankings_;  // of both sides at every ply
    std::vector<int> last_cut_;                     // the last move that cut at every ply, or -1
    std::uint64_t nodes_ = 0;
    int root_move_ = -1;
};

}  // namespace outply::warfare
