// Compiles the literal search for Warfare, for each board size and evaluation.

#include "search/literal.hpp"

#include <algorithm>

#include "warfare/api.hpp"
#include "warfare/evaluated_rules.hpp"
#include "warfare/rules.hpp"

namespace outply::warfare {

template <int words>
SearchResult literal_in(const Position& position, int depth_limit, bool prune, TextbookEvaluation evaluation,
                        const TraceScope& scope, Control& control) {
    const auto root = Rules<words>::root(position);
    if (evaluation != TextbookEvaluation::difference) {
        const EvaluatedRules<words> rules(position, evaluation);
        return general_literal_search(rules, root, depth_limit, prune, scope, control);
    }
    if (scope.enabled())
        return general_literal_search(Rules<words>(position), root, depth_limit, prune, scope, control);
    using RaidRules = Rules<words, FixedVariant<Variant::raid>>;
    using BlitzRules = Rules<words, FixedVariant<Variant::blitz>>;
    return position.variant == Variant::raid
               ? untraced_literal_search(RaidRules(position), root, depth_limit, prune, control)
               : untraced_literal_search(BlitzRules(position), root, depth_limit, prune, control);
}

SearchResult literal(const Position& position, int depth_limit, bool prune, const std::string& evaluation,
                     const TraceScope& scope, Control& control) {
    const auto search = position.size <= 8    ? literal_in<1>
                        : position.size <= 11 ? literal_in<2>
                        : position.size <= 16 ? literal_in<4>
                                              : literal_in<11>;
    return search(position, std::min(depth_limit, position.empty_cells()), prune, parse_evaluation(evaluation),
                  scope, control);
}

}  // namespace outply::warfare
