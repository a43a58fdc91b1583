// The exact search of any game: the textbook's move and value with a part of its nodes.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "control.hpp"
#include "game_rules.hpp"
#include "transposition_table.hpp"
#include "types.hpp"

namespace outply {

// Values are the score that the player to move still gains. Depths are remaining plies. A table entry counts only
// for its own depth, because a deeper search may have another value than the textbook's.
template <GameRules Rules>
class ExactSearch {
    using State = typename Rules::State;

public:
    ExactSearch(const Rules& rules, int depth_limit, Control& control)
        : rules_(rules),
          root_(rules.root()),
          depth_limit_(std::min(depth_limit, rules.plies_left(root_))),
          control_(control) {
        assert(depth_limit_ >= 1 && !rules.is_over(root_));
        moves_.reserve(static_cast<std::size_t>(rules.max_moves()) * 8);
    }

    // Returns the best move; of several best moves, the first in the assignment's order. Iterative deepening by
    // two plies provides the hash moves.
    SearchResult search() {
        SearchResult result;
        for (int depth = 1 + (depth_limit_ + 1) % 2; depth <= depth_limit_; depth += 2)
            result = search_root(depth);
        result.value += rules_.template score<true>(root_);
        result.visited = nodes_ + 1;
        return result;
    }

    // Returns the value of every legal move, in the assignment's order.
    std::vector<MoveValue> move_values() {
        const Value score = rules_.template score<true>(root_);
        std::vector<MoveValue> values;
        const std::vector<OrderedMove> moves = root_moves();
        control_.begin(static_cast<int>(moves.size()));
        for (const OrderedMove& move : moves) {
            values.push_back(
                {move.move, score + search_move<true>(root_, move, depth_limit_, -infinity, infinity)});
            ++control_.root_moves_done;
        }
        return values;
    }

private:
    struct OrderedMove {
        Move move;
        Value gain;
        Value priority;
        int order;  // index in the assignment's order
    };

    std::vector<OrderedMove> root_moves() {
        generate<true>(root_);
        return std::exchange(moves_, {});
    }

    // Appends the moves of the state to `moves_`.
    template <bool max>
    void generate(const State& state) {
        const Score before = rules_.template score<max>(state);
        int order = 0;
        rules_.template each_move<max>(state, [&](Move move, Score after) {
            const Value gain = max ? Value{after} - before : Value{before} - after;
            moves_.push_back({move, gain, gain, order++});
            return false;
        });
    }

    // Principal variation search that prefers, of moves with equal values, the first in the assignment's order.
    SearchResult search_root(int depth) {
        std::vector<OrderedMove> moves = root_moves();
        for (OrderedMove& move : moves) {
            if (move.move == best_root_move_) move.priority = infinity;
        }
        std::stable_sort(moves.begin(), moves.end(),
                         [](const auto& a, const auto& b) { return a.priority > b.priority; });
        SearchResult best;
        best.value = -infinity;
        int best_order = -1;
        control_.begin(static_cast<int>(moves.size()));
        for (const OrderedMove& move : moves) {
            // An earlier move in the assignment's order has to equal the best value, a later one to exceed it.
            const Value alpha = move.order < best_order ? best.value - 1 : best.value;
            Value value = search_move<true>(root_, move, depth, alpha, best_order < 0 ? infinity : alpha + 1);
            if (value > alpha && best_order >= 0) value = search_move<true>(root_, move, depth, alpha, infinity);
            if (value > alpha) {
                best.value = value;
                best.move = move.move;
                best_order = move.order;
            }
            ++control_.root_moves_done;
        }
        assert(best.move != no_move);
        best_root_move_ = best.move;
        return best;
    }

    // Returns the value of a move from a search of `depth` plies including the move.
    template <bool max>
    Value search_move(const State& state, const OrderedMove& move, int depth, Value alpha, Value beta) {
        ++nodes_;
        if (depth == 1) return move.gain;
        const State after = rules_.template play<max>(state, move.move);
        if (rules_.is_over(after)) return move.gain;
        return move.gain - search<!max>(after, depth - 1, move.gain - beta, move.gain - alpha);
    }

    template <bool max>
    Value search(const State& state, int depth, Value alpha, Value beta) {
        assert(alpha < beta && depth >= 1);
        if (depth == 1) return last_ply<max>(state, beta);
        control_.nodes = nodes_;
        control_.check();

        // Step 1. Transposition table lookup.
        const Key key = rules_.template key<max>(state);
        Move hash_move = no_move;
        if (const auto* entry = table_.probe(key.slot, key.check)) {
            hash_move = entry->move;
            if (entry->depth == depth && is_cutoff(entry->bound, entry->value, alpha, beta)) return entry->value;
        }

        // Step 2. Move ordering: the hash move, then by gain.
        const std::size_t first = moves_.size();
        generate<max>(state);
        const std::size_t last = moves_.size();
        assert(last > first);
        for (std::size_t i = first; i < last; ++i) {
            if (moves_[i].move == hash_move) moves_[i].priority = infinity;
        }

        // Step 3. Principal variation search: a null window for all moves but the first.
        const Value old_alpha = alpha;
        Value best = -infinity;
        Move best_move = no_move;
        for (std::size_t i = first; i < last && best < beta; ++i) {
            std::size_t next = i;
            for (std::size_t j = i + 1; j < last; ++j) {
                if (moves_[j].priority > moves_[next].priority) next = j;
            }
            std::swap(moves_[i], moves_[next]);
            const OrderedMove move = moves_[i];
            Value value = search_move<max>(state, move, depth, alpha, i == first ? beta : alpha + 1);
            if (i > first && value > alpha && value < beta)
                value = search_move<max>(state, move, depth, alpha, beta);
            if (value > best) {
                best = value;
                best_move = move.move;
                alpha = std::max(alpha, best);
            }
        }
        moves_.resize(first);

        // Step 4. Transposition table store.
        table_.store(key.slot, key.check, best, depth, best_move, bound_of(best, old_alpha, beta));
        return best;
    }

    // The value with one ply left: the best gain, or any that is at least beta.
    template <bool max>
    Value last_ply(const State& state, Value beta) {
        const Score before = rules_.template score<max>(state);
        Value best = -infinity;
        rules_.template each_move<max>(state, [&](Move, Score after) {
            ++nodes_;
            best = std::max(best, max ? Value{after} - before : Value{before} - after);
            return best >= beta;
        });
        return best;
    }

    const Rules& rules_;
    const State root_;
    const int depth_limit_;
    Control& control_;
    GrowingTranspositionTable table_;
    std::vector<OrderedMove> moves_;  // a stack of the moves of all nodes from the root to the current one
    std::uint64_t nodes_ = 0;
    Move best_root_move_ = no_move;
};

// The number of nodes that minimax visits, without visiting all of them: a table holds the counts of positions
// that several orders of moves lead to. A position that replaces another one costs time, but never a wrong count.
template <GameRules Rules>
class MinimaxCount {
    using State = typename Rules::State;

public:
    MinimaxCount(const Rules& rules, Control& control) : rules_(rules), control_(control) {}

    std::uint64_t nodes(int depth_limit) { return count<true>(rules_.root(), depth_limit); }

private:
    struct Entry {
        std::uint64_t check = 0, count = 0;
        int depth = 0;
    };

    template <bool max>
    std::uint64_t count(const State& state, int depth) {
        if (depth == 0 || rules_.is_over(state)) return 1;
        std::uint64_t sum = 1;
        if (depth == 1) {
            rules_.template each_move<max>(state, [&](Move, Score) {
                ++sum;
                return false;
            });
            return sum;
        }
        const Key key = rules_.template key<max>(state);
        const Entry& known = entries_[key.slot & (entries_.size() - 1)];
        if (known.depth == depth && known.check == key.check) return known.count;
        ++control_.nodes;
        control_.check();
        rules_.template each_move<max>(state, [&](Move move, Score) {
            sum += count<!max>(rules_.template play<max>(state, move), depth - 1);
            return false;
        });
        if (++stored_ > entries_.size() && entries_.size() < max_entries) {
            stored_ = 0;
            entries_.assign(entries_.size() * 8, {});
        }
        entries_[key.slot & (entries_.size() - 1)] = {key.check, sum, depth};
        return sum;
    }

    static constexpr std::size_t max_entries = std::size_t{1} << 22;  // of 24 bytes

    const Rules& rules_;
    Control& control_;
    std::size_t stored_ = 0;
    std::vector<Entry> entries_ = std::vector<Entry>(1 << 10);
};

}  // namespace outply
