// Warfare's rules on bit boards, for the literal search.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "bitset.hpp"
#include "warfare/position.hpp"

namespace outply::warfare {

template <int Words, Rules rules>
class Board {
public:
    using Set = Bits<Words>;
    using Score = std::int32_t;

    struct State {
        Set mine, theirs, empty;  // `mine`: of the player who moves at the root
        Score score;
    };

    explicit Board(const Setup& setup) : size_(setup.size), values_(setup.values), neighbours_(setup.size) {
        for (int cell = 0; cell < setup.cells(); ++cell) {
            if (cell % size_ != 0) not_first_column_.set(cell);
            if (cell % size_ != size_ - 1) not_last_column_.set(cell);
            Set around;
            for (int i = 0; i < neighbours_.of[cell].count; ++i) around.set(neighbours_.of[cell].cell[i]);
            around_.push_back(around);
        }
    }

    static State root(const Setup& setup) {
        State state{{}, {}, {}, static_cast<Score>(setup.score())};
        for (int cell = 0; cell < setup.cells(); ++cell) {
            const char owner = setup.owners[cell];
            (owner == '.' ? state.empty : owner == setup.to_move ? state.mine : state.theirs).set(cell);
        }
        return state;
    }

    template <bool /*mine*/>
    Score score(const State& state) const {
        return state.score;
    }
    bool over(const State& state) const { return !state.empty.any(); }

    template <bool mine, class Visit>
    void each_move(const State& state, Visit&& visit) const {
        const Set& own = mine ? state.mine : state.theirs;
        const Set& enemy = mine ? state.theirs : state.mine;
        const Set raidable = state.empty & beside(own);
        if constexpr (rules == Rules::raid) {
            const bool done = state.empty.each(
                [&](int cell) { return visit(encode(cell, false), after<mine>(state, values_[cell])); });
            if (done) return;
            raidable.each(
                [&](int cell) { return visit(encode(cell, true), after<mine>(state, raid_gain(enemy, cell))); });
        } else {
            state.empty.each([&](int cell) {
                const bool raid = raidable.test(cell);
                return visit(encode(cell, raid),
                             after<mine>(state, raid ? raid_gain(enemy, cell) : values_[cell]));
            });
        }
    }

    template <bool mine>
    State play(const State& state, Move move) const {
        State next = state;
        Set& own = mine ? next.mine : next.theirs;
        Set& enemy = mine ? next.theirs : next.mine;
        const int cell = cell_of(move);
        next.empty.reset(cell);
        own.set(cell);
        Score gain = values_[cell];
        if (is_raid(move)) {
            gain = raid_gain(enemy, cell);
            const Set conquered = enemy & around_[cell];
            own |= conquered;
            enemy ^= conquered;
        }
        next.score = after<mine>(state, gain);
        return next;
    }

    // Which of the cells around are conquered, a bit for each.
    template <bool mine>
    int effect(const State& state, Move move, std::span<const Move> /*line*/) const {
        if (!is_raid(move)) return 0;
        const Set& enemy = mine ? state.theirs : state.mine;
        const Neighbours::Four& four = neighbours_.of[cell_of(move)];
        int conquered = 0;
        for (int i = 0; i < four.count; ++i) conquered |= static_cast<int>(enemy.test(four.cell[i])) << i;
        return conquered;
    }

    // The cells next to one of the set, and perhaps some beyond the last row.
    Set beside(const Set& set) const {
        return (set.up(1) & not_first_column_) | (set.down(1) & not_last_column_) | set.up(size_) |
               set.down(size_);
    }

    Score sum(const Set& set) const {
        Score sum = 0;
        set.each([&](int cell) {
            sum += values_[cell];
            return false;
        });
        return sum;
    }

private:
    // The cell's value, and twice that of every enemy cell around it: one loses what the other gets.
    Score raid_gain(const Set& enemy, int cell) const {
        const Neighbours::Four& four = neighbours_.of[cell];
        Score conquered = 0;
        for (int i = 0; i < 4; ++i) {
            const int next = four.cell[i];
            conquered += values_[next] & -static_cast<Score>(enemy.test(next));
        }
        return values_[cell] + 2 * conquered;
    }

    template <bool mine>
    static Score after(const State& state, Score gain) {
        return mine ? state.score + gain : state.score - gain;
    }

    int size_;
    std::vector<Score> values_;
    Neighbours neighbours_;
    Set not_first_column_, not_last_column_;
    std::vector<Set> around_;
};

}  // namespace outply::warfare
