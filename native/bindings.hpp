// Python bindings of a native core, for nanobind: include this header in the one source file of the module.
//
//   NB_MODULE(_core, module) {
//       outply::def_core(module);
//       outply::def_game<Rules>(module, "Position").def(nb::init<std::string, bool>(), "cells"_a,
//       "max_is_first"_a);
//   }
//
// The module shares no C++ types with Outply's own: it has its own SearchMemory and IterativeDeepening, and reads
// the data of a Control through a capsule. So it may be built by another compiler and with another version of
// nanobind.
#pragma once

#ifndef NB_DOMAIN
#error "define NB_DOMAIN: `outply_add_core` of Outply's CMake package does, which builds a native core"
#endif

#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/function.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>
#include <nanobind/stl/vector.h>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "game.hpp"
#include "search/control.hpp"
#include "search/iterative_deepening.hpp"
#include "search/search_memory.hpp"
#include "search/trace.hpp"
#include "search/types.hpp"

namespace outply {

// The version of the interface between a module and Outply: SharedControl, the fields of a visit, and the
// functions below. Outply ignores the native core of a module with another version.
constexpr int sdk_version = 2;

// The name of the capsule that holds the SharedControl of a Python Control.
constexpr const char* shared_control_name = "outply.SharedControl";

namespace nb = nanobind;
using namespace nb::literals;

namespace python {

// A Control of Outply's own module, as an argument of a function.
class ControlObject : public nb::object {
    static bool is_control(nb::handle object) { return nb::hasattr(object, "shared_control"); }

public:
    NB_OBJECT(ControlObject, nb::object, "Control", is_control)

    SharedControl& shared() const {
        const nb::object capsule = attr("shared_control");
        void* const pointer = PyCapsule_GetPointer(capsule.ptr(), shared_control_name);
        if (pointer == nullptr) throw nb::python_error();
        return *static_cast<SharedControl*>(pointer);
    }
};

// Makes a search handle Python's signals and report its progress.
inline void set_poll(Control& control, nb::handle object) {
    control.poll = [&control, object] {
        nb::gil_scoped_acquire gil;
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        const nb::object progress = object.attr("progress");
        if (!progress.is_none()) progress(control.nodes, control.root_moves_done, control.root_moves);
    };
}

// Runs search(control) without the GIL, which `poll` acquires again.
template <class Search>
auto run(const ControlObject& object, Search&& search) {
    Control control(object.shared());
    const Control::ExclusiveUse use(control);
    set_poll(control, object);
    try {
        nb::gil_scoped_release released;
        return search(control);
    } catch (const Stopped& stopped) {
        const nb::object exception = nb::module_::import_("outply._native").attr("Stopped");
        PyErr_SetString(exception.ptr(), stopped.what());
        throw nb::python_error();
    }
}

using Moves = std::vector<Move>;
using ResultTuple = std::tuple<Move, Value, Moves, std::uint64_t, std::uint64_t>;
using TraceTuple = std::tuple<ResultTuple, nb::bytes, std::vector<std::uint64_t>>;
using MoveValuePairs = std::vector<std::pair<Move, Value>>;

inline ResultTuple to_tuple(const SearchResult& result) {
    return {result.move, result.value, result.principal_variation, result.visited, result.expanded};
}

inline TraceTuple to_trace_tuple(const SearchResult& result) {
    return {to_tuple(result), nb::bytes(result.trace.data(), result.trace.size() * sizeof(Visit)),
            result.visits_by_ply};
}

inline MoveValuePairs to_pairs(const std::vector<MoveValue>& values) {
    MoveValuePairs pairs;
    for (const auto& value : values) pairs.emplace_back(value.move, value.value);
    return pairs;
}

}  // namespace python

// Defines what all games of a module share.
inline void def_core(nb::module_& module) {
    using python::ControlObject;
    nb::set_leak_warnings(false);  // an interrupted search may keep a frame alive until exit
    module.attr("sdk_version") = sdk_version;

    nb::class_<SearchMemory>(module, "SearchMemory",
                             "The transposition tables of an engine, kept from one search to the next.")
        .def(
            "largest_entries",
            [](const SearchMemory& memory, std::size_t limit) {
                const auto words = memory.largest_entries(limit);
                return nb::bytes(words.data(), words.size() * sizeof words[0]);
            },
            "limit"_a, "Return the entries of the tables that took most to search, at most `limit` of each table.")
        .def(
            "add_entries",
            [](SearchMemory& memory, const nb::bytes& entries) {
                std::vector<std::uint64_t> words(entries.size() / sizeof(std::uint64_t));
                if (!words.empty()) std::memcpy(words.data(), entries.data(), words.size() * sizeof words[0]);
                memory.add_entries(words);
            },
            "entries"_a,
            "Add the entries that `largest_entries` has returned, for another search of the position.");

    nb::class_<IterativeDeepening>(module, "IterativeDeepening", "The engine's search of one position.")
        .def(
            "would_solve",
            [](IterativeDeepening& search, int depth, std::uint64_t nodes, double solve_limit_s) {
                return search.would_solve({depth, nodes, solve_limit_s});
            },
            "depth"_a, "nodes"_a, "solve_limit_s"_a,
            "Return True if the next iteration would search to the end of the game.")
        .def(
            "deepen",
            [](IterativeDeepening& search, const ControlObject& control, int depth, std::uint64_t nodes,
               double solve_limit_s) {
                const auto info = python::run(
                    control, [&](Control& inner) { return search.deepen(inner, {depth, nodes, solve_limit_s}); });
                return std::tuple(info.depth, info.value, info.principal_variation, info.nodes, info.proven,
                                  info.finished);
            },
            "control"_a, "depth"_a, "nodes"_a, "solve_limit_s"_a,
            "Run the next iteration: depth, gain still to come, principal variation, nodes, proven, finished.")
        .def(
            "checkpoint",
            [](const IterativeDeepening& search) {
                const Checkpoint now = search.checkpoint();
                const auto bound = [](Value value) {
                    return value > -infinity && value < infinity ? nb::cast(value) : nb::none();
                };
                return nb::make_tuple(now.depth, now.value, now.best_move, now.level, now.solve_nodes,
                                      bound(now.lower), bound(now.upper));
            },
            "What the search has found so far: depth, gain still to come, best move, complete selective searches, "
            "estimated nodes of solving (0 if unknown), and proven bounds of the gain (None if there are none).")
        .def(
            "resume",
            [](IterativeDeepening& search, int depth, Value value, Move best_move, int level, double solve_nodes,
               std::optional<Value> lower, std::optional<Value> upper) {
                search.resume({depth, value, best_move, level, solve_nodes, lower.value_or(-infinity),
                               upper.value_or(infinity)});
            },
            "depth"_a, "value"_a, "best_move"_a, "level"_a, "solve_nodes"_a, "lower"_a.none(), "upper"_a.none(),
            "Continue from a checkpoint of an earlier search of the position.")
        .def(
            "move_values",
            [](IterativeDeepening& search, const python::Moves& moves, const ControlObject& control, int depth,
               std::uint64_t nodes, double solve_limit_s) {
                const auto info = python::run(control, [&](Control& inner) {
                    return search.move_values(moves, inner, {depth, nodes, solve_limit_s});
                });
                return std::tuple(python::to_pairs(info.values), info.depth, info.principal_variation, info.nodes,
                                  info.proven);
            },
            "moves"_a, "control"_a, "depth"_a, "nodes"_a, "solve_limit_s"_a,
            "Search all moves to the depth of the next iteration: moves with the gain still to come, depth, "
            "principal variation, nodes, proven.");
}

// Defines the class of a game's positions with its searches, found by the type of the position: those of game.hpp,
// or the game's own. Define its constructor with `.def(nb::init<...>())`.
template <class Position>
nb::class_<Position> def_game(nb::module_& module, const char* name) {
    using python::ControlObject;
    return nb::class_<Position>(module, name)
        .def(
            "literal",
            [](const Position& position, int depth, bool prune, const std::string& evaluation,
               const ControlObject& control) {
                return python::to_tuple(python::run(control, [&](Control& inner) {
                    return literal(position, depth, prune, evaluation, TraceScope{}, inner);
                }));
            },
            "depth"_a, "prune"_a, "evaluation"_a, "control"_a,
            "Run the literal search: move, value, principal variation, visited nodes, expanded nodes.")
        .def(
            "literal_trace",
            [](const Position& position, int depth, bool prune, const std::string& evaluation,
               const python::Moves& path, int max_plies, std::uint64_t max_visits, const ControlObject& control) {
                const TraceScope scope{path, max_plies, max_visits};
                return python::to_trace_tuple(python::run(control, [&](Control& inner) {
                    return literal(position, depth, prune, evaluation, scope, inner);
                }));
            },
            "depth"_a, "prune"_a, "evaluation"_a, "path"_a, "max_plies"_a, "max_visits"_a, "control"_a,
            "Run the literal search and record a part of its tree: the result of `literal`, the visits as a table "
            "of 64-bit integers (see `visit_fields`), and the number of visits at each ply.")
        .def(
            "exact",
            [](const Position& position, int depth, bool prune, const ControlObject& control) {
                return python::to_tuple(
                    python::run(control, [&](Control& inner) { return exact(position, depth, prune, inner); }));
            },
            "depth"_a, "prune"_a, "control"_a,
            "Run the exact search: the result of `literal`; the principal variation may be empty.")
        .def(
            "move_values",
            [](const Position& position, int depth, const ControlObject& control) {
                return python::to_pairs(
                    python::run(control, [&](Control& inner) { return move_values(position, depth, inner); }));
            },
            "depth"_a, "control"_a, "Return every legal move with its exact value.")
        .def_static(
            "search_memory",
            [](std::size_t mib, int threads) { return std::make_unique<SearchMemory>(mib << 20, threads); },
            "mib"_a, "threads"_a, "Return the memory of an engine that searches positions of this class.")
        .def(
            "iterative_deepening",
            [](const Position& position, SearchMemory& memory, const std::vector<std::int32_t>& weights) {
                return iterative_deepening(position, memory, weights);
            },
            "memory"_a, "weights"_a, nb::keep_alive<0, 2>(),
            "Return an engine search of the position. `weights` are those of the evaluation; if empty, the "
            "default ones.")
        .def(
            "expected_plies", [](const Position& position) { return expected_plies(position); },
            "Return an estimate of the length of the rest of the game.");
}

}  // namespace outply
