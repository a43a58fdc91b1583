// Thinking about one position, deeper and deeper, on one thread or several.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <limits>
#include <memory>
#include <thread>
#include <utility>
#include <vector>

#include "search/alpha_beta.hpp"

namespace outply {

// What is thought so far.
struct Thought {
    int depth;
    Value value;             // what the player to move still wins
    std::vector<Move> line;  // the best play for both, as far as it is known
    std::uint64_t nodes;
    bool proven;    // the value is that of perfect play to the end
    bool finished;  // no deeper search would tell more, or the limit is reached
};

// What every move is worth.
struct Values {
    std::vector<MoveValue> values;
    int depth;
    bool proven;
};

// How far a search may go.
struct Limits {
    int depth = std::numeric_limits<int>::max();
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    double solve_within = std::numeric_limits<double>::infinity();  // CPU seconds that solving the rest is worth
};

class Thinker {
public:
    virtual ~Thinker() = default;

    // Whether `deepen` would search to the end of the game.
    virtual bool would_solve(const Limits& limits) = 0;

    // Searches deeper than before. Out of time or nodes, it tells the best that it has.
    virtual Thought deepen(Control& control, const Limits& limits) = 0;

    // The value of each of the moves, which the player to move still wins by it, as deep as `deepen` would go
    // next.
    virtual Values value_all(const std::vector<Move>& moves, Control& control, const Limits& limits) = 0;
};

template <class Rules>
class ThinkerOf : public Thinker {
public:
    ThinkerOf(const Rules& rules, Memory& memory) : positions_(memory.shared) {
        positions_.begin();
        for (int i = 0; i < memory.threads(); ++i)
            searchers_.push_back(std::make_unique<Searcher<Rules>>(rules, memory, done_, i));
        moves_ = main().root_moves();
        best_ = moves_.front().move;
        value_ = moves_.front().gain;
    }

    bool would_solve(const Limits& limits) override { return next_depth(limits) >= main().rules().plies_left(); }

    Thought deepen(Control& control, const Limits& limits) override {
        const int depth = next_depth(limits);
        bool out = false;
        try {
            const Searching searching(*this, control, limits, static_cast<int>(moves_.size()));
            for (std::size_t i = 1; i < searchers_.size(); ++i)
                helpers_.emplace_back([this, depth, i, moves = moves_]() mutable { help(depth, i, moves); });
            const Value value = search(main(), moves_, depth, &best_, &control);
            end_helpers();  // they read what is written now
            value_ = value;
            depth_ = depth;
            proven_ = !main().guessed();
        } catch (const Stopped&) {
            out = true;
        }
        return {depth_, value_, line(), nodes(), proven_, out || proven_ || depth_ >= limits.depth};
    }

    Values value_all(const std::vector<Move>& moves, Control& control, const Limits& limits) override {
        const int depth = next_depth(limits);
        std::vector<MoveValue> values;
        const Searching searching(*this, control, limits, static_cast<int>(moves.size()));
        for (const Move move : moves) {
            const RootMove root{move, main().rules().gain(move)};
            values.push_back({move, main().after(root, depth, -infinity, infinity)});
            ++control.root_moves_done;
        }
        depth_ = depth;
        return {std::move(values), depth, !main().guessed()};
    }

private:
    Searcher<Rules>& main() { return *searchers_.front(); }

    // While it lives, the searchers are watched; when it ends, the helpers do.
    class Searching {
    public:
        Searching(ThinkerOf& thinker, Control& control, const Limits& limits, int moves) : thinker_(thinker) {
            control.begin(moves);
            thinker.done_ = false;
            for (auto& searcher : thinker.searchers_) {
                const bool first = searcher.get() == &thinker.main();
                searcher->watch(first ? &control : nullptr, first ? limits.nodes : UINT64_MAX);
            }
        }
        ~Searching() {
            thinker_.end_helpers();
            thinker_.main().reset();
            thinker_.seconds_ += cpu_seconds() - started_;
        }
        Searching(const Searching&) = delete;
        Searching& operator=(const Searching&) = delete;

    private:
        ThinkerOf& thinker_;
        double started_ = cpu_seconds();
    };

    void end_helpers() {
        done_ = true;
        for (std::thread& helper : helpers_) helper.join();
        helpers_.clear();
    }

    // One deeper, or straight to the end of the game, once enough has been searched to have a good guess at the
    // value and the order of the moves, and if there is time for it.
    int next_depth(const Limits& limits) {
        const int plies = main().rules().plies_left();
        const int next = std::min(depth_ + 1, plies);
        if (limits.depth <= next) return std::min(limits.depth, plies);
        const double cost = main().rules().solving_nodes();
        const double speed = seconds_ > 1e-3 ? static_cast<double>(main().nodes()) / seconds_ : 5e6;
        const bool prepared = static_cast<double>(main().nodes()) * preparation >= cost || cost < 1000;
        const bool affordable = cost <= limits.solve_within * speed * cheaper &&
                                cost <= static_cast<double>(limits.nodes) - static_cast<double>(main().nodes());
        return limits.depth >= plies && prepared && affordable ? plies : next;
    }

    // The value of the best move, by a window around the last one that grows as needed.
    Value search(Searcher<Rules>& searcher, std::vector<RootMove>& moves, int depth, Move* best,
                 Control* control) {
        Value delta = searcher.rules().swing();
        Value alpha = depth_ == 0 ? -infinity : value_ - delta;
        Value beta = depth_ == 0 ? infinity : value_ + delta;
        for (int tries = 1;; ++tries) {
            if (control) control->root_moves_done = 0;
            const Value value = root(searcher, moves, depth, alpha, beta, best, control);
            if (value > alpha && value < beta) return value;
            delta *= 3;
            if (tries == most_tries) delta = infinity;
            if (value <= alpha) {
                alpha = std::max(-infinity, value - delta);
            } else {
                beta = std::min(infinity, value + delta);
            }
        }
    }

    Value root(Searcher<Rules>& searcher, std::vector<RootMove>& moves, int depth, Value alpha, Value beta,
               Move* best, Control* control) {
        const bool exact = depth >= searcher.rules().plies_left();
        if (depth == 1) return first_look(searcher, moves, best);
        Value highest = -infinity;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            RootMove& move = moves[i];
            if (i == 0) {
                move.value = searcher.after(move, depth, alpha, beta);
            } else {
                const int less = exact ? 0 : searcher.rules().reduction(static_cast<int>(i));
                move.value = searcher.after(move, depth - less, alpha, alpha + 1);
                if (less > 0 && move.value > alpha) move.value = searcher.after(move, depth, alpha, alpha + 1);
                if (move.value > alpha && move.value < beta) move.value = searcher.after(move, depth, alpha, beta);
            }
            if (control) ++control->root_moves_done;
            highest = std::max(highest, move.value);
            if (move.value > alpha) {
                alpha = move.value;
                if (best) *best = move.move;
                // The best so far goes first, also when the search starts again.
                std::rotate(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(i),
                            moves.begin() + static_cast<std::ptrdiff_t>(i) + 1);
                if (alpha >= beta) break;
            }
        }
        return highest;
    }

    // One ply deep, every move is valued, and that is their order from here on.
    Value first_look(Searcher<Rules>& searcher, std::vector<RootMove>& moves, Move* best) {
        for (RootMove& move : moves) move.value = searcher.after(move, 1, -infinity, infinity);
        std::stable_sort(moves.begin(), moves.end(),
                         [](const auto& a, const auto& b) { return a.value > b.value; });
        if (best) *best = moves.front().move;
        return moves.front().value;
    }

    // Searches the same as the main thread until that one is done: what it finds is in the table.
    void help(int depth, std::size_t number, std::vector<RootMove>& moves) {
        try {
            search(*searchers_[number], moves, depth, nullptr, nullptr);
        } catch (const Stopped&) {
            searchers_[number]->reset();
        }
    }

    std::uint64_t nodes() const {
        std::uint64_t nodes = 0;
        for (const auto& searcher : searchers_) nodes += searcher->nodes();
        return nodes;
    }

    // The best move, and what the table remembers after it.
    std::vector<Move> line() {
        Rules& rules = main().rules();
        std::vector<Move> line{best_};
        Positions::Found found;
        for (rules.play(best_); static_cast<int>(line.size()) < depth_ && !rules.over(); rules.play(line.back())) {
            if (!positions_.find(rules.key(), found) || !rules.legal(found.move)) break;
            line.push_back(found.move);
        }
        rules.reset();
        return line;
    }

    static constexpr double preparation = 100;  // with 10, 18 empty cells on 6 x 6 take 1.7 times as long to solve
    static constexpr double cheaper = 2;        // how much faster the nodes are that need no evaluation
    static constexpr int most_tries = 6;

    Positions& positions_;
    std::atomic<bool> done_{false};
    std::vector<std::unique_ptr<Searcher<Rules>>> searchers_;  // the first one decides
    std::vector<std::thread> helpers_;
    std::vector<RootMove> moves_;  // the best one first, the others by promise
    Move best_;
    int depth_ = 0;
    Value value_ = 0;
    bool proven_ = false;
    double seconds_ = 0;
};

}  // namespace outply
