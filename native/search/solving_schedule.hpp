// Which iteration is next: one ply more, or a search to the end of the game.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

namespace outply {

struct SearchLimits {
    int depth = std::numeric_limits<int>::max();
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    double solve_limit_s = std::numeric_limits<double>::infinity();  // CPU time for solving the rest of the game
};

// The iterations of one position. Those to growing depths come first. The game is solved once there is time for it
// and they provide a good aspiration window and move ordering. Where solving would take most of the time or more,
// or very long, selective searches to the end of the game come before it.
class SolvingSchedule {
public:
    // The levels of selectivity of searches to the end of the game, up to the exact search: the margin in halves
    // of the standard deviation of the evaluation's error.
    static constexpr int exact_level = 2;
    static constexpr int half_deviations[exact_level + 1] = {3, 6, 0};

    // An iteration: its depth, and how selective it is if it reaches the end of the game.
    struct Stage {
        int depth;
        int level = exact_level;
    };

    // `estimated_nodes` is the board's estimate of the nodes that solving takes.
    SolvingSchedule(int plies_left, double estimated_nodes, bool has_selective)
        : plies_left_(plies_left), estimated_nodes_(estimated_nodes), has_selective_(has_selective) {}

    bool is_exact(const Stage& stage) const { return stage.depth >= plies_left_ && stage.level == exact_level; }

    // Returns the next iteration after one of `depth`. `nodes` are those of the main thread so far.
    Stage next(const SearchLimits& limits, int depth, std::uint64_t nodes) const {
        return next(limits, depth, nodes, has_selective_);
    }

    // Returns the next iteration if none is selective.
    Stage next_exact(const SearchLimits& limits, int depth, std::uint64_t nodes) const {
        return next(limits, depth, nodes, false);
    }

    // Returns true if only more exact searches to the end of the game are left, and there is no time for the next.
    bool is_hopeless(const SearchLimits& limits, std::uint64_t nodes) const {
        if (!has_selective_ || level_ == 0) return false;
        const bool is_last = level_ == exact_level;
        return solve_nodes() * (is_last ? 1 : node_share[level_]) >
               hopeless_factor * affordable_nodes(limits, nodes, is_last ? exact_speedup : selective_speedup);
    }

    // To be called after each iteration, complete or not. Those to growing depths show the speed of the search.
    void add_iteration(double seconds, std::uint64_t nodes) {
        if (level_ > 0) return;
        iteration_seconds_ += seconds;
        iteration_nodes_ += static_cast<double>(nodes);
    }

    // To be called after a complete selective search, whose nodes give a better estimate of solving.
    void finish_level(int level, std::uint64_t nodes) {
        level_ = level + 1;
        measured_nodes_ = static_cast<double>(nodes) / node_share[level];
    }

    // Selective searches that are complete.
    int level() const { return level_; }

    // The nodes that solving takes, estimated by the last selective search; 0 before the first one.
    double measured_nodes() const { return measured_nodes_; }

    // Continues after `level` selective searches.
    void resume(int level, double measured_nodes) {
        level_ = level;
        measured_nodes_ = measured_nodes;
    }

private:
    Stage next(const SearchLimits& limits, int depth, std::uint64_t nodes, bool allows_selective) const {
        const int one_more = std::min(depth + 1, plies_left_);
        if (limits.depth < plies_left_ || limits.depth <= one_more) return {std::min(limits.depth, one_more)};
        const double cost = solve_nodes();
        const bool is_worth_levels = cost >= min_selective_cost && depth < plies_left_ - min_saved_plies;
        const bool has_levels = allows_selective && level_ < exact_level && (level_ > 0 || is_worth_levels);
        const bool is_worth_guess = has_levels && cost >= min_guess_cost[level_];
        if (!is_worth_guess &&
            cost * (has_levels ? solving_reserve : 1) <= affordable_nodes(limits, nodes, exact_speedup))
            return {level_ > 0 || is_prepared(cost, nodes, preparation_factor) ? plies_left_ : one_more};
        if (has_levels && (level_ > 0 || is_level_due(limits, cost * node_share[0], nodes)))
            return {plies_left_, level_};
        return {level_ > 0 ? plies_left_ : one_more};
    }

    bool is_level_due(const SearchLimits& limits, double cost, std::uint64_t nodes) const {
        return is_prepared(cost, nodes, level_preparation_factor) &&
               cost <= affordable_nodes(limits, nodes, selective_speedup);
    }

    double solve_nodes() const { return measured_nodes_ > 0 ? measured_nodes_ : estimated_nodes_; }

    static bool is_prepared(double cost, std::uint64_t nodes, double factor) {
        return static_cast<double>(nodes) * factor >= cost || cost < 1000;
    }

    // The nodes that the limits leave to a search that is `speedup` times as fast as the iterations.
    double affordable_nodes(const SearchLimits& limits, std::uint64_t nodes, double speedup) const {
        const double nodes_per_second = iteration_seconds_ > 1e-3 ? iteration_nodes_ / iteration_seconds_ : 5e6;
        return std::min(limits.solve_limit_s * nodes_per_second * speedup,
                        static_cast<double>(limits.nodes) - static_cast<double>(nodes));
    }

    // Solving begins when it is estimated to take at most this many times the nodes searched so far. With 10, 18
    // empty cells on 6 x 6 take 1.7 times as long to solve.
    static constexpr double preparation_factor = 100, level_preparation_factor = 20;
    static constexpr double exact_speedup = 5;  // of nodes that need no evaluation
    static constexpr double selective_speedup = 2.5;
    // The nodes of the selective searches as a share of those of the exact search.
    static constexpr double node_share[exact_level] = {0.06, 0.24};
    // Solving begins without selective searches before it if there is time for it twice over.
    static constexpr double solving_reserve = 2;
    static constexpr double hopeless_factor = 4;
    // Smaller games are searched to growing depths until they can be solved. Without this limit, a search of 500
    // nodes finds 23 of 200 puzzles less.
    static constexpr double min_selective_cost = 10'000;
    // Longer searches than these are preceded by the selective searches, which provide the window and the first
    // moves, and an estimate of the time. docs/engine.md has their effect.
    static constexpr double min_guess_cost[exact_level] = {2'000'000, 20'000'000};
    static constexpr int min_saved_plies = 6;  // between the last iteration and the end of the game

    int plies_left_;
    double estimated_nodes_;
    bool has_selective_;
    int level_ = 0;
    double measured_nodes_ = 0;
    double iteration_seconds_ = 0, iteration_nodes_ = 0;  // of the iterations before the first selective search
};

}  // namespace outply
