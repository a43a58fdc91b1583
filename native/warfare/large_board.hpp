// Warfare's rules for the engine on boards of more than 64 cells: what a move changes is kept up to date, so the
// cost of a node hardly grows with the board.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <vector>

#include "search/game_rules.hpp"
#include "warfare/evaluation.hpp"
#include "warfare/gain_ranking.hpp"
#include "warfare/incremental_board.hpp"
#include "warfare/move_selection.hpp"
#include "warfare/position.hpp"

namespace outply::warfare {

class Wide {
public:
    static constexpr int closed = 0;
    static constexpr bool has_exchanges = false;
    static constexpr bool has_quiet_moves = false;  // gains tell moves apart
    static constexpr bool knows_keys = false;

    Wide(const Setup& setup, const Evaluation& evaluation)
        : ground_(setup),
          evaluation_(evaluation),
          root_empties_(ground_.empties()),
          touched_(setup.cells()),
          stamp_(static_cast<std::size_t>(setup.cells()), 0),
          term_(static_cast<std::size_t>(setup.cells())),
          near_(static_cast<std::size_t>(setup.cells())) {
        Value sum = 0;
        for (int cell = 0; cell < ground_.cells(); ++cell) {
            sum += setup.values[cell];
            salt_ = (salt_ ^ static_cast<std::uint64_t>(setup.values[cell])) * 0x9E3779B97F4A7C15u;
            salt_ ^= salt_ >> 32;
            if (ground_.empty(cell)) empties_.push_back(static_cast<std::int16_t>(cell));
            find_near(cell);
            update(cell);
        }
        std::stable_sort(empties_.begin(), empties_.end(),
                         [&](int a, int b) { return ground_.value(a) > ground_.value(b); });
        swing_ = std::max<Value>(1, sum / ground_.cells() / 2);
        leaders_.resize(empties_.size() + 1);
        lead();
    }

    int plies_left() const { return ground_.empties(); }
    bool over() const { return ground_.empties() == 0; }
    std::size_t max_choices() const { return empties_.size() * (empties_.size() + 1) / 2; }
    std::uint64_t key() const { return ground_.key().check ^ salt_ ^ (side_ ? 0x5851F42D4C957F2Du : 0); }

    // An estimate from small boards; a node costs more here.
    double solving_nodes() const { return 1e6 * std::pow(2.5, ground_.empties() - 16); }
    static int reduction(int i) { return late(i); }
    static int width(int depth) { return few(depth); }
    Value swing() const { return swing_; }

    bool legal(Move move) const {
        const int cell = cell_of(move);
        return cell < ground_.cells() && ground_.empty(cell) && (!is_raid(move) || ground_.raidable(side_, cell));
    }

    std::int32_t gain(Move move) const {
        return is_raid(move) ? ground_.gain(side_, cell_of(move)) : ground_.value(cell_of(move));
    }

    void play(Move move) {
        const Ground::Taken taken = ground_.take(side_, cell_of(move), is_raid(move));
        taken_.push_back({taken, changed_.size()});
        ++now_;
        each_near(taken.cell);
        for (int i = 0; i < taken.conquered_count; ++i) each_near(taken.conquered[i]);
        side_ = !side_;
    }

    void undo() {
        side_ = !side_;
        const Step step = taken_.back();
        taken_.pop_back();
        ground_.undo(side_, step.taken);
        for (; changed_.size() > step.changed; changed_.pop_back()) {
            const Changed& changed = changed_.back();
            for (int view = 0; view < 2; ++view) total_[view] += changed.term[view] - term_[changed.cell][view];
            term_[changed.cell] = changed.term;
        }
    }

    void reset() {
        while (!taken_.empty()) undo();
    }

    // Fills in the `limit` most urgent moves.
    int moves(Choice* out, int limit) {
        Leaders& leaders = leaders_[taken_.size()];
        leaders.clear();
        int count = 0;
        int untouched = 0;
        for (const int cell : empties_) {
            if (!ground_.empty(cell)) continue;
            // Where nobody is near, a cell of less value is less urgent, and there are enough of them already.
            if (!ground_.raidable(0, cell) && !ground_.raidable(1, cell) && untouched++ >= most_untouched(limit))
                continue;
            const std::int32_t mine = ground_.gain(side_, cell), theirs = ground_.gain(!side_, cell);
            leaders.add(side_, mine, cell);
            leaders.add(!side_, theirs, cell);
            const std::int32_t order = urgency(mine, theirs, ground_.empty_around(cell), ground_.value(cell));
            if (count == limit && order <= out[count - 1].order) continue;
            int at = count < limit ? count++ : count - 1;
            for (; at > 0 && out[at - 1].order < order; --at) out[at] = out[at - 1];
            out[at] = {order, mine, encode(cell, ground_.raidable(side_, cell))};
        }
        return count;
    }

    Bounds bounds() const { return {-infinity, infinity}; }
    Value close(Value) const { return 0; }

    Value evaluate() {
        const std::int32_t* weights = weights_for(side_);
        std::int64_t total = total_[side_];
        for (int other = 0; other < 2; ++other) {
            const auto best = best_two(side_ ^ other);
            for (int rank = 0; rank < 2; ++rank)
                total += std::int64_t{weights[Evaluation::of_tempo(other, rank)]} * best[rank];
        }
        return total / Evaluation::unit;
    }

    // Calls term(class, value) for every term of the evaluation of the position that was given.
    template <class Term>
    void each_term(Term&& term) {
        for (int cell = 0; cell < ground_.cells(); ++cell) {
            const int kind = kind_of(cell, side_);
            if (kind >= 0) term(kind, ground_.value(cell));
        }
        lead();
        for (int other = 0; other < 2; ++other) {
            for (int rank = 0; rank < 2; ++rank)
                term(Evaluation::of_tempo(other, rank), leaders_[0].gain(side_ ^ other, rank));
        }
    }

private:
    // As many of a side's best gains as it takes for two to be untouched by any move.
    struct Leaders {
        static constexpr int enough = Touched::max_others + 3;
        Ranked best[2][enough + 1];
        int count[2] = {0, 0};

        std::int32_t gain(int side, int rank) const { return rank < count[side] ? best[side][rank].gain() : 0; }
        void clear() { count[0] = count[1] = 0; }
        void add(int side, std::int32_t gain, int cell) {
            const Ranked ranked(gain, cell);
            if (count[side] == enough && !ranked.better_than(best[side][enough - 1])) return;
            int at = count[side] < enough ? count[side]++ : enough - 1;
            for (; at > 0 && ranked.better_than(best[side][at - 1]); --at) best[side][at] = best[side][at - 1];
            best[side][at] = ranked;
        }
    };

    struct Step {
        Ground::Taken taken;
        std::size_t changed;
    };
    struct Changed {
        int cell;
        std::array<std::int64_t, 2> term;
    };

    static int most_untouched(int limit) { return std::max(limit, Leaders::enough); }

    // The class of a cell as `view` sees it, or -1 for a settled one.
    int kind_of(int cell, int view) const {
        if (ground_.empty(cell))
            return Evaluation::of_empty(ground_.raidable(view, cell), ground_.raidable(!view, cell),
                                        ground_.empty_around(cell));
        if (ground_.empty_around(cell) == 0) return -1;
        const int owner = ground_.owner(cell);
        int dangerous = 0;
        for (const int next : ground_.around(cell))
            dangerous += ground_.empty(next) && ground_.raidable(!owner, next);
        return Evaluation::of_owned(owner != view, dangerous, ground_.empty_around(cell) - dangerous);
    }

    void find_near(int cell) {
        const int size = ground_.size(), row = cell / size, column = cell % size;
        for (int r = std::max(0, row - 2); r <= std::min(size - 1, row + 2); ++r) {
            const int reach = 2 - std::abs(r - row);
            for (int c = std::max(0, column - reach); c <= std::min(size - 1, column + reach); ++c)
                near_[cell].push_back(static_cast<std::int16_t>(r * size + c));
        }
    }

    // Who is to move also tells whether the number of empty cells is even or odd.
    const std::int32_t* weights_for(int view) const { return evaluation_.weights(root_empties_ + view); }

    void update(int cell) {
        for (int view = 0; view < 2; ++view) {
            const int kind = kind_of(cell, view);
            const std::int64_t term = kind < 0 ? 0 : std::int64_t{weights_for(view)[kind]} * ground_.value(cell);
            total_[view] += term - term_[cell][view];
            term_[cell][view] = term;
        }
    }

    void each_near(int changed) {
        for (const int cell : near_[changed]) {
            if (stamp_[cell] == now_) continue;
            stamp_[cell] = now_;
            changed_.push_back({cell, term_[cell]});
            update(cell);
        }
    }

    void lead() {
        leaders_[0].clear();
        for (const int cell : empties_) {
            for (int side = 0; side < 2; ++side) leaders_[0].add(side, ground_.gain(side, cell), cell);
        }
    }

    // The two best gains of a side after the last move, by the leaders before it.
    std::array<std::int32_t, 2> best_two(int side) {
        std::array<std::int32_t, 2> best{0, 0};
        const auto add = [&best](std::int32_t gain) {
            if (gain > best[0]) {
                best = {gain, best[0]};
            } else if (gain > best[1]) {
                best[1] = gain;
            }
        };
        const Leaders& before = leaders_[taken_.size() - 1];
        touched_.mark(ground_, taken_.back().taken);
        for (const int cell : touched_) add(ground_.gain(side, cell));
        for (int i = 0, untouched = 0; i < before.count[side] && untouched < 2; ++i) {
            const Ranked ranked = before.best[side][i];
            if (touched_.contains(ranked.cell())) continue;
            add(ranked.gain());
            ++untouched;
        }
        return best;
    }

    Ground ground_;
    Evaluation evaluation_;
    int root_empties_;
    int side_ = 0;
    std::uint64_t salt_ = 0;
    Value swing_ = 1;
    std::vector<std::int16_t> empties_;  // of the position that was given, the most valuable first
    Touched touched_;
    std::vector<Leaders> leaders_;  // by ply
    std::vector<std::uint64_t> stamp_;
    std::uint64_t now_ = 0;
    std::vector<std::array<std::int64_t, 2>> term_;  // of every cell, by who is to move
    std::int64_t total_[2] = {0, 0};
    std::vector<std::vector<std::int16_t>> near_;  // at most two steps away
    std::vector<Step> taken_;
    std::vector<Changed> changed_;
};

}  // namespace outply::warfare
