// What the outside asks about a Warfare position.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "search/iterative_deepening.hpp"
#include "search/literal.hpp"
#include "warfare/evaluated_rules.hpp"
#include "warfare/exact.hpp"
#include "warfare/large_board.hpp"
#include "warfare/rules.hpp"
#include "warfare/small_board.hpp"

namespace outply::warfare {

template <int Words, Rules rules>
SearchResult literal_on(const Setup& setup, int depth, bool prune, Worth worth, const Part& part,
                        Control& control) {
    using Rulebook = Board<Words, rules>;
    const auto root = Rulebook::root(setup);
    if (worth == Worth::difference) return outply::literal(Rulebook(setup), root, depth, prune, part, control);
    return outply::literal(Evaluated<Words, rules>(setup, worth), root, depth, prune, part, control);
}

template <int Words>
SearchResult literal_with(const Setup& setup, int depth, bool prune, Worth worth, const Part& part,
                          Control& control) {
    return setup.rules == Rules::raid ? literal_on<Words, Rules::raid>(setup, depth, prune, worth, part, control)
                                      : literal_on<Words, Rules::blitz>(setup, depth, prune, worth, part, control);
}

inline SearchResult literal(const Setup& setup, int depth, bool prune, const std::string& evaluation,
                            const Part& part, Control& control) {
    depth = std::min(depth, setup.empty_cells());
    const Worth worth = worth_named(evaluation);
    if (setup.size <= 8) return literal_with<1>(setup, depth, prune, worth, part, control);
    if (setup.size <= 11) return literal_with<2>(setup, depth, prune, worth, part, control);
    if (setup.size <= 16) return literal_with<4>(setup, depth, prune, worth, part, control);
    return literal_with<11>(setup, depth, prune, worth, part, control);
}

// Minimax and alpha-beta have the same answer here, and the count of nodes is no part of it.
inline SearchResult exact(const Setup& setup, int depth, bool /*prune*/, Control& control) {
    return Exact(setup, control).search(depth);
}

inline std::vector<MoveValue> move_values(const Setup& setup, int depth, Control& control) {
    return Exact(setup, control).move_values(depth);
}

using Weights = std::vector<std::int32_t>;  // of the evaluation; none stands for the fitted ones

inline std::unique_ptr<Thinker> think(const Setup& setup, Memory& memory, const Weights& weights) {
    const Evaluation evaluation(weights);
    if (setup.size <= Compact::max_size)
        return std::make_unique<ThinkerOf<Compact>>(Compact(setup, evaluation), memory);
    return std::make_unique<ThinkerOf<Wide>>(Wide(setup, evaluation), memory);
}

// The terms of the evaluation: the sum of the values of each class, to fit the weights to.
inline std::vector<Value> evaluation_terms(const Setup& setup) {
    std::vector<Value> sums(Evaluation::classes);
    const auto add = [&sums](int kind, std::int32_t value) { sums[static_cast<std::size_t>(kind)] += value; };
    const Evaluation evaluation({});
    if (setup.size <= Compact::max_size) {
        Compact(setup, evaluation).each_term(add);
    } else {
        Wide(setup, evaluation).each_term(add);
    }
    return sums;
}

}  // namespace outply::warfare
