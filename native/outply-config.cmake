# Builds native cores of games with Outply's headers. With scikit-build-core, CMake finds this file by itself:
#
#   find_package(outply CONFIG REQUIRED)
#   outply_add_core(_core native/rules.cpp)
#   install(TARGETS _core LIBRARY DESTINATION mygame)

if(NOT CMAKE_BUILD_TYPE AND NOT CMAKE_CONFIGURATION_TYPES)
  set(CMAKE_BUILD_TYPE Release)
endif()
find_package(Python 3.11 COMPONENTS Interpreter Development.Module ${SKBUILD_SABI_COMPONENT} REQUIRED)
execute_process(
  COMMAND "${Python_EXECUTABLE}" -m nanobind --cmake_dir
  OUTPUT_STRIP_TRAILING_WHITESPACE OUTPUT_VARIABLE nanobind_ROOT)
find_package(nanobind CONFIG REQUIRED)
find_package(Threads REQUIRED)

# The headers: in the package that is installed, or in Outply's own source tree.
get_filename_component(OUTPLY_HEADERS "${CMAKE_CURRENT_LIST_DIR}/../include" ABSOLUTE)

# outply_add_core(<module> <source>...): adds a Python module with the native core of a game.
# NB_DOMAIN: the module shares no types with others, which may have been built with other headers.
# NOMINSIZE: the module contains the searches; optimize for speed, not for size.
# STABLE_ABI: from Python 3.12 on, one wheel serves all later versions.
# The assertions of the searches are active in Debug builds only: Release defines NDEBUG.
function(outply_add_core module)
  string(MAKE_C_IDENTIFIER "${PROJECT_NAME}_${module}" domain)
  nanobind_add_module(${module} NB_STATIC NOMINSIZE STABLE_ABI NB_DOMAIN ${domain} ${ARGN})
  set_target_properties(${module} PROPERTIES
    CXX_STANDARD 20 CXX_STANDARD_REQUIRED ON CXX_EXTENSIONS OFF)
  target_include_directories(${module} PRIVATE "${OUTPLY_HEADERS}")
  # nanobind in one piece: its eleven files include the same headers.
  get_target_property(libraries ${module} LINK_LIBRARIES)
  foreach(library IN LISTS libraries)
    if(library MATCHES "^nanobind")
      set_target_properties(${library} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 0)
    endif()
  endforeach()
  target_link_libraries(${module} PRIVATE Threads::Threads)
  if(MSVC)
    target_compile_options(${module} PRIVATE $<$<NOT:$<CONFIG:Debug>>:/O2> /W4)
  else()
    target_compile_options(${module} PRIVATE $<$<NOT:$<CONFIG:Debug>>:-O3> -Wall -Wextra)
  endif()
endfunction()
