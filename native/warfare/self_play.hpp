// Games of the engine against itself, to fit the weights of the evaluation to.
//
// A game starts on a random board with an opening of random length and many random moves, which widens the range
// of positions. The end of the game is solved. Every position after the opening is a sample; its target is the
// score that the player to move still gains, estimated by the mean of the search values 3, 6 and 12 plies later
// and of the result. Earlier values contain less noise from later moves.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "search/control.hpp"
#include "search/iterative_deepening.hpp"
#include "search/search_memory.hpp"
#include "warfare/api.hpp"
#include "warfare/evaluation.hpp"
#include "warfare/position.hpp"

namespace outply::warfare {

struct Sample {
    int empty_count;
    int highest_value;  // of a cell of the board
    double target;
    std::vector<EvaluationTerm> terms;
};

class SelfPlay {
public:
    SelfPlay(std::uint64_t seed, std::uint64_t nodes_per_move, const std::vector<std::int32_t>& weights)
        : random_(seed), nodes_(nodes_per_move), weights_(weights), memory_(table_bytes, 1) {}

    // Plays a game and returns its samples.
    std::vector<Sample> play() {
        start();
        play_opening();
        std::vector<Visited> path;
        const int solvable = size_ <= SmallBoard::max_size ? 14 : 10;
        while (empty_count_ > solvable) {
            const SearchInfo info = search(nodes_);
            path.push_back({owners_, to_move_, score() + info.value});
            make(info.principal_variation.front());
        }
        path.push_back({owners_, to_move_, score() + search(unlimited).value});
        std::vector<Sample> samples;
        for (std::size_t ply = 0; ply < path.size(); ++ply) samples.push_back(sample(path, ply));
        // Solved endgames after random moves, which the game itself did not reach.
        while (empty_count_ > 5) {
            make_random();
            samples.push_back(sample({{owners_, to_move_, score() + search(unlimited).value}}, 0));
        }
        return samples;
    }

private:
    // A position of the game, and the final score of the player to move as the search sees it.
    struct Visited {
        std::string owners;
        char to_move;
        Value final_score;
    };

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
        const auto deepening = iterative_deepening(position, memory_, weights_);
        Control control;
        SearchLimits limits;
        limits.nodes = nodes;
        SearchInfo info = deepening->deepen(control, limits);
        while (!info.finished) info = deepening->deepen(control, limits);
        return info;
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

    // Of the player to move.
    Value score() const { return score(owners_, to_move_); }
    Value score(const std::string& owners, char to_move) const {
        Value score = 0;
        for (std::size_t cell = 0; cell < owners.size(); ++cell) {
            if (owners[cell] != '.') score += owners[cell] == to_move ? values_[cell] : -values_[cell];
        }
        return score;
    }

    Sample sample(const std::vector<Visited>& path, std::size_t ply) const {
        const Visited& now = path[ply];
        const std::size_t last = path.size() - 1;
        double final_score = 0;
        for (const std::size_t plies_later : {std::size_t{3}, std::size_t{6}, std::size_t{12}, last}) {
            const Visited& later = path[std::min(ply + plies_later, last)];
            final_score +=
                static_cast<double>(later.to_move == now.to_move ? later.final_score : -later.final_score);
        }
        const Position position(size_, values_, now.owners, now.to_move, false);
        return {position.empty_cells(), highest_,
                final_score / 4 - static_cast<double>(score(now.owners, now.to_move)), evaluation_terms(position)};
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
