// The program of a simulated student: plays Warfare by the engine protocol and answers the questions of the
// homework.
//
// strength.hpp, which is generated, has its strength and its fault. With -DROUND_ROBIN it plays many strengths
// against each other in one process instead.

#include <unistd.h>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace {

constexpr int MaxCells = 10 * 10;
constexpr int Infinity = 1 << 30;

enum Fault { Works, Crashes, PlaysIllegally, ComputesForever, Hangs, AnswersWrongly, FailsOnLadder };

struct Strength {
    int depth;        // plies of the search
    double blunders;  // share of random moves
};

#ifndef ROUND_ROBIN
#include "strength.hpp"  // FaultOfProgram, StrengthOfProgram and LadderSize
#endif

struct Move {
    int cell;
    bool raid;
};

struct Board {
    int size;
    int values[MaxCells];
    char owners[MaxCells];  // X, O or .
};

uint64_t seed = 1;

double random_number() {  // xorshift64*, from 0 to 1
    seed ^= seed >> 12, seed ^= seed << 25, seed ^= seed >> 27;
    return static_cast<double>((seed * 2685821657736338717ULL) >> 11) / 9007199254740992.0;
}

char opponent(char player) {
    return player == 'X' ? 'O' : 'X';
}

int neighbours(const Board& board, int cell, int* found) {
    const int row = cell / board.size, column = cell % board.size;
    int count = 0;
    if (row > 0) found[count++] = cell - board.size;
    if (column > 0) found[count++] = cell - 1;
    if (column + 1 < board.size) found[count++] = cell + 1;
    if (row + 1 < board.size) found[count++] = cell + board.size;
    return count;
}

bool can_raid(const Board& board, int cell, char player) {
    int near[4];
    const int count = neighbours(board, cell, near);
    for (int index = 0; index < count; ++index)
        if (board.owners[near[index]] == player) return true;
    return false;
}

// All Stakes row by row, then all Raids row by row.
int moves_of(const Board& board, char player, Move* moves) {
    int count = 0;
    const int cells = board.size * board.size;
    for (int cell = 0; cell < cells; ++cell)
        if (board.owners[cell] == '.') moves[count++] = {cell, false};
    const int stakes = count;
    for (int index = 0; index < stakes; ++index)
        if (can_raid(board, moves[index].cell, player)) moves[count++] = {moves[index].cell, true};
    return count;
}

// Plays a move; returns the change of the player's score. `conquered` gets the cells to give back, `number` of
// them.
int play(Board& board, Move move, char player, int* conquered, int& number) {
    int gain = board.values[move.cell];
    board.owners[move.cell] = player;
    number = 0;
    if (!move.raid) return gain;
    int near[4];
    const int count = neighbours(board, move.cell, near);
    for (int index = 0; index < count; ++index)
        if (board.owners[near[index]] == opponent(player)) {
            board.owners[near[index]] = player;
            conquered[number++] = near[index];
            gain += 2 * board.values[near[index]];
        }
    return gain;
}

void take_back(Board& board, Move move, char player, const int* conquered, int number) {
    board.owners[move.cell] = '.';
    for (int index = 0; index < number; ++index) board.owners[conquered[index]] = opponent(player);
}

int alphabeta(Board& board, char player, int depth, int score, int alpha, int beta) {
    if (depth == 0) return score;
    Move moves[2 * MaxCells];
    const int count = moves_of(board, player, moves);
    if (count == 0) return score;
    for (int index = 0; index < count; ++index) {
        int conquered[4], number;
        const int gain = play(board, moves[index], player, conquered, number);
        const int value = -alphabeta(board, opponent(player), depth - 1, -(score + gain), -beta, -alpha);
        take_back(board, moves[index], player, conquered, number);
        if (value > alpha) alpha = value;
        if (alpha >= beta) break;
    }
    return alpha;
}

int score_of(const Board& board, char player) {
    int score = 0;
    for (int cell = 0; cell < board.size * board.size; ++cell)
        if (board.owners[cell] != '.')
            score += board.owners[cell] == player ? board.values[cell] : -board.values[cell];
    return score;
}

// The best move of a search; the first one of equal moves.
Move search(Board& board, char player, int depth) {
    Move moves[2 * MaxCells];
    const int count = moves_of(board, player, moves), score = score_of(board, player);
    Move best = moves[0];
    int alpha = -Infinity;
    for (int index = 0; index < count; ++index) {
        int conquered[4], number;
        const int gain = play(board, moves[index], player, conquered, number);
        const int value = -alphabeta(board, opponent(player), depth - 1, -(score + gain), -Infinity, -alpha);
        take_back(board, moves[index], player, conquered, number);
        if (value > alpha) alpha = value, best = moves[index];
    }
    return best;
}

Move choose(Board& board, char player, const Strength& strength) {
    if (random_number() >= strength.blunders) return search(board, player, strength.depth);
    Move moves[2 * MaxCells];
    const int count = moves_of(board, player, moves);
    return moves[static_cast<int>(random_number() * count)];
}

#ifdef ROUND_ROBIN

// The points of the first player on a random board: 1, 0.5 or 0.
double play_game(const Board& start, const Strength& first, const Strength& second) {
    Board board = start;
    for (int ply = 0; ply < board.size * board.size; ++ply) {
        const char player = ply % 2 == 0 ? 'X' : 'O';
        int conquered[4], number;
        play(board, choose(board, player, ply % 2 == 0 ? first : second), player, conquered, number);
    }
    const int score = score_of(board, 'X');
    return score > 0 ? 1 : score < 0 ? 0 : 0.5;
}

#else

// Reads a position such as warfare/raid/X/66_76/28_66/X./.. and returns the player to move.
char read_position(char* word, Board& board) {
    char* parts[64];
    int count = 0;
    for (char* part = strtok(word, "/"); part != nullptr && count < 64; part = strtok(nullptr, "/"))
        parts[count++] = part;
    board.size = (count - 3) / 2;
    for (int row = 0; row < board.size; ++row) {
        char* text = parts[3 + row];
        for (int column = 0; column < board.size; ++column, ++text)
            board.values[row * board.size + column] = static_cast<int>(strtol(text, &text, 10));
        memcpy(board.owners + row * board.size, parts[3 + board.size + row], static_cast<size_t>(board.size));
    }
    return parts[2][0];
}

[[noreturn]] void fail(Fault fault) {
    if (fault == Hangs) pause();
    while (fault == ComputesForever) random_number();
    abort();
}

void answer_engine() {
    static char line[1 << 16];
    Board board{};
    char player = 'X';
    while (fgets(line, sizeof line, stdin) != nullptr) {
        char* word = strtok(line, " \n");
        if (word == nullptr) continue;
        if (strcmp(word, "isready") == 0) {
            puts("readyok");
        } else if (strcmp(word, "position") == 0) {
            player = read_position(strtok(nullptr, " \n"), board);
        } else if (strcmp(word, "go") == 0) {
            if (FaultOfProgram == Crashes || FaultOfProgram == ComputesForever || FaultOfProgram == Hangs)
                fail(FaultOfProgram);
            if (FaultOfProgram == FailsOnLadder && board.size == LadderSize) fail(Crashes);
            const Move move = choose(board, player, StrengthOfProgram);
            const int row = FaultOfProgram == PlaysIllegally ? board.size : move.cell / board.size;
            printf("bestmove %c%d_%s\n", 'A' + move.cell % board.size, row + 1, move.raid ? "Raid" : "Stake");
        } else if (strcmp(word, "quit") == 0) {
            return;
        }
        fflush(stdout);
    }
}

int answer_homework(FILE* input) {
    Board board{};
    char mode[32], player;
    int depth;
    if (fscanf(input, "%d %31s %c %d", &board.size, mode, &player, &depth) != 4) return 1;
    const int cells = board.size * board.size;
    for (int cell = 0; cell < cells; ++cell)
        if (fscanf(input, "%d", &board.values[cell]) != 1) return 1;
    for (int cell = 0; cell < cells; ++cell)
        if (fscanf(input, " %c", &board.owners[cell]) != 1) return 1;
    Move move = search(board, player, depth);
    if (FaultOfProgram == AnswersWrongly)
        for (move = {0, false}; board.owners[move.cell] != '.';) ++move.cell;
    int conquered[4], number;
    play(board, move, player, conquered, number);
    FILE* output = fopen("output.txt", "w");
    if (output == nullptr) return 1;
    fprintf(output, "%c%d %s\n", 'A' + move.cell % board.size, move.cell / board.size + 1,
            move.raid ? "Raid" : "Stake");
    for (int row = 0; row < board.size; ++row)
        fprintf(output, "%.*s\n", board.size, board.owners + row * board.size);
    return fclose(output);
}

#endif

}  // namespace

#ifdef ROUND_ROBIN

// Reads the board size, the boards per pairing, a seed and the strengths; prints `first second points` for each
// game.
int main() {
    int size, rounds, count;
    if (scanf("%d %d %lu %d", &size, &rounds, &seed, &count) != 4) return 1;
    auto* strengths = new Strength[static_cast<size_t>(count)];
    for (int index = 0; index < count; ++index)
        if (scanf("%d %lf", &strengths[index].depth, &strengths[index].blunders) != 2) return 1;
    for (int one = 0; one < count; ++one)
        for (int other = 0; other < one; ++other)
            for (int round = 0; round < rounds; ++round) {
                Board board{};
                board.size = size;
                for (int cell = 0; cell < size * size; ++cell) {
                    board.values[cell] = 1 + static_cast<int>(random_number() * 99);
                    board.owners[cell] = '.';
                }
                printf("%d %d %g\n", one, other, play_game(board, strengths[one], strengths[other]));
                printf("%d %d %g\n", other, one, play_game(board, strengths[other], strengths[one]));
            }
    delete[] strengths;
    return 0;
}

#else

int main() {
    timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    seed = static_cast<uint64_t>(now.tv_nsec) * 1000003 + static_cast<uint64_t>(now.tv_sec) * 65537 +
           static_cast<uint64_t>(getpid()) + 1;
    if (FILE* input = fopen("input.txt", "r")) return answer_homework(input);
    answer_engine();
    return 0;
}

#endif
