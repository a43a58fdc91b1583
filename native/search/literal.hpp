// The literal search: textbook minimax and alpha-beta with a depth limit. It makes the same visits in the same
// order as outply/search/textbook.py, and therefore has the same node counts.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <vector>

#include "control.hpp"
#include "game_rules.hpp"
#include "trace.hpp"
#include "types.hpp"

namespace outply {

// What a literal search is compiled for: an algorithm without a trace, which is faster, or everything.
enum class LiteralMode { minimax, alphabeta, any };

template <TextbookRules Rules, LiteralMode mode>
class LiteralSearch {
    using State = typename Rules::State;

    static constexpr bool traced = mode == LiteralMode::any;
    static constexpr Score unbounded = INT32_MAX;  // beyond every score

public:
    LiteralSearch(const Rules& rules, int depth_limit, bool prune, const TraceScope& scope, Control& control)
        : rules_(rules),
          prune_(prune),
          depth_limit_(depth_limit),
          control_(control),
          recorder_(scope, depth_limit),
          line_(static_cast<std::size_t>(depth_limit + 1) * (depth_limit + 1)),
          length_(depth_limit + 1) {
        assert(depth_limit >= 1);
    }

    SearchResult search(const State& root) {
        assert(!rules_.is_over(root));
        int root_moves = 0;
        rules_.template each_move<true>(root, [&](Move, Score) {
            ++root_moves;
            return false;
        });
        control_.begin(root_moves);
        enter(no_move, 0, -unbounded, unbounded, [] { return 0; });
        SearchResult result;
        result.value = visit<true>(root, 0, -unbounded, unbounded);
        result.principal_variation.assign(line_.begin(), line_.begin() + length_[0]);
        result.move = result.principal_variation.empty() ? no_move : result.principal_variation.front();
        result.visited = visited_ + 1;
        result.expanded = expanded_;
        recorder_.move_into(result);
        return result;
    }

private:
    // Returns the value of a node that is already counted in `visited_`. `max` is true for a MAX node.
    template <bool max>
    Score visit(const State& state, int depth, Score alpha, Score beta) {
        assert(0 <= depth && depth <= depth_limit_ && alpha < beta);
        length_[depth] = 0;
        if (depth == depth_limit_ || rules_.is_over(state)) {
            const Score score = rules_.template score<max>(state);
            leave(depth, alpha, beta, score, 0);
            return score;
        }
        ++expanded_;
        if (depth + 1 == depth_limit_ && !(traced && recorder_.enters(depth_limit_)))
            return last_ply<max>(state, depth, alpha, beta);

        control_.nodes = visited_;
        control_.check();
        Score best = max ? -unbounded : unbounded;
        std::int64_t pruned_moves = 0;
        const bool prune = prunes();
        bool cutoff = false;
        rules_.template each_move<max>(state, [&](Move move, Score) {
            if (cutoff) {
                ++pruned_moves;
                return false;
            }
            ++visited_;
            enter(move, depth + 1, alpha, beta,
                  [&] { return rules_.template effect<max>(state, move, recorder_.line(depth)); });
            const Score value = visit<!max>(rules_.template play<max>(state, move), depth + 1, alpha, beta);
            if (max ? value > best : value < best) {
                best = value;
                extend_line(depth, move);
            }
            if (prune) {
                if (max ? best >= beta : best <= alpha) {
                    cutoff = true;
                    return !(traced && recorder_.records(depth));  // a recorded visit counts the pruned moves
                }
                if constexpr (max) {
                    alpha = std::max(alpha, best);
                } else {
                    beta = std::min(beta, best);
                }
            }
            if (depth == 0) ++control_.root_moves_done;
            return false;
        });
        leave(depth, alpha, beta, best, pruned_moves);
        return best;
    }

    // One ply before the depth limit, where no child is recorded: the scores of the leaves come from `each_move`.
    template <bool max>
    Score last_ply(const State& state, int depth, [[maybe_unused]] Score alpha, [[maybe_unused]] Score beta) {
        assert(depth + 1 == depth_limit_ && alpha < beta);
        Score best = max ? -unbounded : unbounded;
        Move best_move = no_move;
        std::uint64_t leaves = 0;
        std::int64_t pruned_moves = 0;
        const bool prune = prunes();
        [[maybe_unused]] bool cutoff = false;
        rules_.template each_move<max>(state, [&](Move move, Score score) {
            if constexpr (traced) {
                if (cutoff) {
                    ++pruned_moves;
                    return false;
                }
            }
            ++leaves;
            if (max ? score > best : score < best) {
                best = score;
                best_move = move;
                if (prune) {
                    if (max ? best >= beta : best <= alpha) {
                        if constexpr (traced) cutoff = recorder_.records(depth);
                        return !(traced && recorder_.records(depth));
                    }
                    if constexpr (traced)
                        (max ? alpha : beta) = max ? std::max(alpha, best) : std::min(beta, best);
                }
            }
            return false;
        });
        visited_ += leaves;
        if constexpr (traced) recorder_.count(depth + 1, leaves);
        leave(depth, alpha, beta, best, pruned_moves);
        line_[row(depth)] = best_move;
        length_[depth] = 1;
        return best;
    }

    bool prunes() const {
        if constexpr (mode == LiteralMode::any) return prune_;
        return mode == LiteralMode::alphabeta;
    }

    std::size_t row(int depth) const { return static_cast<std::size_t>(depth) * (depth_limit_ + 1); }

    void extend_line(int depth, Move move) {
        line_[row(depth)] = move;
        std::copy_n(line_.begin() + row(depth + 1), length_[depth + 1], line_.begin() + row(depth) + 1);
        length_[depth] = length_[depth + 1] + 1;
    }

    static Value widen(Score bound) {
        return bound == unbounded ? infinity : bound == -unbounded ? -infinity : bound;
    }

    template <class Effect>
    void enter([[maybe_unused]] Move move, [[maybe_unused]] int depth, [[maybe_unused]] Score alpha,
               [[maybe_unused]] Score beta, [[maybe_unused]] Effect&& effect) {
        if constexpr (traced) recorder_.enter(move, depth, widen(alpha), widen(beta), visited_, effect);
    }

    void leave([[maybe_unused]] int depth, [[maybe_unused]] Score alpha, [[maybe_unused]] Score beta,
               [[maybe_unused]] Score value, [[maybe_unused]] std::int64_t pruned_moves) {
        if constexpr (traced) recorder_.leave(depth, widen(alpha), widen(beta), value, pruned_moves, visited_);
    }

    const Rules& rules_;
    const bool prune_;
    const int depth_limit_;
    Control& control_;
    TraceRecorder recorder_;
    std::uint64_t visited_ = 0;  // without the root
    std::uint64_t expanded_ = 0;
    std::vector<Move> line_;   // triangular table of principal variations: a row for each depth
    std::vector<int> length_;  // of the row of each depth
};

// Searches by alpha-beta if `prune`, else by minimax, and records the visits within the scope. One instantiation
// serves all cases.
template <TextbookRules Rules>
SearchResult general_literal_search(const Rules& rules, const typename Rules::State& root, int depth_limit,
                                    bool prune, const TraceScope& scope, Control& control) {
    return LiteralSearch<Rules, LiteralMode::any>(rules, depth_limit, prune, scope, control).search(root);
}

// The same without a trace, instantiated for each algorithm: faster where scores cost little.
template <TextbookRules Rules>
SearchResult untraced_literal_search(const Rules& rules, const typename Rules::State& root, int depth_limit,
                                     bool prune, Control& control) {
    using enum LiteralMode;
    return prune ? LiteralSearch<Rules, alphabeta>(rules, depth_limit, prune, {}, control).search(root)
                 : LiteralSearch<Rules, minimax>(rules, depth_limit, prune, {}, control).search(root);
}

template <TextbookRules Rules>
SearchResult literal_search(const Rules& rules, const typename Rules::State& root, int depth_limit, bool prune,
                            const TraceScope& scope, Control& control) {
    return scope.enabled() ? general_literal_search(rules, root, depth_limit, prune, scope, control)
                           : untraced_literal_search(rules, root, depth_limit, prune, control);
}

}  // namespace outply
