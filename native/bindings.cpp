// The native core as a Python module: conversions only.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "search/control.hpp"
#include "search/iterative_deepening.hpp"
#include "search/sample.hpp"
#include "search/search_memory.hpp"
#include "starcircle/api.hpp"
#include "starcircle/evaluation.hpp"
#include "starcircle/self_play.hpp"
#include "warfare/api.hpp"
#include "warfare/evaluation.hpp"
#include "warfare/self_play.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using outply::Control;
using outply::IterativeDeepening;
using outply::SearchMemory;
using outply::SearchResult;
using outply::TraceScope;

namespace {

using Moves = std::vector<outply::Move>;
using ResultTuple = std::tuple<outply::Move, outply::Value, Moves, std::uint64_t, std::uint64_t>;
using TraceTuple = std::tuple<ResultTuple, nb::bytes, std::vector<std::uint64_t>>;
using MoveValuePairs = std::vector<std::pair<outply::Move, outply::Value>>;

ResultTuple to_tuple(const SearchResult& result) {
    return {result.move, result.value, result.principal_variation, result.visited, result.expanded};
}

TraceTuple to_trace_tuple(const SearchResult& result) {
    return {to_tuple(result), nb::bytes(result.trace.data(), result.trace.size() * sizeof(outply::Visit)),
            result.visits_by_ply};
}

MoveValuePairs to_pairs(const std::vector<outply::MoveValue>& values) {
    MoveValuePairs pairs;
    for (const auto& value : values) pairs.emplace_back(value.move, value.value);
    return pairs;
}

// Makes a search handle Python's signals and report its progress.
void set_poll(Control& control) {
    control.poll = [&control] {
        nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (control.progress) control.progress(control.nodes, control.root_moves_done, control.root_moves);
    };
}

// Runs a search without the GIL, which `poll` acquires again.
template <class Search>
auto run(Control& control, Search&& search) {
    const Control::ExclusiveUse use(control);
    set_poll(control);
    nb::gil_scoped_release released;
    return search();
}

// A sample with the numbers of the weights and the values of its terms in turn.
using SampleTuple = std::tuple<int, int, double, nb::bytes>;

template <class SelfPlay>
std::vector<SampleTuple> self_play(std::uint64_t seed, std::uint64_t nodes,
                                   const std::vector<std::int32_t>& weights) {
    std::vector<outply::Sample> samples;
    {
        nb::gil_scoped_release released;
        samples = SelfPlay(seed, nodes, weights).play();
    }
    std::vector<SampleTuple> tuples;
    for (const auto& sample : samples)
        tuples.emplace_back(sample.plies_left, sample.unit, sample.target,
                            nb::bytes(reinterpret_cast<const char*>(sample.terms.data()),
                                      sample.terms.size() * sizeof(outply::EvaluationTerm)));
    return tuples;
}

// Defines the evaluation of a game and the self-play to fit its weights.
template <class SelfPlay, class Position>
void def_evaluation(nb::class_<Position>& cls) {
    cls.def(
           "evaluate",
           [](const Position& position, const std::vector<std::int32_t>& weights) {
               return evaluate(position, weights);
           },
           "weights"_a, "Return the engine's evaluation without a search: an estimate of the gain still to come.")
        .def(
            "evaluation_terms",
            [](const Position& position) {
                std::vector<std::pair<int, std::int32_t>> terms;
                for (const auto& term : evaluation_terms(position)) terms.emplace_back(term.weight, term.value);
                return terms;
            },
            "Return the terms of the evaluation: pairs of the number of a weight and a value.")
        .def_static("self_play", &self_play<SelfPlay>, "seed"_a, "nodes"_a, "weights"_a,
                    "Play a game of the engine against itself. Return its samples for fitting the evaluation: the "
                    "number of plies left, the unit of the values, the target, and the terms as 32-bit integers.");
}

// Defines the searches, which both games have.
template <class Position>
void def_searches(nb::class_<Position>& cls) {
    cls.def(
           "literal",
           [](const Position& position, int depth, bool prune, const std::string& evaluation, Control& control) {
               return to_tuple(run(
                   control, [&] { return literal(position, depth, prune, evaluation, TraceScope{}, control); }));
           },
           "depth"_a, "prune"_a, "evaluation"_a, "control"_a,
           "Run the literal search: move, value, principal variation, visited nodes, expanded nodes.")
        .def(
            "literal_trace",
            [](const Position& position, int depth, bool prune, const std::string& evaluation, const Moves& path,
               int max_plies, std::uint64_t max_visits, Control& control) {
                const TraceScope scope{path, max_plies, max_visits};
                return to_trace_tuple(
                    run(control, [&] { return literal(position, depth, prune, evaluation, scope, control); }));
            },
            "depth"_a, "prune"_a, "evaluation"_a, "path"_a, "max_plies"_a, "max_visits"_a, "control"_a,
            "Run the literal search and record a part of its tree: the result of `literal`, the visits as a table "
            "of "
            "64-bit integers (see `visit_fields`), and the number of visits at each ply.")
        .def(
            "exact",
            [](const Position& position, int depth, bool prune, Control& control) {
                return to_tuple(run(control, [&] { return exact(position, depth, prune, control); }));
            },
            "depth"_a, "prune"_a, "control"_a,
            "Run the exact search: the result of `literal`; the principal variation may be empty.")
        .def(
            "move_values",
            [](const Position& position, int depth, Control& control) {
                return to_pairs(run(control, [&] { return move_values(position, depth, control); }));
            },
            "depth"_a, "control"_a, "Return every legal move with its exact value.")
        .def(
            "iterative_deepening",
            [](const Position& position, SearchMemory& memory, const std::vector<std::int32_t>& weights) {
                return iterative_deepening(position, memory, weights);
            },
            "memory"_a, "weights"_a, nb::keep_alive<0, 2>(),
            "Return an engine search of the position. `weights` are those of the evaluation; if empty, the "
            "default "
            "ones.");
}

}  // namespace

NB_MODULE(_native, m) {
    m.doc() = "The native core. Use it through outply.search.";
    nb::set_leak_warnings(false);  // an interrupted search may keep a frame with its Control alive until exit
    m.attr("PASS") = outply::starcircle::pass_move;
    m.def(
        "visit_fields",
        [] { return std::vector<std::string>(outply::visit_fields.begin(), outply::visit_fields.end()); },
        "Return the columns of a trace: the fields of one visit, in order.");

    nb::exception<outply::Stopped>(m, "Stopped");

    nb::class_<Control>(m, "Control", "Stops a search, limits its CPU time and reports its progress.")
        .def(nb::init<>())
        .def("stop", &Control::stop, "Stop the search. Thread-safe.")
        .def_prop_ro("stopped", &Control::stopped, "True after a call of `stop`.")
        .def("set_cpu_budget", &Control::set_cpu_budget, "seconds"_a,
             "Limit the CPU time of the following searches together, measured on their thread.")
        .def(
            "begin",
            [](Control& control) {
                set_poll(control);
                control.begin(0);
            },
            "Start a search in Python. Raises Stopped if `stop` was called.")
        .def(
            "check",
            [](Control& control, std::uint64_t nodes) {
                control.nodes = nodes;
                control.check();
            },
            "nodes"_a, "Check the limits of a search in Python. Raises Stopped if it has to end.")
        .def_rw("progress", &Control::progress, nb::arg().none(),
                "Called regularly as progress(nodes, root_moves_done, root_moves).");

    nb::class_<SearchMemory>(m, "SearchMemory",
                             "The transposition tables of an engine, kept from one search to the next.")
        .def(
            "__init__",
            [](SearchMemory* self, std::size_t mib, int threads) { new (self) SearchMemory(mib << 20, threads); },
            "mib"_a, "threads"_a);

    nb::class_<IterativeDeepening>(m, "IterativeDeepening", "The engine's search of one position.")
        .def(
            "would_solve",
            [](IterativeDeepening& search, int depth, std::uint64_t nodes, double solve_limit_s) {
                return search.would_solve({depth, nodes, solve_limit_s});
            },
            "depth"_a, "nodes"_a, "solve_limit_s"_a,
            "Return True if the next iteration would search to the end of the game.")
        .def(
            "deepen",
            [](IterativeDeepening& search, Control& control, int depth, std::uint64_t nodes,
               double solve_limit_s) {
                const auto info =
                    run(control, [&] { return search.deepen(control, {depth, nodes, solve_limit_s}); });
                return std::tuple(info.depth, info.value, info.principal_variation, info.nodes, info.proven,
                                  info.finished);
            },
            "control"_a, "depth"_a, "nodes"_a, "solve_limit_s"_a,
            "Run the next iteration: depth, gain still to come, principal variation, nodes, proven, finished.")
        .def(
            "move_values",
            [](IterativeDeepening& search, const Moves& moves, Control& control, int depth, std::uint64_t nodes,
               double solve_limit_s) {
                const auto info = run(
                    control, [&] { return search.move_values(moves, control, {depth, nodes, solve_limit_s}); });
                return std::tuple(to_pairs(info.values), info.depth, info.principal_variation, info.nodes,
                                  info.proven);
            },
            "moves"_a, "control"_a, "depth"_a, "nodes"_a, "solve_limit_s"_a,
            "Search all moves to the depth of the next iteration: moves with the gain still to come, depth, "
            "principal variation, nodes, proven.");

    using WarfarePosition = outply::warfare::Position;
    nb::class_<WarfarePosition> warfare(m, "WarfarePosition");
    warfare.def(nb::init<int, std::vector<std::int32_t>, std::string, char, bool>(), "size"_a, "values"_a,
                "owners"_a, "to_move"_a, "blitz"_a);
    def_searches(warfare);
    warfare.def("expected_plies", &WarfarePosition::empty_cells, "Return the length of the rest of the game.");
    def_evaluation<outply::warfare::SelfPlay>(warfare);
    warfare.def_static(
        "weight_count", &outply::warfare::Evaluation::terms,
        "Return the number of weights of the evaluation for each parity of the number of empty cells.");

    using StarCirclePosition = outply::starcircle::Position;
    nb::class_<StarCirclePosition> starcircle(m, "StarCirclePosition");
    starcircle.def(
        nb::init<std::uint32_t, std::uint32_t, bool, bool, std::array<std::int32_t, 8>, outply::Value>(),
        "stars"_a, "circles"_a, "star_to_move"_a, "passed"_a, "weights"_a, "score"_a);
    def_searches(starcircle);
    starcircle.def("expected_plies", &StarCirclePosition::expected_plies,
                   "Return an estimate of the length of the rest of the game.");
    def_evaluation<outply::starcircle::SelfPlay>(starcircle);
    starcircle.def_static("weight_count", &outply::starcircle::Evaluation::terms,
                          "Return the number of weights of the evaluation.");
}
