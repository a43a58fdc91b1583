// The native core as a Python module: conversions only.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <utility>

#include "search/control.hpp"
#include "starcircle/solve.hpp"
#include "warfare/solve.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using outply::Answer;
using outply::Control;

namespace {

using Moves = std::vector<outply::Move>;
using Found = std::tuple<outply::Move, outply::Value, Moves, std::uint64_t, std::uint64_t, nb::bytes>;

Found found(const Answer& answer) {
    return {answer.move,     answer.value,
            answer.line,     answer.visited,
            answer.expanded, nb::bytes(answer.trace.data(), answer.trace.size() * sizeof(outply::Visit))};
}

// Runs a search without the GIL, which it takes back now and then to let Python handle signals.
template <class Search>
auto run(Control& control, Search&& search) {
    control.poll = [&control] {
        nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        if (control.progress) control.progress(control.nodes, control.root_moves_done, control.root_moves);
    };
    nb::gil_scoped_release released;
    return search();
}

// Both games answer the same three questions.
template <class Setup>
void def_questions(nb::class_<Setup>& cls) {
    cls.def(
           "literal",
           [](const Setup& setup, int depth, bool prune, bool traced, Control& control) {
               return found(run(control, [&] { return literal(setup, depth, prune, traced, control); }));
           },
           "depth"_a, "prune"_a, "traced"_a, "control"_a,
           "Walk the textbook's tree: move, value, line, visited, expanded, and the visits as a table of 64-bit "
           "integers.")
        .def(
            "exact",
            [](const Setup& setup, int depth, bool prune, Control& control) {
                return found(run(control, [&] { return exact(setup, depth, prune, control); }));
            },
            "depth"_a, "prune"_a, "control"_a,
            "Find the textbook's answer by other means; in the form of `literal`, without line and visits.")
        .def(
            "move_values",
            [](const Setup& setup, int depth, Control& control) {
                const auto values = run(control, [&] { return move_values(setup, depth, control); });
                std::vector<std::pair<outply::Move, outply::Value>> pairs;
                for (const auto& value : values) pairs.emplace_back(value.move, value.value);
                return pairs;
            },
            "depth"_a, "control"_a, "Find the value of every legal move.");
}

}  // namespace

NB_MODULE(_native, m) {
    m.doc() = "The native core. Use it through outply.search.";
    nb::set_leak_warnings(false);  // an interrupted search may leave a frame with its control alive to the end
    m.attr("PASS") = outply::starcircle::pass_move;

    nb::exception<outply::Stopped>(m, "Stopped");

    nb::class_<Control>(m, "Control", "Watches one search at a time, and stops it.")
        .def(nb::init<>())
        .def("stop", &Control::stop, "Stop the search; may be called from any thread.")
        .def_prop_ro("stopped", &Control::stopped, "Whether `stop` was called.")
        .def("set_cpu_deadline", &Control::set_cpu_deadline, "seconds"_a,
             "End the search once this process has used so many seconds of CPU time.")
        .def_rw("progress", &Control::progress, nb::arg().none(),
                "Called every now and then with the nodes, and the root moves done and in all.");

    nb::class_<outply::warfare::Setup> warfare(m, "Warfare", "A Warfare position.");
    warfare.def(nb::init<int, std::vector<std::int32_t>, std::string, char, bool>(), "size"_a, "values"_a,
                "owners"_a, "to_move"_a, "blitz"_a);
    def_questions(warfare);

    nb::class_<outply::starcircle::Setup> starcircle(m, "StarCircle", "A Star/Circle position.");
    starcircle.def(
        nb::init<std::uint32_t, std::uint32_t, bool, bool, std::array<std::int32_t, 8>, outply::Value>(),
        "stars"_a, "circles"_a, "star_to_move"_a, "passed"_a, "weights"_a, "score"_a);
    def_questions(starcircle);
}
