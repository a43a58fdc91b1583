// The native core as a Python module: conversions only.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <utility>

#include "search/control.hpp"
#include "search/iterative_deepening.hpp"
#include "search/transposition_table.hpp"
#include "starcircle/api.hpp"
#include "warfare/api.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using outply::Control;
using outply::Memory;
using outply::Part;
using outply::SearchResult;
using outply::Thinker;

namespace {

using Moves = std::vector<outply::Move>;
using Found = std::tuple<outply::Move, outply::Value, Moves, std::uint64_t, std::uint64_t>;
using Traced = std::tuple<Found, nb::bytes, std::vector<std::uint64_t>>;
using MoveValues = std::vector<std::pair<outply::Move, outply::Value>>;

Found found(const SearchResult& answer) {
    return {answer.move, answer.value, answer.principal_variation, answer.visited, answer.expanded};
}

Traced traced(const SearchResult& answer) {
    return {found(answer), nb::bytes(answer.trace.data(), answer.trace.size() * sizeof(outply::Visit)),
            answer.visits_by_ply};
}

MoveValues pairs(const std::vector<outply::MoveValue>& values) {
    MoveValues pairs;
    for (const auto& value : values) pairs.emplace_back(value.move, value.value);
    return pairs;
}

// Lets Python handle signals now and then while a search runs, and hear how far it is.
void listen(Control& control) {
    control.poll = [&control] {
        nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (control.progress) control.progress(control.nodes, control.root_moves_done, control.root_moves);
    };
}

// Runs a search without the GIL, which it takes back now and then.
template <class Search>
auto run(Control& control, Search&& search) {
    const Control::Use use(control);
    listen(control);
    nb::gil_scoped_release released;
    return search();
}

// Both games answer the same questions.
template <class Setup>
void def_questions(nb::class_<Setup>& cls) {
    cls.def(
           "literal",
           [](const Setup& setup, int depth, bool prune, const std::string& evaluation, Control& control) {
               return found(
                   run(control, [&] { return literal(setup, depth, prune, evaluation, Part{}, control); }));
           },
           "depth"_a, "prune"_a, "evaluation"_a, "control"_a,
           "Walk the textbook's tree: move, value, line, visited, expanded.")
        .def(
            "literal_trace",
            [](const Setup& setup, int depth, bool prune, const std::string& evaluation, const Moves& path,
               int max_plies, std::uint64_t max_visits, Control& control) {
                const Part part{path, max_plies, max_visits};
                return traced(
                    run(control, [&] { return literal(setup, depth, prune, evaluation, part, control); }));
            },
            "depth"_a, "prune"_a, "evaluation"_a, "path"_a, "max_plies"_a, "max_visits"_a, "control"_a,
            "Do the same and record a part of it: what `literal` finds, the visits as a table of 64-bit integers, "
            "and how many there were at each ply.")
        .def(
            "exact",
            [](const Setup& setup, int depth, bool prune, Control& control) {
                return found(run(control, [&] { return exact(setup, depth, prune, control); }));
            },
            "depth"_a, "prune"_a, "control"_a,
            "Find the textbook's answer by other means; in the form of `literal`, without line.")
        .def(
            "move_values",
            [](const Setup& setup, int depth, Control& control) {
                return pairs(run(control, [&] { return move_values(setup, depth, control); }));
            },
            "depth"_a, "control"_a, "Find the value of every legal move.")
        .def(
            "iterative_deepening",
            [](const Setup& setup, Memory& memory, const std::vector<std::int32_t>& weights) {
                return think(setup, memory, weights);
            },
            "memory"_a, "weights"_a, nb::keep_alive<0, 2>(),
            "Begin to think; `weights` are those of the evaluation, none for the usual ones.");
}

}  // namespace

NB_MODULE(_native, m) {
    m.doc() = "The native core. Use it through outply.search.";
    nb::set_leak_warnings(false);  // an interrupted search may leave a frame with its control alive to the end
    m.attr("PASS") = outply::starcircle::pass_move;
    m.def(
        "visit_fields",
        [] { return std::vector<std::string>(outply::visit_fields.begin(), outply::visit_fields.end()); },
        "Return the columns of a trace: the fields of one visit, in order.");

    nb::exception<outply::Stopped>(m, "Stopped");

    nb::class_<Control>(m, "Control", "Watches one search at a time, and stops it.")
        .def(nb::init<>())
        .def("stop", &Control::stop, "Stop the search; may be called from any thread.")
        .def_prop_ro("stopped", &Control::stopped, "Whether `stop` was called.")
        .def("set_cpu_budget", &Control::set_cpu_budget, "seconds"_a,
             "End the searches to come once they have used so many seconds of their thread's CPU time.")
        .def(
            "begin",
            [](Control& control) {
                listen(control);
                control.begin(0);
            },
            "For a search in Python to begin with: raises `Stopped` where there is nothing to begin.")
        .def(
            "check",
            [](Control& control, std::uint64_t nodes) {
                control.nodes = nodes;
                control.check();
            },
            "nodes"_a, "For a search in Python to call at its nodes: raises `Stopped` when it has to end.")
        .def_rw("progress", &Control::progress, nb::arg().none(),
                "Called every now and then with the nodes, and the root moves done and in all.");

    nb::class_<Memory>(m, "SearchMemory", "What searches remember, shared from one to the next.")
        .def(
            "__init__", [](Memory* self, std::size_t mib, int threads) { new (self) Memory(mib << 20, threads); },
            "mib"_a, "threads"_a);

    nb::class_<Thinker>(m, "IterativeDeepening", "Thinks about one position.")
        .def(
            "would_solve",
            [](Thinker& thinker, int depth, std::uint64_t nodes, double solve_within) {
                return thinker.would_solve({depth, nodes, solve_within});
            },
            "depth"_a, "nodes"_a, "solve_limit_s"_a, "Whether `deepen` would search to the end of the game.")
        .def(
            "deepen",
            [](Thinker& thinker, Control& control, int depth, std::uint64_t nodes, double solve_within) {
                const auto thought =
                    run(control, [&] { return thinker.deepen(control, {depth, nodes, solve_within}); });
                return std::tuple(thought.depth, thought.value, thought.line, thought.nodes, thought.proven,
                                  thought.finished);
            },
            "control"_a, "depth"_a, "nodes"_a, "solve_limit_s"_a,
            "Search deeper: depth, what is still won, line, nodes, whether it is proven, whether it is the last.")
        .def(
            "move_values",
            [](Thinker& thinker, const Moves& moves, Control& control, int depth, std::uint64_t nodes,
               double solve_within) {
                const auto [values, reached, proven] =
                    run(control, [&] { return thinker.value_all(moves, control, {depth, nodes, solve_within}); });
                return std::tuple(pairs(values), reached, proven);
            },
            "moves"_a, "control"_a, "depth"_a, "nodes"_a, "solve_limit_s"_a,
            "Find what is still won by each of the moves: values, depth, whether they are proven.");

    nb::class_<outply::warfare::Setup> warfare(m, "WarfarePosition", "A Warfare position.");
    warfare.def(nb::init<int, std::vector<std::int32_t>, std::string, char, bool>(), "size"_a, "values"_a,
                "owners"_a, "to_move"_a, "blitz"_a);
    def_questions(warfare);
    warfare.def("expected_plies", &outply::warfare::Setup::empty_cells, "How long the game will last.");
    warfare.def("evaluation_terms", &outply::warfare::evaluation_terms,
                "The sum of the values of each class of cells that the evaluation tells apart.");

    nb::class_<outply::starcircle::Setup> starcircle(m, "StarCirclePosition", "A Star/Circle position.");
    starcircle.def(
        nb::init<std::uint32_t, std::uint32_t, bool, bool, std::array<std::int32_t, 8>, outply::Value>(),
        "stars"_a, "circles"_a, "star_to_move"_a, "passed"_a, "weights"_a, "score"_a);
    def_questions(starcircle);
    starcircle.def("expected_plies", &outply::starcircle::Setup::plies_to_come,
                   "How long the game will last, about.");
}
