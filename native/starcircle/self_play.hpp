// Games of the engine against itself, to fit the weights of the evaluation to.
//
// A game starts with an opening of random length and many random moves, which widens the range of positions. Every
// position after the opening whose best move is a step is a sample: the quiescence search takes care of jumps.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <vector>

#include "search/iterative_deepening.hpp"
#include "search/sample.hpp"
#include "search/search_memory.hpp"
#include "search/types.hpp"
#include "starcircle/api.hpp"
#include "starcircle/engine_board.hpp"
#include "starcircle/position.hpp"
#include "starcircle/rules.hpp"

namespace outply::starcircle {

class SelfPlay {
public:
    SelfPlay(std::uint64_t seed, std::uint64_t nodes_per_move, const std::vector<std::int32_t>& weights)
        : random_(seed), nodes_(nodes_per_move), weights_(weights), memory_(table_bytes, 1) {}

    // Plays a game and returns its samples.
    std::vector<Sample> play() {
        start();
        play_opening();
        std::vector<Sample> samples;
        std::vector<std::size_t> plies;  // of the samples
        std::vector<Value> final_scores;
        while (!is_over_) {
            const SearchInfo info = search(nodes_);
            const Move move = info.principal_variation.front();
            if (move != pass_move && !is_jump(move)) {
                plies.push_back(final_scores.size());
                samples.push_back(sample());
            }
            final_scores.push_back(score_ + info.value);
            make(move);
        }
        final_scores.push_back(score_);
        for (std::size_t i = 0; i < samples.size(); ++i)
            samples[i].target += smoothed_final_score(final_scores, plies[i]);
        return samples;
    }

private:
    void start() {
        for (int square = 0; square < 32; ++square) {
            if (row_of(square) >= 5) stars_ |= Squares{1} << square;
            if (row_of(square) <= 2) circles_ |= Squares{1} << square;
        }
        const bool is_regular = below(4) != 0;
        std::int32_t weight = 0;
        for (std::int32_t& row_weight : row_weights_)
            row_weight = weight += is_regular ? 10 : 1 + static_cast<std::int32_t>(below(20));
    }

    void play_opening() {
        const std::size_t random_percent = 20 + below(60), plies = 2 + below(40);
        for (std::size_t ply = 0; ply < plies && !is_over_; ++ply)
            make(below(100) < random_percent ? random_move() : search(nodes_ / 8).principal_variation.front());
    }

    Position position() const { return {stars_, circles_, star_to_move_, passed_, row_weights_, 0}; }

    SearchInfo search(std::uint64_t nodes) {
        return search_nodes(*iterative_deepening(position(), memory_, weights_), nodes);
    }

    Move random_move() {
        std::vector<Move> moves;
        const Rules rules(position());
        rules.each_move<true>(Rules::root(position()), [&](Move move, Score) {
            moves.push_back(move);
            return false;
        });
        return moves[below(moves.size())];
    }

    void make(Move move) {
        const Rules rules(position());
        const Rules::State next = rules.play<true>(Rules::root(position()), move);
        score_ = -(score_ + next.score);
        (star_to_move_ ? stars_ : circles_) = next.max_squares;
        (star_to_move_ ? circles_ : stars_) = next.min_squares;
        star_to_move_ = !star_to_move_;
        passed_ = next.passes == 1;
        is_over_ = rules.is_over(next);
    }

    // The current position; the target lacks the final score.
    Sample sample() const {
        const int unit = (row_weights_[7] - row_weights_[0]) / 7;
        return {position().expected_plies(), unit, -static_cast<double>(score_), evaluation_terms(position())};
    }

    std::size_t below(std::size_t limit) { return static_cast<std::size_t>(random_() % limit); }

    static constexpr std::size_t table_bytes = std::size_t{4} << 20;

    std::mt19937_64 random_;
    std::uint64_t nodes_;
    std::vector<std::int32_t> weights_;
    SearchMemory memory_;
    std::array<std::int32_t, 8> row_weights_{};
    Squares stars_ = 0, circles_ = 0;
    bool star_to_move_ = true, passed_ = false, is_over_ = false;
    Value score_ = 0;  // of the player to move, compared with the start of the game
};

}  // namespace outply::starcircle
