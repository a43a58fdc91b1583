// The textbook's minimax and alpha-beta with a depth limit, walked node by node: the same visits in the same
// order as outply/search/textbook.py, and so the same counts. Rules are a template parameter:
//
//   State                         a position, as the player who moves at the root sees it
//   Score score<mine>(state)      what it is worth to the player who moves at the root; `mine` says whether that
//                                 player is to move here, too
//   bool over(state)              no moves left, or the game decided
//   each_move<mine>(state, f)     calls f(move, score after it) in the assignment's order until f returns true
//   State play<mine>(state, move)
//
// The score comes with each move, so the last ply is a loop and not a call per leaf, and rules that know it before
// the move is played never play the last one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "search/answer.hpp"
#include "search/control.hpp"

namespace outply {

template <class Rules, bool Prune, bool Traced>
class Literal {
    using State = typename Rules::State;
    using Score = std::int32_t;

    static constexpr Score none = INT32_MAX;  // beyond every score

public:
    Literal(const Rules& rules, int depth_limit, Control& control)
        : rules_(rules),
          limit_(depth_limit),
          control_(control),
          line_(static_cast<std::size_t>(depth_limit + 1) * (depth_limit + 1)),
          length_(depth_limit + 1) {}

    Answer search(const State& root) {
        int root_moves = 0;
        rules_.template each_move<true>(root, [&](Move, Score) {
            ++root_moves;
            return false;
        });
        control_.begin(root_moves);
        enter(no_move, 0, -none, none);
        Answer answer;
        answer.value = visit<true>(root, 0, -none, none);
        answer.line.assign(line_.begin(), line_.begin() + length_[0]);
        answer.move = answer.line.empty() ? no_move : answer.line.front();
        answer.visited = visited_ + 1;
        answer.expanded = expanded_;
        answer.trace = std::move(trace_);
        return answer;
    }

private:
    // The value of a node that has been counted already; `mine`: it is a MAX node.
    template <bool mine>
    Score visit(const State& state, int depth, Score alpha, Score beta) {
        length_[depth] = 0;
        const std::int64_t self = current_;
        if (depth == limit_ || rules_.over(state)) {
            const Score score = rules_.template score<mine>(state);
            leave(self, alpha, beta, score, 0);
            return score;
        }
        ++expanded_;
        if (!Traced && depth + 1 == limit_) return last_ply<mine>(state, depth, alpha, beta);

        control_.nodes = visited_;
        control_.check();
        Score best = mine ? -none : none;
        std::int64_t cut = 0;
        bool stopped = false;
        rules_.template each_move<mine>(state, [&](Move move, Score) {
            if (stopped) {
                ++cut;
                return false;
            }
            ++visited_;
            enter(move, depth + 1, alpha, beta, self);
            const Score value = visit<!mine>(rules_.template play<mine>(state, move), depth + 1, alpha, beta);
            if (mine ? value > best : value < best) {
                best = value;
                extend_line(depth, move);
            }
            if constexpr (Prune) {
                if (mine ? best >= beta : best <= alpha) {
                    stopped = true;
                    return !Traced;  // a trace also says how many moves were cut
                }
                if constexpr (mine) {
                    alpha = std::max(alpha, best);
                } else {
                    beta = std::min(beta, best);
                }
            }
            if (depth == 0) ++control_.root_moves_done;
            return false;
        });
        leave(self, alpha, beta, best, cut);
        return best;
    }

    template <bool mine>
    Score last_ply(const State& state, int depth, Score alpha, Score beta) {
        Score best = mine ? -none : none;
        Move chosen = no_move;
        std::uint64_t leaves = 0;
        rules_.template each_move<mine>(state, [&](Move move, Score score) {
            ++leaves;
            if (mine ? score > best : score < best) {
                best = score;
                chosen = move;
                if constexpr (Prune) return mine ? best >= beta : best <= alpha;
            }
            return false;
        });
        visited_ += leaves;
        line_[row(depth)] = chosen;
        length_[depth] = 1;
        return best;
    }

    std::size_t row(int depth) const { return static_cast<std::size_t>(depth) * (limit_ + 1); }

    void extend_line(int depth, Move move) {
        line_[row(depth)] = move;
        std::copy_n(line_.begin() + row(depth + 1), length_[depth + 1], line_.begin() + row(depth) + 1);
        length_[depth] = length_[depth + 1] + 1;
    }

    static Value widen(Score bound) { return bound == none ? infinity : bound == -none ? -infinity : bound; }

    void enter([[maybe_unused]] Move move, [[maybe_unused]] int depth, [[maybe_unused]] Score alpha,
               [[maybe_unused]] Score beta, [[maybe_unused]] std::int64_t parent = -1) {
        if constexpr (Traced) {
            current_ = static_cast<std::int64_t>(trace_.size());
            trace_.push_back({parent, move, depth, widen(alpha), widen(beta), 0, 0, 0, 0});
        }
    }

    void leave([[maybe_unused]] std::int64_t self, [[maybe_unused]] Score alpha, [[maybe_unused]] Score beta,
               [[maybe_unused]] Score value, [[maybe_unused]] std::int64_t cut) {
        if constexpr (Traced) {
            Visit& visit = trace_[self];
            visit.alpha_out = widen(alpha);
            visit.beta_out = widen(beta);
            visit.value = value;
            visit.cut = cut;
        }
    }

    const Rules& rules_;
    const int limit_;
    Control& control_;
    std::uint64_t visited_ = 0;
    std::uint64_t expanded_ = 0;
    std::vector<Move> line_;  // a row per depth: the best play found below it
    std::vector<int> length_;
    std::vector<Visit> trace_;
    std::int64_t current_ = 0;
};

// Runs the literal search in the form asked for.
template <class Rules>
Answer literal(const Rules& rules, const typename Rules::State& root, int depth, bool prune, bool traced,
               Control& control) {
    if (traced) {
        return prune ? Literal<Rules, true, true>(rules, depth, control).search(root)
                     : Literal<Rules, false, true>(rules, depth, control).search(root);
    }
    return prune ? Literal<Rules, true, false>(rules, depth, control).search(root)
                 : Literal<Rules, false, false>(rules, depth, control).search(root);
}

}  // namespace outply
