// Compiles the engine for Warfare, on boards of up to 64 cells and on larger ones.

#include "warfare/api.hpp"
#include "warfare/evaluation.hpp"
#include "warfare/large_board.hpp"
#include "warfare/small_board.hpp"

namespace outply::warfare {

std::unique_ptr<IterativeDeepening> iterative_deepening(const Position& position, SearchMemory& memory,
                                                        const std::vector<std::int32_t>& weights) {
    const Evaluation evaluation(weights);
    if (position.size <= SmallBoard::max_size)
        return std::make_unique<IterativeDeepeningOf<SmallBoard>>(SmallBoard(position, evaluation), memory);
    return std::make_unique<IterativeDeepeningOf<LargeBoard>>(LargeBoard(position, evaluation), memory);
}

Value evaluate(const Position& position, const std::vector<std::int32_t>& weights) {
    const Evaluation evaluation(weights);
    if (position.size <= SmallBoard::max_size) return SmallBoard(position, evaluation).evaluate();
    return LargeBoard(position, evaluation).evaluate();
}

}  // namespace outply::warfare
