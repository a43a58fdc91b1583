// Games of the engine against itself, to fit the weights of the evaluation to.
//
// A game starts on a random board with an opening of random length and many random moves, which widens the range
// of positions. The end of the game is solved. Every position after the opening is a sample.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "search/iterative_deepening.hpp"
#include "search/sample.hpp"
#include "search/search_memory.hpp"
#include "warfare/api.hpp"
#include "warfare/evaluation.hpp"
#include "warfare/position.hpp"
#include "warfare/small_board.hpp"

namespace outply::warfare {

class SelfPlay {
public:
    SelfPlay(std::uint64_t seed, std::uint64_t nodes_per_move, const std::vector<std::int32_t>& weights)
        : random_(seed), nodes_(nodes_per_move), weights_(weights), memory_(table_bytes, 1) {}

    // Plays a game and returns its samples.
    std::vector<Sample> play() {
        start();
        play_opening();
        std::vector<Sample> samples;
        std::vector<Value> final_scores;
        const int solvable = size_ <= SmallBoard::max_size ? 14 : 10;
        while (empty_count_ > solvable) {
            const SearchInfo info = search(nodes_);
            add_sample(samples, final_scores, info.value);
            make(info.principal_variation.front());
        }
        add_sample(samples, final_scores, search(unlimited).value);
        for (std::size_t ply = 0; ply < samples.size(); ++ply)
            samples[ply].target += smoothed_final_score(final_scores, ply);
        // Solved endgames after random moves, which the game itself did not reach.
        while (empty_count_ > 5) {
            make_random();
            const Value gain = search(unlimited).value;
            add_sample(samples, final_scores, gain);
            samples.back().target = static_cast<double>(gain);
        }
        return samples;
    }

private:
    void start() {
        constexpr int sizes[] = {4, 5, 6, 6, 6, 6, 7, 7, 8, 8, 8, 9, 10, 10, 13};
        constexpr int highest[] = {99, 99, 99, 99, 20, 3};
        size_ = sizes[below(std::size(sizes))];
        highest_ = highest[below(std::size(highest))];
        const bool skewed = below(5) == 0;  // most values are small
        values_.clear();
        for (int cell = 0; cell < size_ * size_; ++cell) {
            const int limit = skewed ? 1 + static_cast<int>(below(static_cast<std::size_t>(highest_))) : highest_;
            values_.push_back(1 + static_cast<int>(below(static_cast<std::size_t>(limit))));
        }
        owners_.assign(values_.size(), '.');
        to_move_ = 'X';
        empty_count_ = size_ * size_;
    }

    void play_opening() {
        const double random_share = 0.2 + 0.6 * static_cast<double>(below(1000)) / 1000;
        const int plies = static_cast<int>(below(static_cast<std::size_t>(empty_count_ - 6)));
        for (int ply = 0; ply < plies; ++ply) {
            if (static_cast<double>(below(1000)) / 1000 < random_share) {
                make_random();
            } else {
                make(search(nodes_ / 8).principal_variation.front());
            }
        }
    }

    SearchInfo search(std::uint64_t nodes) {
        const Position position(size_, values_, owners_, to_move_, false);
        return search_nodes(*iterative_deepening(position, memory_, weights_), nodes);
    }

    // Takes a random empty cell, by a Raid if that is legal.
    void make_random() {
        std::size_t skipped = below(static_cast<std::size_t>(empty_count_));
        int cell = 0;
        while (owners_[cell] != '.' || skipped-- != 0) ++cell;
        make(encode(cell, has_neighbour(cell, to_move_)));
    }

    void make(Move move) {
        const int cell = cell_of(move);
        owners_[cell] = to_move_;
        if (is_raid(move)) {
            const Neighbours neighbours(size_);
            for (int i = 0; i < neighbours.of[cell].count; ++i) {
                char& owner = owners_[neighbours.of[cell].cell[i]];
                if (owner != '.') owner = to_move_;
            }
        }
        to_move_ = to_move_ == 'X' ? 'O' : 'X';
        --empty_count_;
    }

    bool has_neighbour(int cell, char owner) const {
        const Neighbours neighbours(size_);
        const auto& beside = neighbours.of[cell];
        return std::any_of(beside.cell, beside.cell + beside.count, [&](int at) { return owners_[at] == owner; });
    }

    // Adds the current position and the final score of the player to move, who still gains `gain`. The target
    // lacks the final score.
    void add_sample(std::vector<Sample>& samples, std::vector<Value>& final_scores, Value gain) const {
        Value score = 0;
        for (std::size_t cell = 0; cell < owners_.size(); ++cell) {
            if (owners_[cell] != '.') score += owners_[cell] == to_move_ ? values_[cell] : -values_[cell];
        }
        const Position position(size_, values_, owners_, to_move_, false);
        samples.push_back({empty_count_, highest_, -static_cast<double>(score), evaluation_terms(position)});
        final_scores.push_back(score + gain);
    }

    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }

    static constexpr std::size_t table_bytes = std::size_t{4} << 20;
    static constexpr std::uint64_t unlimited = UINT64_MAX;

    std::mt19937_64 random_;
    std::uint64_t nodes_;
    std::vector<std::int32_t> weights_;
    SearchMemory memory_;
    int size_ = 0, highest_ = 0, empty_count_ = 0;
    std::vector<std::int32_t> values_;
    std::string owners_;
    char to_move_ = 'X';
};

}  // namespace outply::warfare
