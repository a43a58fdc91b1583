// Runs the engine on several threads, under a sanitizer that finds data races.
//
//   threads ROUNDS
#include "engine_checks.hpp"

int main(int argc, char** argv) {
    if (argc < 2) return 2;
    const int rounds = std::atoi(argv[1]);
    checks::check_engine(rounds, 2);
    std::printf("%d rounds\n", rounds);
}
