// The native core of Connect Four as a Python module.
#include "rules.hpp"

#include <outply/bindings.hpp>

NB_MODULE(_core, module) {
    using namespace nanobind::literals;
    outply::def_core(module);
    outply::def_game<connectfour::Rules>(module, "Position")
        .def(nanobind::init<int, int, std::string, char>(), "width"_a, "height"_a, "cells"_a, "to_move"_a);
}
