// The strongest move under a clock: one search for every game. A game's rules are a template parameter; they hold
// a position, and answer:
//
//   int plies_left()              no game goes on for longer than this
//   bool over()
//   std::uint64_t key()           tells apart what the rest of the game depends on
//   std::uint64_t key_after(move) the key after a move, if `knows_keys`
//   int moves(Choice*, limit)     the moves worth trying: all, or the best `limit`
//   std::size_t max_choices()     no line of play has more of them in all
//   bool legal(move), gain(move), play(move), undo()
//   Bounds bounds()               what can still be won, at least and at most
//   Value close(beta)             the value with `closed` plies left or less
//   Value evaluate()              a guess at the value, where the search ends before the game
//   int exchanges(Choice*)        the moves that the guess does not foresee, if it `has_exchanges`
//   double solving_nodes()        how many nodes it takes to solve the rest, roughly
//   int width(depth)              how many moves are worth trying so far from the end of the search
//   int reduction(i)              how many plies less the i-th move, from 0, is searched at first
//   Value swing()                 how far values mostly move from one depth to the next
//
// Values are what the player to move still wins, not scores: they do not depend on what has been won so far.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "search/control.hpp"
#include "search/game_rules.hpp"
#include "search/transposition_table.hpp"
#include "search/types.hpp"

namespace outply {

struct RootMove {
    Move move;
    Value gain;
    Value value = -infinity;  // of the last search that told it
};

// One thread's search below the root.
template <class Rules>
class Searcher {
public:
    // Of several that share `memory`, each has a `number` of its own; `done` ends it.
    Searcher(const Rules& rules, Memory& memory, const std::atomic<bool>& done, int number)
        : rules_(rules),
          shared_(memory.shared),
          own_(memory.own(number)),
          busy_(memory.busy),
          threads_(memory.threads()),
          choices_(new Choice[rules.max_choices()]),
          done_(done) {}

    // Counts on to `limit` nodes at most, looking at `control` now and then, if there is one.
    void watch(Control* control, std::uint64_t limit) {
        control_ = control;
        limit_ = limit;
        next_look_ = std::min(limit_, nodes_ + look_every);
    }

    // After a search was stopped in the midst of it.
    void reset() {
        rules_.reset();
        used_ = 0;
    }

    // The moves of the root, the most urgent first.
    std::vector<RootMove> root_moves() {
        const int count = rules_.moves(choices_.get(), rules_.plies_left());
        std::stable_sort(choices_.get(), choices_.get() + count,
                         [](const Choice& a, const Choice& b) { return a.order > b.order; });
        std::vector<RootMove> moves;
        for (int i = 0; i < count; ++i) moves.push_back({choices_[i].move, choices_[i].gain});
        return moves;
    }

    std::uint64_t nodes() const { return nodes_; }
    Rules& rules() { return rules_; }

    // Whether any value found since the last call rests on the evaluation.
    bool guessed() { return std::exchange(guessed_, false); }

    // The value of the position after `move`, for the player who makes it.
    Value after(const RootMove& move, int depth, Value alpha, Value beta) {
        rules_.play(move.move);
        const Value value = move.gain - visit(depth - 1, move.gain - beta, move.gain - alpha);
        rules_.undo();
        return value;
    }

    Value visit(int depth, Value alpha, Value beta) {
        return depth >= rules_.plies_left() ? visit<true>(depth, alpha, beta) : visit<false>(depth, alpha, beta);
    }

private:
    // `exact`: the depth reaches to the end of the game, and nothing is guessed.
    template <bool exact>
    Value visit(int depth, Value alpha, Value beta) {
        if (++nodes_ >= next_look_) look();
        const int plies = rules_.plies_left();

        // 1. The end. The last plies of a game are short enough to be played out.
        if (exact && plies <= Rules::closed) return rules_.close(beta);
        if (rules_.over()) return 0;
        if (exact) {
            depth = plies;
        } else if (depth <= 0) {
            guessed_ = true;
            return settle(alpha, beta);
        }

        // 2. What can still be won has hard bounds; far from the window they are enough.
        const Bounds bounds = rules_.bounds();
        if (bounds.most <= alpha) return bounds.most;
        if (bounds.least >= beta) return bounds.least;

        // 3. The table. Near the end of the game, a small one that stays in the processor's cache: 5 x 5 boards
        // with 16 empty cells are solved in 0.8 of the time.
        const std::uint64_t key = rules_.key();
        Positions& memory = memory_at<exact>(plies);
        Positions::Found found;
        Move remembered = no_move;
        if (memory.find(key, found)) {
            remembered = found.move;
            if (found.depth >= depth &&
                (found.bound == Bound::exact || (found.bound == Bound::lower && found.value >= beta) ||
                 (found.bound == Bound::upper && found.value <= alpha))) {
                guessed_ |= !exact && found.depth < proven_depth;
                return found.value;
            }
        }

        // 4. The moves. With the depth left growing short, only the most urgent.
        Choice* const choices = choices_.get() + used_;
        const int limit = exact ? plies : rules_.width(depth);
        const int count = rules_.moves(choices, limit);
        used_ += static_cast<std::size_t>(count);

        // 5. Is there a move whose outcome the table knows to be good enough? Asking for all of them before the
        // first is searched also brings their entries into the cache: 0.75 of the time.
        Value best = -infinity;
        Move best_move = no_move;
        if constexpr (Rules::knows_keys && exact) {
            if (plies > near_the_end && known_to_suffice(choices, count, plies, beta, best)) {
                used_ -= static_cast<std::size_t>(count);
                return best;
            }
        }

        // 6. In order: the remembered one, then by what the rules say. Moves are picked one by one, because mostly
        // the first is enough.
        for (int i = 0; i < count; ++i) {
            if constexpr (Rules::has_quiet_moves) choices[i].order += history_[choices[i].move];
            if (choices[i].move == remembered) choices[i].order = INT32_MAX;
        }
        const Value old_alpha = alpha;
        const bool guessed_before = std::exchange(guessed_, false);
        const bool shared = threads_ > 1 && depth >= worth_sharing;
        for (int i = 0; i < std::min(count, limit); ++i) {
            const auto first = std::max_element(
                choices + i, choices + count, [](const Choice& a, const Choice& b) { return a.order < b.order; });
            std::swap(choices[i], *first);
            const std::uint64_t trace =
                key ^ static_cast<std::uint64_t>(choices[i].move + 1) * 0x9E3779B97F4A7C15u;
            if (shared && i > 0 && left_for_later(choices[i], trace)) {
                --i;
                continue;
            }
            const Choice choice = choices[i];
            if (shared) busy_.enter(trace);

            // 7. All but the first move are only asked whether they are better; late ones less deep at first.
            rules_.play(choice.move);
            const auto value_of = [&](int plies_below, Value low, Value high) {
                const Value gain = choice.gain;
                if constexpr (exact) return gain - visit<true>(plies_below, gain - high, gain - low);
                return gain - visit(plies_below, gain - high, gain - low);
            };
            Value value;
            if (i == 0) {
                value = value_of(depth - 1, alpha, beta);
            } else {
                const int less = exact || depth < 3 ? 0 : rules_.reduction(i);
                value = value_of(depth - 1 - less, alpha, alpha + 1);
                if (less > 0 && value > alpha) value = value_of(depth - 1, alpha, alpha + 1);
                if (value > alpha && value < beta) value = value_of(depth - 1, alpha, beta);
            }
            rules_.undo();
            if (shared) busy_.leave(trace);
            if (value > best) {
                best = value;
                best_move = choice.move;
                alpha = std::max(alpha, best);
                if (best >= beta) {
                    if constexpr (Rules::has_quiet_moves) praise(choice.move, depth);
                    break;
                }
            }
        }
        used_ -= static_cast<std::size_t>(count);

        // 8. What was learnt.
        if (!exact && count >= limit) guessed_ = true;
        const Bound bound = best >= beta ? Bound::lower : best > old_alpha ? Bound::exact : Bound::upper;
        memory.store(key, best, exact || guessed_ ? depth : proven_depth, best_move, bound);
        guessed_ |= guessed_before;
        return best;
    }

    // The evaluation, once nothing is left to be taken at once; nobody has to take.
    Value settle(Value alpha, Value beta) {
        Value best = rules_.evaluate();
        if constexpr (Rules::has_exchanges) {
            if (best >= beta) return best;
            Choice* const choices = choices_.get() + used_;
            const int count = rules_.exchanges(choices);
            used_ += static_cast<std::size_t>(count);
            for (int i = 0; i < count && best < beta; ++i) {
                if (++nodes_ >= next_look_) look();
                const Value gain = choices[i].gain, wanted = std::max(alpha, best);
                rules_.play(choices[i].move);
                best = std::max(best, gain - (rules_.over() ? 0 : settle(gain - beta, gain - wanted)));
                rules_.undo();
            }
            used_ -= static_cast<std::size_t>(count);
        }
        return best;
    }

    // A move that was good elsewhere is tried early here.
    void praise(Move move, int depth) {
        history_[move] += depth * depth;
        if (history_[move] > most_praise) {
            for (std::int32_t& praise : history_) praise /= 2;
        }
    }

    template <bool exact>
    Positions& memory_at(int plies) {
        return exact && plies <= near_the_end ? own_ : shared_;
    }

    bool known_to_suffice(const Choice* choices, int count, int plies, Value beta, Value& value) {
        constexpr int most = 64;
        std::uint64_t keys[most];
        Positions& below = memory_at<true>(plies - 1);
        Positions::Found found;
        for (int i = 0; i < count; ++i) below.prefetch(keys[i] = rules_.key_after(choices[i].move));
        for (int i = 0; i < count; ++i) {
            if (!below.find(keys[i], found) || found.depth < plies - 1 || found.bound == Bound::lower) continue;
            value = choices[i].gain - found.value;
            if (value >= beta) return true;
        }
        value = -infinity;
        return false;
    }

    // Several threads walk the same tree. A move that another one is busy with is left for later: by then, its
    // outcome is in the table.
    bool left_for_later(Choice& choice, std::uint64_t trace) const {
        if (choice.order == later || !busy_.with(trace)) return false;
        choice.order = later;
        return true;
    }

    void look() {
        if (done_.load(std::memory_order_relaxed) || nodes_ >= limit_) throw Stopped{};
        if (control_) {
            control_->nodes = nodes_;
            control_->check();
        }
        next_look_ = std::min(limit_, nodes_ + look_every);
    }

    static constexpr int near_the_end = 5;
    static constexpr int proven_depth = 1023;  // deeper than any game is long
    static constexpr int worth_sharing = 8;
    static constexpr std::int32_t later = INT32_MIN;
    static constexpr std::int32_t most_praise = 1 << 20;
    static constexpr std::uint64_t look_every = 256;

    Rules rules_;
    Positions &shared_, &own_;
    Busy& busy_;
    int threads_;
    std::unique_ptr<Choice[]> choices_;  // of all nodes on the way here
    std::size_t used_ = 0;
    bool guessed_ = false;  // whether a value found since this was last reset rests on the evaluation
    std::array<std::int32_t, 2048> history_{};  // by move
    const std::atomic<bool>& done_;
    Control* control_ = nullptr;
    std::uint64_t nodes_ = 0, limit_ = UINT64_MAX, next_look_ = 0;
};

}  // namespace outply
