// The empty cells of one side by falling gain.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "warfare/incremental_board.hpp"

namespace outply::warfare {

// An empty cell and its gain in one number, so that a better one is a greater one; ties go by cell.
class Ranked {
public:
    Ranked() = default;  // worse than every cell
    Ranked(std::int32_t gain, int cell)
        : key_(static_cast<std::uint64_t>(gain) << 32 | ~static_cast<std::uint32_t>(cell)) {}

    std::int32_t gain() const { return static_cast<std::int32_t>(key_ >> 32); }
    int cell() const { return static_cast<int>(~static_cast<std::uint32_t>(key_)); }
    bool better_than(Ranked other) const { return key_ > other.key_; }

private:
    std::uint64_t key_ = 0;
};

// All empty cells, the best first.
class Ranking {
public:
    explicit Ranking(int cells) : entries_(static_cast<std::size_t>(cells)) {}

    const Ranked* begin() const { return entries_.data(); }
    const Ranked* end() const { return entries_.data() + count_; }

    void sort(const Ground& ground, int side) {
        count_ = 0;
        for (int cell = 0; cell < ground.cells(); ++cell) {
            if (ground.empty(cell)) entries_[count_++] = {ground.gain(side, cell), cell};
        }
        std::sort(entries_.begin(), entries_.begin() + static_cast<std::ptrdiff_t>(count_),
                  [](Ranked a, Ranked b) { return a.better_than(b); });
    }

private:
    friend class Merged;
    std::vector<Ranked> entries_;  // of which the first `count_` are in use
    std::size_t count_ = 0;
};

// The cells that a move took or touched, told apart from all others in constant time.
class Touched {
public:
    // A move touches its own cell, and around it an empty neighbour, or the other three around a conquered one.
    // Those are the four cells next to it and the eight at distance two, of which never more than eight count.
    static constexpr int max_others = 8;

    explicit Touched(int cells) : stamp_(static_cast<std::size_t>(cells), 0) {}

    // Starts anew with the move's cell and every cell whose gain it may have changed.
    void mark(const Ground& ground, const Ground::Taken& taken) {
        ++now_;
        count_ = 0;
        stamp_[taken.cell] = now_;
        ground.each_touched(taken, [&](int cell) {
            if (stamp_[cell] == now_) return;
            stamp_[cell] = now_;
            others_[count_++] = static_cast<std::int16_t>(cell);
        });
    }

    bool contains(int cell) const { return stamp_[cell] == now_; }

    // The touched cells without the taken one.
    const std::int16_t* begin() const { return others_; }
    const std::int16_t* end() const { return others_ + count_; }

private:
    std::vector<std::uint64_t> stamp_;
    std::uint64_t now_ = 0;
    int count_ = 0;
    std::int16_t others_[max_others];
};

// A ranking after a move, read from the one before it: less what the move touched, and merged with the touched
// cells at their new gains. Mostly only the best few are wanted, so nothing is built unless asked for.
class Merged {
public:
    Merged(const Ground& ground, int side, const Ranking& before, const Touched& touched)
        : next_(before.begin()), end_(before.end()), touched_(touched) {
        int count = 0;
        for (int cell : touched) {
            const Ranked entry(ground.gain(side, cell), cell);
            int at = count++;
            for (; at > 0 && entry.better_than(changed_[at - 1]); --at) changed_[at] = changed_[at - 1];
            changed_[at] = entry;
        }
        skip_touched();
    }

    // The best one that has not been taken yet; call it only while there is one.
    Ranked take() {
        const Ranked kept = next_ != end_ ? *next_ : Ranked();
        if (changed_[at_].better_than(kept)) return changed_[at_++];
        ++next_;
        skip_touched();
        return kept;
    }

    bool done() const { return next_ == end_ && changed_[at_].gain() == 0; }

    // Writes all that have not been taken.
    void write(Ranking& after) {
        Ranked* out = after.entries_.data();
        for (; next_ != end_; ++next_) {
            if (touched_.contains(next_->cell())) continue;
            while (changed_[at_].better_than(*next_)) *out++ = changed_[at_++];
            *out++ = *next_;
        }
        while (changed_[at_].gain() != 0) *out++ = changed_[at_++];
        after.count_ = static_cast<std::size_t>(out - after.entries_.data());
    }

private:
    void skip_touched() {
        while (next_ != end_ && touched_.contains(next_->cell())) ++next_;
    }

    const Ranked *next_, *end_;
    const Touched& touched_;
    Ranked changed_[Touched::max_others + 1];  // by falling gain; the last one ends it
    int at_ = 0;
};

}  // namespace outply::warfare
