// The engine's search below the root: alpha-beta as principal variation search, with a transposition table, late
// move reductions, late move pruning and quiescence search. docs/engine.md explains the techniques and names the
// literature.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "busy_moves.hpp"
#include "control.hpp"
#include "game_rules.hpp"
#include "search_memory.hpp"
#include "transposition_table.hpp"
#include "types.hpp"

namespace outply {

struct RootMove {
    Move move;
    Value gain;
    Value value = -infinity;  // from the last search of the move
};

// What the main thread shares with the threads that help it.
struct HelperThreads {
    StopFlag stop{0};                     // ends the searches of the helpers
    std::atomic<std::uint64_t> nodes{0};  // of the helpers, as far as they have counted them
};

// A board with a search of its own for solving the rest of the game: `Board::Solver`, see warfare/solver.hpp.
template <class Board>
concept HasSolver = requires(const Board& board, int cell) {
    board.solver_board();
    board.solver_state();
    board.solver_evaluate();
    { board.evaluation_deviation() } -> std::same_as<std::int32_t>;
    { board.best_move(cell) } -> std::same_as<Move>;
};

// The search of one thread.
template <EngineRules Board>
class AlphaBeta {
public:
    // `thread` is the number of this thread among those that share `memory` and `helpers`; thread 0 is the main
    // one, the others help it.
    AlphaBeta(const Board& board, SearchMemory& memory, HelperThreads& helpers, int thread)
        : board_(board),
          table_(memory.table),
          endgame_table_(memory.endgame_table(thread)),
          busy_moves_(memory.busy_moves),
          threads_(memory.threads()),
          moves_(new ScoredMove[board.move_stack_size()]),
          stop_helpers_(helpers.stop),
          helpers_(helpers),
          is_helper_(thread > 0),
          solver_(make_solver(memory, thread)) {}
    AlphaBeta(const AlphaBeta&) = delete;
    AlphaBeta& operator=(const AlphaBeta&) = delete;

    // Makes `control` stop the search, and limits the total number of nodes.
    void set_limits(Control& control, std::uint64_t max_nodes) {
        control_ = &control;
        stop_ = &control.stop_flag();
        max_nodes_ = max_nodes;
        schedule_check();
    }

    // For a helper thread: only `control.stop()` and `stop_helpers` end the search. It does not wait until the
    // main thread has run and seen the flag: with two threads on two cores, that took another 8 ms.
    void set_helper_limits(const Control& control) {
        control_ = nullptr;
        stop_ = &control.stop_flag();
        max_nodes_ = UINT64_MAX;
        schedule_check();
    }

    // Returns to the root after a search has thrown Stopped.
    void reset() {
        board_.reset();
        move_stack_top_ = 0;
    }

    // Returns all moves of the root, the highest priority first.
    std::vector<RootMove> root_moves() {
        const int count = board_.generate_moves(moves_.get(), board_.plies_left());
        assert(count > 0);
        std::stable_sort(moves_.get(), moves_.get() + count, has_priority);
        std::vector<RootMove> moves;
        for (int i = 0; i < count; ++i) moves.push_back({moves_[i].move, moves_[i].gain});
        return moves;
    }

    std::uint64_t nodes() const {
        if constexpr (HasSolver<Board>) return nodes_ + solver_.nodes();
        return nodes_;
    }
    Board& board() { return board_; }

    // Returns true if a value computed since the last call depends on the evaluation or on late move pruning.
    bool take_unproven() { return std::exchange(unproven_, false); }

    // Makes searches to the end of the game selective: they skip positions whose evaluation lies outside the
    // window by `half_deviations` / 2 standard deviations of its error. With 0, they are exact.
    void set_selectivity(int half_deviations) {
        if constexpr (HasSolver<Board>) {
            is_selective_ = half_deviations != 0;
            solver_.set_margin(half_deviations * board_.evaluation_deviation() / 2);
        } else {
            assert(half_deviations == 0);
        }
    }

    // Returns the best move of the position in the tables, or `no_move`.
    Move table_move() {
        if constexpr (HasSolver<Board>) {
            const int cell = solver_.table_cell(board_.solver_state(), board_.plies_left());
            if (cell >= 0 && board_.is_legal(board_.best_move(cell))) return board_.best_move(cell);
        }
        TranspositionTable::Entry entry;
        return table_.probe(board_.key(), entry) && board_.is_legal(entry.move) ? entry.move : no_move;
    }

    // Returns the value of a root move, searched to the given depth.
    Value search_root_move(const RootMove& move, int depth, Value alpha, Value beta) {
        assert(board_.is_legal(move.move));
        board_.play(move.move);
        const Value value = move.gain - search(depth - 1, move.gain - beta, move.gain - alpha);
        board_.undo();
        return value;
    }

    // Returns a move that reaches the value of the position, which has been solved.
    Move best_move(Value value)
        requires HasSolver<Board>
    {
        return board_.best_move(
            solver_.best_cell(board_.solver_state(), board_.plies_left(), static_cast<std::int32_t>(value)));
    }

private:
    Value search(int depth, Value alpha, Value beta) {
        if constexpr (HasSolver<Board>) {
            if (depth >= board_.plies_left()) return solve(alpha, beta);
            return search<false>(depth, alpha, beta);
        }
        return depth >= board_.plies_left() ? search<true>(depth, alpha, beta) : search<false>(depth, alpha, beta);
    }

    // `exact` is true if the depth reaches the end of the game: then there is no evaluation, no late move pruning
    // and no late move reduction.
    template <bool exact>
    Value search(int depth, Value alpha, Value beta) {
        assert(alpha < beta);
        count_node();
        const int plies_left = board_.plies_left();
        assert(exact || depth < plies_left);

        // Step 1. Leaves. The last plies of a game are solved in closed form; at the depth limit, the quiescence
        // search takes over.
        if (exact && plies_left <= Board::endgame_plies) return board_.solve_endgame(beta);
        if (board_.is_over()) return 0;
        if (exact) {
            depth = plies_left;
        } else if (depth <= 0) {
            unproven_ = true;
            return quiescence(alpha, beta);
        }

        // Step 2. Value bounds. If the best or the worst possible outcome lies outside the window, it decides.
        const ValueBounds bounds = board_.value_bounds();
        assert(bounds.lower <= bounds.upper);
        if (bounds.upper <= alpha) return bounds.upper;
        if (bounds.lower >= beta) return bounds.lower;

        // Step 3. Transposition table lookup. Near the end of the game, a small table is used that stays in the
        // processor's cache: 5 x 5 boards with 16 empty cells are solved in 0.8 of the time.
        const std::uint64_t key = board_.key();
        TranspositionTable& table = table_at<exact>(plies_left);
        TranspositionTable::Entry entry;
        Move hash_move = no_move;
        if (table.probe(key, entry)) {
            hash_move = entry.move;
            if (entry.depth >= depth && is_cutoff(entry.bound, entry.value, alpha, beta)) {
                unproven_ |= !exact && entry.depth < proven_depth;
                return entry.value;
            }
        }

        // Step 4. Move generation. Late move pruning: the smaller the depth, the fewer moves are searched.
        ScoredMove* const moves = moves_.get() + move_stack_top_;
        const int move_limit = exact ? plies_left : board_.move_limit(depth);
        const int count = generate_moves<exact>(moves, move_limit, depth);
        move_stack_top_ += static_cast<std::size_t>(count);
        assert(count > 0 && move_stack_top_ <= board_.move_stack_size());

        // Step 5. Enhanced transposition cutoff. Probing all children before the first is searched also brings
        // their entries into the processor's cache: 0.75 of the time.
        Value best = -infinity;
        Move best_move = no_move;
        if constexpr (Board::has_child_keys && exact) {
            if (plies_left > endgame_table_plies &&
                enhanced_transposition_cutoff(moves, count, plies_left, beta, best)) {
                move_stack_top_ -= static_cast<std::size_t>(count);
                return best;
            }
        }

        // Step 6. Move ordering: the hash move, then by the board's priority plus the history heuristic. Each move
        // is selected when its turn comes, because the first one mostly causes a cutoff.
        for (int i = 0; i < count; ++i) {
            if constexpr (Board::uses_history) moves[i].priority += history_[moves[i].move];
            if (moves[i].move == hash_move) moves[i].priority = INT32_MAX;
        }
        const Value old_alpha = alpha;
        const bool unproven_before = std::exchange(unproven_, false);
        const bool defers = threads_ > 1 && depth >= min_deferral_depth;
        const int searched = exact ? count : std::min(count, move_limit);
        for (int i = 0; i < searched; ++i) {
            const auto first =
                std::max_element(moves + i, moves + count,
                                 [](const ScoredMove& a, const ScoredMove& b) { return a.priority < b.priority; });
            std::swap(moves[i], *first);

            // Step 7. Move deferral (simplified ABDADA). A move that another thread is searching is postponed;
            // when its turn comes again, its value is in the transposition table.
            const std::uint64_t move_key = BusyMoves::key_of(key, moves[i].move);
            if (defers && i > 0 && defer(moves[i], move_key)) {
                --i;
                continue;
            }
            const ScoredMove move = moves[i];
            if (defers) busy_moves_.add(move_key);

            // Step 8. Principal variation search: after the first move, a null window decides whether a move is
            // better, and only then its value is searched. Late move reductions: the null window search of a late
            // move is less deep at first.
            board_.play(move.move);
            const auto value_of = [&](int new_depth, Value low, Value high) {
                const Value gain = move.gain;
                if constexpr (exact) return gain - search<true>(new_depth, gain - high, gain - low);
                return gain - search(new_depth, gain - high, gain - low);
            };
            Value value;
            if (i == 0) {
                value = value_of(depth - 1, alpha, beta);
            } else {
                const int reduction = exact || depth < Board::min_reduction_depth ? 0 : board_.reduction(i);
                value = value_of(depth - 1 - reduction, alpha, alpha + 1);
                if (reduction > 0 && value > alpha) value = value_of(depth - 1, alpha, alpha + 1);
                if (value > alpha && value < beta) value = value_of(depth - 1, alpha, beta);
            }
            board_.undo();
            if (defers) busy_moves_.remove(move_key);
            assert(-infinity < value && value < infinity);

            // Step 9. Best move and beta cutoff.
            if (value > best) {
                best = value;
                best_move = move.move;
                alpha = std::max(alpha, best);
                if (best >= beta) {
                    if constexpr (Board::uses_history) update_history(move.move, depth);
                    break;
                }
            }
        }
        move_stack_top_ -= static_cast<std::size_t>(count);

        // Step 10. Transposition table store. A value that depends on no evaluation is valid for every depth.
        if (!exact && count >= move_limit) unproven_ = true;
        require_running();
        table.store(key, best, exact || unproven_ ? depth : proven_depth, best_move,
                    bound_of(best, old_alpha, beta));
        unproven_ |= unproven_before;
        return best;
    }

    // Searches to the end of the game by the search of the board.
    Value solve(Value alpha, Value beta)
        requires HasSolver<Board>
    {
        constexpr Value unlimited = Solver::unlimited;
        unproven_ |= is_selective_;
        return solver_.search(board_.solver_state(), board_.plies_left(),
                              static_cast<std::int32_t>(std::clamp(alpha, -unlimited, unlimited - 1)),
                              static_cast<std::int32_t>(std::clamp(beta, -unlimited + 1, unlimited)),
                              beta - alpha == 1);
    }

    // Generates the `limit` best moves at least. Far from the leaves, twice as many are ordered by the evaluation
    // of the position after each: +82 Elo on 6 x 6 boards and +72 on 10 x 10 with 5 ms a move, at 0.7 and 0.8 of
    // the nodes per second. From depth 3 on it is worth as much, from depth 2 on less.
    template <bool exact>
    int generate_moves(ScoredMove* moves, int limit, int depth) {
        if constexpr (!exact && Board::has_evaluated_moves) {
            if (depth >= min_evaluation_depth) {
                int count = board_.generate_moves(moves, 2 * limit);
                if (count > 2 * limit) {
                    std::nth_element(moves, moves + 2 * limit, moves + count, has_priority);
                    count = 2 * limit;
                }
                for (int i = 0; i < count; ++i) moves[i].priority = board_.evaluated_priority(moves[i]);
                return count;
            }
        }
        return board_.generate_moves(moves, limit);
    }

    static bool has_priority(const ScoredMove& a, const ScoredMove& b) { return a.priority > b.priority; }

    // Quiescence search: the evaluation (stand pat), or a capture if that is better.
    Value quiescence(Value alpha, Value beta) {
        assert(alpha < beta);
        Value best = board_.evaluate();
        if constexpr (Board::has_captures) {
            if (best >= beta) return best;
            ScoredMove* const captures = moves_.get() + move_stack_top_;
            const int count = board_.generate_captures(captures);
            move_stack_top_ += static_cast<std::size_t>(count);
            assert(move_stack_top_ <= board_.move_stack_size());
            for (int i = 0; i < count && best < beta; ++i) {
                count_node();
                const Value gain = captures[i].gain, new_alpha = std::max(alpha, best);
                board_.play(captures[i].move);
                best = std::max(best, gain - (board_.is_over() ? 0 : quiescence(gain - beta, gain - new_alpha)));
                board_.undo();
            }
            move_stack_top_ -= static_cast<std::size_t>(count);
        }
        return best;
    }

    // History heuristic: a move that caused a cutoff is searched early in other positions as well.
    void update_history(Move move, int depth) {
        history_[move] += depth * depth;
        if (history_[move] > max_history) {
            for (std::int32_t& score : history_) score /= 2;
        }
    }

    template <bool exact>
    TranspositionTable& table_at(int plies_left) {
        return exact && plies_left <= endgame_table_plies ? endgame_table_ : table_;
    }

    // Returns true and the value if the table's entry of a child proves that its move is good enough for a cutoff.
    bool enhanced_transposition_cutoff(const ScoredMove* moves, int count, int plies_left, Value beta,
                                       Value& value) {
        constexpr int max_count = 64;
        assert(count <= max_count);
        std::uint64_t keys[max_count];
        TranspositionTable& table = table_at<true>(plies_left - 1);
        TranspositionTable::Entry entry;
        for (int i = 0; i < count; ++i) table.prefetch(keys[i] = board_.key_after(moves[i].move));
        for (int i = 0; i < count; ++i) {
            if (!table.probe(keys[i], entry) || entry.depth < plies_left - 1 || entry.bound == Bound::lower)
                continue;
            value = moves[i].gain - entry.value;
            if (value >= beta) return true;
        }
        value = -infinity;
        return false;
    }

    // Returns true if the move was moved to the end because another thread is searching it.
    bool defer(ScoredMove& move, std::uint64_t move_key) const {
        if (move.priority == deferred || !busy_moves_.contains(move_key)) return false;
        move.priority = deferred;
        return true;
    }

    // The flag is read at every node and before every store, because any of them may be the first access to a huge
    // page of a table, which the system has to clear: up to 2.3 ms in a virtual machine. With the other checks,
    // every 256 nodes, stopping took up to 86 ms of CPU time while the table was new.
    void count_node() {
        require_running();
        if (++nodes_ >= next_check_) check_limits();
    }

    void require_running() const {
        if ((stop_->load(std::memory_order_relaxed) | stop_helpers_.load(std::memory_order_relaxed)) != 0)
            [[unlikely]]
            throw Stopped{};
    }

    // Throws Stopped if a limit is reached.
    void check_limits() {
        if (nodes() >= max_nodes_) throw Stopped{};
        if (is_helper_)
            helpers_.nodes.fetch_add(nodes() - std::exchange(counted_nodes_, nodes()), std::memory_order_relaxed);
        if (control_) {
            control_->nodes = nodes() + helpers_.nodes.load(std::memory_order_relaxed);
            control_->check();
        }
        schedule_check();
    }

    void schedule_check() {
        const std::uint64_t left = max_nodes_ - std::min(max_nodes_, nodes());
        next_check_ = nodes_ + std::min(left, check_interval_nodes);
        if constexpr (HasSolver<Board>) solver_.set_next_check(solver_.nodes() + solver_interval());
    }

    // The nodes until the next check of the solver.
    std::uint64_t solver_interval() const {
        const std::uint64_t reserved = nodes() + Solver::max_unchecked_nodes;
        return std::min(max_nodes_ - std::min(max_nodes_, reserved), check_interval_nodes);
    }

    // Called by the solver.
    struct SolverCheck {
        AlphaBeta* search;
        void require_running() const { search->require_running(); }
        std::uint64_t operator()(std::uint64_t nodes) const {
            search->check_limits();
            if (search->solver_interval() == 0) throw Stopped{};
            return nodes + search->solver_interval();
        }
    };

    struct NoSolver {};
    template <class B>
    struct SolverOf {
        using type = NoSolver;
    };
    template <HasSolver B>
    struct SolverOf<B> {
        using type = typename B::template Solver<SolverCheck>;
    };
    using Solver = typename SolverOf<Board>::type;

    Solver make_solver(SearchMemory& memory, int thread) {
        if constexpr (HasSolver<Board>) {
            return Solver(board_.solver_board(),
                          {memory.bounds_table(), memory.selective_bounds_table(),
                           memory.endgame_bounds_table(thread), memory.table},
                          memory.threads() > 1 ? &memory.busy_moves : nullptr, board_.solver_evaluate(),
                          SolverCheck{this});
        } else {
            return {};
        }
    }

    static constexpr int endgame_table_plies = 5;
    static constexpr int proven_depth = TranspositionTable::max_depth;  // deeper than any game is long
    static constexpr int min_deferral_depth = 8;
    static constexpr int min_evaluation_depth = 4;
    static constexpr std::int32_t deferred = INT32_MIN;  // the priority of a deferred move
    static constexpr std::int32_t max_history = 1 << 20;
    static constexpr std::uint64_t check_interval_nodes = 256;

    Board board_;
    TranspositionTable &table_, &endgame_table_;
    BusyMoves& busy_moves_;
    int threads_;
    std::unique_ptr<ScoredMove[]> moves_;  // a stack of the moves of all nodes from the root to the current one
    std::size_t move_stack_top_ = 0;
    bool unproven_ = false;                                                 // see take_unproven
    bool is_selective_ = false;                                             // see set_selectivity
    std::array<std::int32_t, TranspositionTable::max_move + 1> history_{};  // by move
    const StopFlag& stop_helpers_;
    const StopFlag* stop_ = &stop_helpers_;  // that of the control, once there is one
    HelperThreads& helpers_;
    bool is_helper_;
    std::uint64_t counted_nodes_ = 0;  // those of this thread in `helpers_`
    Solver solver_;
    Control* control_ = nullptr;
    std::uint64_t nodes_ = 0, max_nodes_ = UINT64_MAX, next_check_ = 0;
};

}  // namespace outply
