// The engine's search at the root: iterative deepening with aspiration windows, on one or several threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "alpha_beta.hpp"
#include "control.hpp"
#include "game_rules.hpp"
#include "search_memory.hpp"
#include "solving_schedule.hpp"
#include "types.hpp"

namespace outply {

// The state of a search after an iteration.
struct SearchInfo {
    int depth;
    Value value;                            // the score that the player to move still gains
    std::vector<Move> principal_variation;  // as far as the transposition table holds it
    std::uint64_t nodes;
    bool proven;    // the value is the result of perfect play to the end of the game
    bool finished;  // the value is proven, or a limit is reached
};

// The value of each root move, from one iteration.
struct MoveValues {
    std::vector<MoveValue> values;
    int depth;
    std::vector<Move> principal_variation;  // begins with the first of the moves with the highest value
    std::uint64_t nodes;
    bool proven;
};

// What a search has found so far. A later search of the same position continues from it.
struct Checkpoint {
    int depth;       // of the last complete iteration
    Value value;     // as in SearchInfo
    Move best_move;  // so far
    int level;       // selective searches to the end of the game that are complete
    double
        solve_nodes;  // an estimate of the nodes of all threads for solving; 0 before the first selective search
    Value lower, upper;  // proven bounds of the value; -infinity and infinity if there are none
};

// Iterative deepening of one position of any game.
class IterativeDeepening {
public:
    virtual ~IterativeDeepening() = default;

    // Returns true if the next iteration would search to the end of the game.
    virtual bool would_solve(const SearchLimits& limits) = 0;

    // Runs the next iteration. If it runs out of time or nodes, returns the best move so far and the value of the
    // last complete iteration.
    virtual SearchInfo deepen(Control& control, const SearchLimits& limits) = 0;

    // Returns the score that the player to move still gains by each of the moves, searched to the depth of the
    // next iteration.
    virtual MoveValues move_values(const std::vector<Move>& moves, Control& control,
                                   const SearchLimits& limits) = 0;

    // May be called by Control::poll.
    virtual Checkpoint checkpoint() const = 0;

    // Throws std::invalid_argument if the checkpoint is not of this position.
    virtual void resume(const Checkpoint& checkpoint) = 0;
};

template <EngineRules Board>
class IterativeDeepeningOf : public IterativeDeepening {
public:
    IterativeDeepeningOf(const Board& board, SearchMemory& memory)
        : schedule_(board.plies_left(), board.estimated_solve_nodes(), HasSolver<Board>) {
        memory.table.new_search();
        for (int i = 0; i < memory.threads(); ++i)
            searches_.push_back(std::make_unique<AlphaBeta<Board>>(board, memory, helper_threads_, i));
        root_moves_ = main().root_moves();
        best_move_ = root_moves_.front().move;
        value_ = root_moves_.front().gain;
    }

    bool would_solve(const SearchLimits& limits) override {
        return schedule_.is_exact(schedule_.next(limits, depth_, main().nodes()));
    }

    SearchInfo deepen(Control& control, const SearchLimits& limits) override {
        const SolvingSchedule::Stage stage = schedule_.next(limits, depth_, main().nodes());
        const auto [depth, level] = stage;
        for (auto& search : searches_) search->set_selectivity(SolvingSchedule::half_deviations[level]);
        bool stopped = false;
        Bounds no_bounds;
        Bounds& bounds = schedule_.is_exact(stage) ? proven_bounds_ : no_bounds;
        try {
            const Iteration iteration(*this, control, limits, static_cast<int>(root_moves_.size()));
            start_helpers(depth, bounds);
            const Value value = aspiration_search(main(), root_moves_, depth, bounds, &best_move_, &control);
            join_helpers();  // they read the members that are written next
            value_ = value;
            depth_ = depth - (SolvingSchedule::exact_level - level);  // a ply less for every level that follows
            proven_ = !main().take_unproven();
            if (level < SolvingSchedule::exact_level) schedule_.finish_level(level, iteration.nodes());
        } catch (const Stopped&) {
            stopped = true;
        }
        const std::uint64_t searched = nodes();
        const bool is_last = depth_ >= limits.depth;
        const bool finished = stopped || proven_ || is_last || schedule_.is_hopeless(limits, main().nodes());
        return {depth_, value_, principal_variation(control), searched, proven_, finished};
    }

    MoveValues move_values(const std::vector<Move>& moves, Control& control, const SearchLimits& limits) override {
        const int depth = schedule_.next_exact(limits, depth_, main().nodes()).depth;
        main().set_selectivity(0);
        std::vector<MoveValue> values;
        const Iteration iteration(*this, control, limits, static_cast<int>(moves.size()));
        for (const Move move : moves) {
            const RootMove root_move{move, main().board().gain(move)};
            values.push_back({move, main().search_root_move(root_move, depth, -infinity, infinity)});
            ++control.root_moves_done;
        }
        depth_ = depth;
        const auto best = std::max_element(values.begin(), values.end(),
                                           [](const auto& a, const auto& b) { return a.value < b.value; });
        best_move_ = best->move;
        value_ = best->value;
        proven_ = !main().take_unproven();
        const std::uint64_t searched = nodes();
        return {std::move(values), depth, principal_variation(control), searched, proven_};
    }

    Checkpoint checkpoint() const override {
        const double nodes = schedule_.measured_nodes() * static_cast<double>(searches_.size());
        return {depth_, value_, best_move_, schedule_.level(), nodes, proven_bounds_.lower, proven_bounds_.upper};
    }

    void resume(const Checkpoint& checkpoint) override {
        const auto best = std::find_if(root_moves_.begin(), root_moves_.end(),
                                       [&](const RootMove& move) { return move.move == checkpoint.best_move; });
        if (best == root_moves_.end() || checkpoint.depth < 0 || checkpoint.depth > main().board().plies_left() ||
            checkpoint.level < 0 || checkpoint.level > SolvingSchedule::exact_level ||
            checkpoint.lower > checkpoint.upper || checkpoint.value <= -infinity || checkpoint.value >= infinity ||
            !(checkpoint.solve_nodes >= 0))
            throw std::invalid_argument("the checkpoint does not belong to the position");
        std::rotate(root_moves_.begin(), best, best + 1);
        depth_ = checkpoint.depth;
        value_ = checkpoint.value;
        best_move_ = checkpoint.best_move;
        schedule_.resume(checkpoint.level, checkpoint.solve_nodes / static_cast<double>(searches_.size()));
        proven_bounds_.lower = checkpoint.lower;
        proven_bounds_.upper = checkpoint.upper;
    }

private:
    using Search = AlphaBeta<Board>;

    // The search of the calling thread. It alone determines the result; the others fill the transposition table.
    Search& main() { return *searches_.front(); }

    // Sets the limits of the searches, and ends the helper threads and measures the time when it is destroyed.
    class Iteration {
    public:
        Iteration(IterativeDeepeningOf& owner, Control& control, const SearchLimits& limits, int root_move_count)
            : owner_(owner), nodes_before_(owner.main().nodes()) {
            control.begin(root_move_count);
            owner.main().set_limits(control, limits.nodes);
            for (std::size_t i = 1; i < owner.searches_.size(); ++i)
                owner.searches_[i]->set_helper_limits(control);
        }
        ~Iteration() {
            owner_.join_helpers();
            owner_.main().reset();
            owner_.schedule_.add_iteration(thread_cpu_seconds() - started_s_, nodes());
        }
        Iteration(const Iteration&) = delete;
        Iteration& operator=(const Iteration&) = delete;

        std::uint64_t nodes() const { return owner_.main().nodes() - nodes_before_; }

    private:
        IterativeDeepeningOf& owner_;
        std::uint64_t nodes_before_;
        double started_s_ = thread_cpu_seconds();
    };

    // Bounds of the value of the root.
    struct Bounds {
        bool is_exact = false;  // whether the search proves them
        Value lower = -infinity, upper = infinity;

        // Returns the bounds of a window that the value lies within, or outside of on the side that is not proven.
        Value above(Value alpha) const { return std::max({alpha, lower - 1, -infinity}); }
        Value below(Value beta) const { return std::min({beta, upper + 1, infinity}); }
    };

    // Where the system provides fewer threads, for want of memory, fewer help.
    void start_helpers(int depth, Bounds bounds) {
        try {
            for (std::size_t i = 1; i < searches_.size(); ++i)
                helpers_.emplace_back(
                    [this, depth, i, moves = root_moves_, bounds]() mutable { help(depth, i, moves, bounds); });
        } catch (const std::system_error&) {
        }
    }

    void join_helpers() {
        helper_threads_.stop = 1;
        for (std::thread& helper : helpers_) helper.join();
        helpers_.clear();
        helper_threads_.stop = 0;
    }

    // Searches with an aspiration window around the value of the last iteration, and widens it until the value
    // lies inside. The window does not reach beyond the proven bounds, which an exact search improves.
    Value aspiration_search(Search& search, std::vector<RootMove>& moves, int depth, Bounds& bounds,
                            Move* best_move, Control* control) {
        Value delta = search.board().aspiration_delta();
        assert(depth >= 1 && delta > 0);
        const Value center = std::clamp(value_, bounds.lower, bounds.upper);
        Value alpha = depth_ == 0 ? -infinity : bounds.above(center - delta);
        Value beta = depth_ == 0 ? infinity : bounds.below(center + delta);
        for (int attempt = 1;; ++attempt) {
            if (control) control->root_moves_done = 0;
            const Value value = search_root(search, moves, depth, alpha, beta, bounds, best_move, control);
            if (value > alpha && value < beta) return value;
            delta *= 3;
            if (attempt == max_attempts) delta = infinity;
            if (value <= alpha) {
                alpha = bounds.above(value - delta);
            } else {
                beta = bounds.below(value + delta);
            }
        }
    }

    // Principal variation search with late move reductions, as below the root.
    Value search_root(Search& search, std::vector<RootMove>& moves, int depth, Value alpha, Value beta,
                      Bounds& bounds, Move* best_move, Control* control) {
        assert(-infinity <= alpha && alpha < beta && beta <= infinity);
        const bool exact = depth >= search.board().plies_left();
        if (depth == 1) return search_one_ply(search, moves, best_move);
        Value best = -infinity;
        for (std::size_t i = 0; i < moves.size(); ++i) {
            RootMove& move = moves[i];
            if (i == 0) {
                move.value = search.search_root_move(move, depth, alpha, beta);
            } else {
                const int reduction = exact ? 0 : search.board().reduction(static_cast<int>(i));
                move.value = search.search_root_move(move, depth - reduction, alpha, alpha + 1);
                if (reduction > 0 && move.value > alpha)
                    move.value = search.search_root_move(move, depth, alpha, alpha + 1);
                if (move.value > alpha && move.value < beta)
                    move.value = search.search_root_move(move, depth, alpha, beta);
            }
            if (control) ++control->root_moves_done;
            best = std::max(best, move.value);
            if (move.value > alpha) {
                alpha = move.value;
                if (bounds.is_exact) bounds.lower = std::max(bounds.lower, move.value);
                if (best_move) *best_move = move.move;
                // The best move so far is searched first when the window is widened and in the next iteration.
                std::rotate(moves.begin(), moves.begin() + static_cast<std::ptrdiff_t>(i),
                            moves.begin() + static_cast<std::ptrdiff_t>(i) + 1);
                if (alpha >= beta) return best;
            }
        }
        if (bounds.is_exact) bounds.upper = std::min(bounds.upper, best);
        return best;
    }

    // The first iteration computes the value of every root move, which determines their order from then on.
    Value search_one_ply(Search& search, std::vector<RootMove>& moves, Move* best_move) {
        for (RootMove& move : moves) move.value = search.search_root_move(move, 1, -infinity, infinity);
        std::stable_sort(moves.begin(), moves.end(),
                         [](const RootMove& a, const RootMove& b) { return a.value > b.value; });
        if (best_move) *best_move = moves.front().move;
        return moves.front().value;
    }

    // Runs on a helper thread: the same search as on the main thread, which finds its results in the transposition
    // table.
    void help(int depth, std::size_t thread, std::vector<RootMove>& moves, Bounds& bounds) {
        try {
            aspiration_search(*searches_[thread], moves, depth, bounds, nullptr, nullptr);
        } catch (const Stopped&) {
            searches_[thread]->reset();
        }
    }

    std::uint64_t nodes() const {
        std::uint64_t nodes = 0;
        for (const auto& search : searches_) nodes += search->nodes();
        return nodes;
    }

    // The best move, followed by hash moves as far as the transposition table holds them; the whole line if the
    // game is solved by a solver.
    std::vector<Move> principal_variation(Control& control) {
        Board& board = main().board();
        std::vector<Move> line{best_move_};
        if constexpr (HasSolver<Board>) {
            if (proven_) return solved_line(control);
        }
        for (board.play(best_move_); static_cast<int>(line.size()) < depth_ && !board.is_over();
             board.play(line.back())) {
            const Move move = main().table_move();
            if (move == no_move) break;
            line.push_back(move);
        }
        board.reset();
        return line;
    }

    // Searches again what the tables no longer hold, within a small part of the nodes so far.
    std::vector<Move> solved_line(Control& control) {
        Board& board = main().board();
        std::vector<Move> line{best_move_};
        main().set_limits(control, main().nodes() + main().nodes() / 16 + min_line_nodes);
        try {
            Value value = value_;
            for (;;) {
                value = board.gain(line.back()) - value;
                board.play(line.back());
                if (board.is_over()) break;
                line.push_back(main().best_move(value));
            }
        } catch (const Stopped&) {
            // The line ends here.
        }
        main().reset();
        return line;
    }

    static constexpr int max_attempts = 6;  // of the aspiration window
    static constexpr std::uint64_t min_line_nodes = 10'000;

    SolvingSchedule schedule_;
    HelperThreads helper_threads_;
    std::vector<std::unique_ptr<Search>> searches_;  // one for each thread, the main one first
    std::vector<std::thread> helpers_;
    std::vector<RootMove> root_moves_;  // the best move first
    Move best_move_;
    int depth_ = 0;  // of the last complete iteration
    Value value_ = 0;
    bool proven_ = false;
    Bounds proven_bounds_{true};
};

}  // namespace outply
