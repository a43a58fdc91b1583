// The empty cells of one side by falling gain.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "warfare/ground.hpp"

namespace outply::warfare {

struct Ranked {
    std::int32_t gain;
    std::int32_t cell;
    bool operator<(const Ranked& other) const {  // the better one first, ties by cell
        return gain != other.gain ? gain > other.gain : cell < other.cell;
    }
};

using Ranking = std::vector<Ranked>;

// The cells that a move took or touched, told apart from all others in constant time.
class Touched {
public:
    explicit Touched(int cells) : stamp_(cells, 0) {}

    // Starts anew with the move's cell and every cell whose gain it may have changed.
    void mark(const Ground& ground, const Ground::Taken& taken) {
        ++now_;
        count_ = 0;
        stamp_[taken.cell] = now_;
        ground.each_touched(taken, [&](int cell) {
            if (stamp_[cell] == now_) return;
            stamp_[cell] = now_;
            cells_[count_++] = static_cast<std::int16_t>(cell);
        });
    }
    bool contains(int cell) const { return stamp_[cell] == now_; }

    // The touched cells, without the taken one.
    const std::int16_t* begin() const { return cells_; }
    const std::int16_t* end() const { return cells_ + count_; }

    // A move touches its cell, and around it an empty neighbour or the three others around a conquered one,
    // which lie at distance two: never more than eight cells besides its own.
    static constexpr int max_cells = 8;

private:
    std::vector<std::uint32_t> stamp_;
    std::uint32_t now_ = 0;
    int count_ = 0;
    std::int16_t cells_[12];
};

// Reads a ranking after a move without building it: the ranking before the move, less what the move touched,
// merged with the touched cells at their new gains.
class Merged {
public:
    Merged(const Ground& ground, int side, const Ranking& before, const Touched& touched)
        : next_(before.data()), end_(before.data() + before.size()), touched_(touched) {
        for (int cell : touched) {
            const Ranked entry{ground.gain(side, cell), cell};
            int at = count_++;
            for (; at > 0 && entry < patch_[at - 1]; --at) patch_[at] = patch_[at - 1];
            patch_[at] = entry;
        }
        skip();
    }

    bool done() const { return next_ == end_ && at_ == count_; }

    const Ranked& peek() const {
        if (at_ == count_) return *next_;
        return next_ == end_ || patch_[at_] < *next_ ? patch_[at_] : *next_;
    }

    void advance() {
        if (at_ < count_ && &peek() == &patch_[at_]) {
            ++at_;
        } else {
            ++next_;
            skip();
        }
    }

private:
    void skip() {
        while (next_ != end_ && touched_.contains(next_->cell)) ++next_;
    }

    const Ranked *next_, *end_;
    const Touched& touched_;
    Ranked patch_[12];
    int at_ = 0, count_ = 0;
};

}  // namespace outply::warfare
