// The native core of Reversi as a Python module.
#include "rules.hpp"

#include <outply/bindings.hpp>

template <int words>
void def_position(nanobind::module_& module, const char* name) {
    using namespace nanobind::literals;
    outply::def_game<reversi::Rules<words>>(module, name)
        .def(nanobind::init<int, std::string, char>(), "size"_a, "cells"_a, "to_move"_a);
}

NB_MODULE(_core, module) {
    outply::def_core(module);
    def_position<1>(module, "SmallPosition");
    def_position<4>(module, "LargePosition");
}
