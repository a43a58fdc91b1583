// The empty cells of a board, ranked by their gain for one side.
#pragma once

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "warfare/incremental_board.hpp"

namespace outply::warfare {

// An empty cell with its gain, packed into one number for comparison: the higher gain is better, then the lower
// cell.
class RankedCell {
public:
    RankedCell() = default;  // worse than every cell
    RankedCell(std::int32_t gain, int cell)
        : packed_(static_cast<std::uint64_t>(gain) << 32 | ~static_cast<std::uint32_t>(cell)) {}

    std::int32_t gain() const { return static_cast<std::int32_t>(packed_ >> 32); }
    int cell() const { return static_cast<int>(~static_cast<std::uint32_t>(packed_)); }
    bool better_than(RankedCell other) const { return packed_ > other.packed_; }

private:
    std::uint64_t packed_ = 0;
};

// All empty cells, the best first.
class GainRanking {
public:
    explicit GainRanking(int cells) : entries_(static_cast<std::size_t>(cells)) {}

    const RankedCell* begin() const { return entries_.data(); }
    const RankedCell* end() const { return entries_.data() + count_; }

    void sort(const IncrementalBoard& board, int side) {
        count_ = 0;
        for (int cell = 0; cell < board.cells(); ++cell) {
            if (board.is_empty(cell)) entries_[count_++] = {board.gain(side, cell), cell};
        }
        std::sort(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(count_),
                  [](RankedCell a, RankedCell b) { return a.better_than(b); });
    }

private:
    friend class MergedRanking;
    std::vector<RankedCell> entries_;  // the first `count_` are in use
    std::size_t count_ = 0;
};

// The cell of a move and the empty cells whose gain it may have changed, with membership in constant time.
class AffectedCells {
public:
    // A move affects the empty neighbours of its cell and of the conquered cells. These are among the four cells
    // next to it and the eight at distance two, and never more than eight of them.
    static constexpr int max_others = 8;

    explicit AffectedCells(int cells) : stamp_(static_cast<std::size_t>(cells), 0) {}

    // Replaces the content by the cells of this move, the last one on the board.
    void assign(const IncrementalBoard& board, const IncrementalBoard::PlayedMove& move) {
        ++now_;
        count_ = 0;
        stamp_[move.cell] = now_;
        board.each_affected(move, [&](int cell) {
            if (stamp_[cell] == now_) return;
            stamp_[cell] = now_;
            assert(count_ < max_others);
            others_[count_++] = static_cast<std::int16_t>(cell);
        });
    }

    bool contains(int cell) const { return stamp_[cell] == now_; }

    // The cells without the one of the move.
    const std::int16_t* begin() const { return others_; }
    const std::int16_t* end() const { return others_ + count_; }

private:
    std::vector<std::uint64_t> stamp_;
    std::uint64_t now_ = 0;
    int count_ = 0;
    std::int16_t others_[max_others];
};

// The ranking after a move as a view: the ranking before it without the affected cells, merged with these at their
// new gains. Mostly only the best few are needed, so that nothing is built in advance.
class MergedRanking {
public:
    MergedRanking(const IncrementalBoard& board, int side, const GainRanking& before,
                  const AffectedCells& affected)
        : next_(before.begin()), end_(before.end()), affected_(affected) {
        int count = 0;
        for (int cell : affected) {
            const RankedCell entry(board.gain(side, cell), cell);
            int at = count++;
            for (; at > 0 && entry.better_than(changed_[at - 1]); --at) changed_[at] = changed_[at - 1];
            changed_[at] = entry;
        }
        skip_affected();
    }

    // Removes and returns the best cell. Requires !empty().
    RankedCell pop() {
        assert(!empty());
        const RankedCell unchanged = next_ != end_ ? *next_ : RankedCell();
        if (changed_[changed_at_].better_than(unchanged)) return changed_[changed_at_++];
        ++next_;
        skip_affected();
        return unchanged;
    }

    bool empty() const { return next_ == end_ && changed_[changed_at_].gain() == 0; }

    // Writes the remaining cells.
    void write(GainRanking& after) {
        RankedCell* out = after.entries_.data();
        for (; next_ != end_; ++next_) {
            if (affected_.contains(next_->cell())) continue;
            while (changed_[changed_at_].better_than(*next_)) *out++ = changed_[changed_at_++];
            *out++ = *next_;
        }
        while (changed_[changed_at_].gain() != 0) *out++ = changed_[changed_at_++];
        after.count_ = static_cast<std::size_t>(out - after.entries_.data());
    }

private:
    void skip_affected() {
        while (next_ != end_ && affected_.contains(next_->cell())) ++next_;
    }

    const RankedCell *next_, *end_;
    const AffectedCells& affected_;
    RankedCell changed_[AffectedCells::max_others + 1];  // the affected cells, the best first, and a sentinel
    int changed_at_ = 0;
};

}  // namespace outply::warfare
