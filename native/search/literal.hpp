// The textbook's minimax and alpha-beta with a depth limit, walked node by node: the same visits in the same
// order as outply/search/textbook.py, and so the same counts. Rules are a template parameter:
//
//   State                         a position, as the player who moves at the root sees it
//   Score score<mine>(state)      what it is worth to the player who moves at the root; `mine` says whether that
//                                 player is to move here, too
//   bool over(state)              no moves left, or the game decided
//   each_move<mine>(state, f)     calls f(move, score after it) in the assignment's order until f returns true
//   State play<mine>(state, move)
//   int effect<mine>(state, move, line)
//                                 tells apart what the move may do to the board: a player's moves that are equal
//                                 and have equal effects change the same squares in the same way, wherever in a
//                                 tree they are played; `line` is the moves from the root to the state
//
// The score comes with each move, so the last ply is a loop and not a call per leaf, and rules that know it before
// the move is played never play the last one.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "search/control.hpp"
#include "search/trace.hpp"
#include "search/types.hpp"

namespace outply {

template <class Rules, bool Prune, bool Traced>
class Literal {
    using State = typename Rules::State;
    using Score = std::int32_t;

    static constexpr Score none = INT32_MAX;  // beyond every score

public:
    Literal(const Rules& rules, int depth_limit, const Part& part, Control& control)
        : rules_(rules),
          limit_(depth_limit),
          control_(control),
          recorder_(part, depth_limit),
          line_(static_cast<std::size_t>(depth_limit + 1) * (depth_limit + 1)),
          length_(depth_limit + 1) {}

    SearchResult search(const State& root) {
        int root_moves = 0;
        rules_.template each_move<true>(root, [&](Move, Score) {
            ++root_moves;
            return false;
        });
        control_.begin(root_moves);
        enter(no_move, 0, -none, none, [] { return 0; });
        SearchResult answer;
        answer.value = visit<true>(root, 0, -none, none);
        answer.principal_variation.assign(line_.begin(), line_.begin() + length_[0]);
        answer.move = answer.principal_variation.empty() ? no_move : answer.principal_variation.front();
        answer.visited = visited_ + 1;
        answer.expanded = expanded_;
        recorder_.hand_over(answer);
        return answer;
    }

private:
    // The value of a node that has been counted already; `mine`: it is a MAX node.
    template <bool mine>
    Score visit(const State& state, int depth, Score alpha, Score beta) {
        length_[depth] = 0;
        if (depth == limit_ || rules_.over(state)) {
            const Score score = rules_.template score<mine>(state);
            leave(depth, alpha, beta, score, 0);
            return score;
        }
        ++expanded_;
        if (depth + 1 == limit_ && !(Traced && recorder_.follows(limit_)))
            return last_ply<mine>(state, depth, alpha, beta);

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
            enter(move, depth + 1, alpha, beta,
                  [&] { return rules_.template effect<mine>(state, move, recorder_.line(depth)); });
            const Score value = visit<!mine>(rules_.template play<mine>(state, move), depth + 1, alpha, beta);
            if (mine ? value > best : value < best) {
                best = value;
                extend_line(depth, move);
            }
            if constexpr (Prune) {
                if (mine ? best >= beta : best <= alpha) {
                    stopped = true;
                    return !(Traced && recorder_.records(depth));  // a record also says how many moves were cut
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
        leave(depth, alpha, beta, best, cut);
        return best;
    }

    template <bool mine>
    Score last_ply(const State& state, int depth, [[maybe_unused]] Score alpha, [[maybe_unused]] Score beta) {
        Score best = mine ? -none : none;
        Move chosen = no_move;
        std::uint64_t leaves = 0;
        std::int64_t cut = 0;
        [[maybe_unused]] bool stopped = false;
        rules_.template each_move<mine>(state, [&](Move move, Score score) {
            if constexpr (Traced && Prune) {
                if (stopped) {
                    ++cut;
                    return false;
                }
            }
            ++leaves;
            if (mine ? score > best : score < best) {
                best = score;
                chosen = move;
                if constexpr (Prune) {
                    if (mine ? best >= beta : best <= alpha) {
                        if constexpr (Traced) stopped = recorder_.records(depth);
                        return !(Traced && recorder_.records(depth));
                    }
                    if constexpr (Traced)
                        (mine ? alpha : beta) = mine ? std::max(alpha, best) : std::min(beta, best);
                }
            }
            return false;
        });
        visited_ += leaves;
        if constexpr (Traced) recorder_.count(depth + 1, leaves);
        leave(depth, alpha, beta, best, cut);
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

    template <class Effect>
    void enter([[maybe_unused]] Move move, [[maybe_unused]] int depth, [[maybe_unused]] Score alpha,
               [[maybe_unused]] Score beta, [[maybe_unused]] Effect&& effect) {
        if constexpr (Traced) recorder_.enter(move, depth, widen(alpha), widen(beta), visited_, effect);
    }

    void leave([[maybe_unused]] int depth, [[maybe_unused]] Score alpha, [[maybe_unused]] Score beta,
               [[maybe_unused]] Score value, [[maybe_unused]] std::int64_t cut) {
        if constexpr (Traced) recorder_.leave(depth, widen(alpha), widen(beta), value, cut, visited_);
    }

    const Rules& rules_;
    const int limit_;
    Control& control_;
    Recorder recorder_;
    std::uint64_t visited_ = 0;  // the root is not counted
    std::uint64_t expanded_ = 0;
    std::vector<Move> line_;  // a row per depth: the best play found below it
    std::vector<int> length_;
};

// Runs the literal search in the form asked for, and records the part asked for.
template <class Rules>
SearchResult literal(const Rules& rules, const typename Rules::State& root, int depth, bool prune,
                     const Part& part, Control& control) {
    if (part.any()) {
        return prune ? Literal<Rules, true, true>(rules, depth, part, control).search(root)
                     : Literal<Rules, false, true>(rules, depth, part, control).search(root);
    }
    return prune ? Literal<Rules, true, false>(rules, depth, part, control).search(root)
                 : Literal<Rules, false, false>(rules, depth, part, control).search(root);
}

}  // namespace outply
