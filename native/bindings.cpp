// The native core as a Python module: conversions only.
#include "bindings.hpp"

#include <cstdint>
#include <functional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "search/control.hpp"
#include "search/sample.hpp"
#include "search/types.hpp"
#include "starcircle/api.hpp"
#include "starcircle/evaluation.hpp"
#include "starcircle/self_play.hpp"
#include "warfare/api.hpp"
#include "warfare/evaluation.hpp"
#include "warfare/self_play.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using outply::Control;

namespace {

// The Control of Python: a search of any module reads `shared` (see ControlObject in bindings.hpp).
struct PythonControl {
    outply::SharedControl shared;
    std::function<void(std::uint64_t, int, int)> progress;
};

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

}  // namespace

NB_MODULE(_native, m) {
    m.doc() = "The native core. Use it through outply.search.";
    m.attr("PASS") = outply::starcircle::pass_move;
    m.def(
        "visit_fields",
        [] { return std::vector<std::string>(outply::visit_fields.begin(), outply::visit_fields.end()); },
        "Return the columns of a trace: the fields of one visit, in order.");

    nb::exception<outply::Stopped>(m, "Stopped");

    nb::class_<PythonControl>(m, "Control", "Stops a search, limits its CPU time and reports its progress.")
        .def(nb::init<>())
        .def(
            "stop", [](PythonControl& self) { Control(self.shared).stop(); }, "Stop the search. Thread-safe.")
        .def_prop_ro(
            "stopped", [](PythonControl& self) { return Control(self.shared).stopped(); },
            "True after a call of `stop`.")
        .def(
            "set_cpu_budget",
            [](PythonControl& self, double seconds) { Control(self.shared).set_cpu_budget(seconds); }, "seconds"_a,
            "Limit the CPU time of the following searches together, measured on their thread.")
        .def(
            "begin", [](PythonControl& self) { Control(self.shared).begin(0); },
            "Start a search in Python. Raises Stopped if `stop` was called.")
        .def(
            "check",
            [](nb::handle_t<PythonControl> self, std::uint64_t nodes) {
                Control control(nb::cast<PythonControl&>(self).shared);
                outply::python::set_poll(control, self);
                control.nodes = nodes;
                control.check();
            },
            "nodes"_a, "Check the limits of a search in Python. Raises Stopped if it has to end.")
        .def_rw("progress", &PythonControl::progress, nb::arg().none(),
                "Called regularly as progress(nodes, root_moves_done, root_moves).")
        .def_prop_ro(
            "shared_control",
            [](PythonControl& self) { return nb::capsule(&self.shared, outply::shared_control_name); },
            "The data that a search in native code reads.");

    outply::def_core(m);

    using WarfarePosition = outply::warfare::Position;
    auto warfare = outply::def_game<WarfarePosition>(m, "WarfarePosition");
    warfare.def(nb::init<int, std::vector<std::int32_t>, std::string, char, bool>(), "size"_a, "values"_a,
                "owners"_a, "to_move"_a, "blitz"_a);
    def_evaluation<outply::warfare::SelfPlay>(warfare);
    warfare.def_static(
        "weight_count", &outply::warfare::Evaluation::terms,
        "Return the number of weights of the evaluation for each parity of the number of empty cells.");

    using StarCirclePosition = outply::starcircle::Position;
    auto starcircle = outply::def_game<StarCirclePosition>(m, "StarCirclePosition");
    starcircle.def(
        nb::init<std::uint32_t, std::uint32_t, bool, bool, std::array<std::int32_t, 8>, outply::Value>(),
        "stars"_a, "circles"_a, "star_to_move"_a, "passed"_a, "weights"_a, "score"_a);
    def_evaluation<outply::starcircle::SelfPlay>(starcircle);
    starcircle.def_static("weight_count", &outply::starcircle::Evaluation::terms,
                          "Return the number of weights of the evaluation.");
}
