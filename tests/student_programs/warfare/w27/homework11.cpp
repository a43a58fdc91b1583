#include <fstream>
#include <iostream>
#include <string>
#include <cstdlib>
using namespace std;

#define MAXN 26
#define BIG 100000000

// everything global, it is only one game anyway
int N;
int level_limit;
int points[MAXN][MAXN];
char b[MAXN + 2][MAXN + 2];     // border of '#' so I don't need range checks
char self_c, enemy_c;
int emptyCount;

struct Saved {
    char up, down, left, right;
};

char flip(char c) {
    if (c == 'X') return 'O';
    return 'X';
}

bool nextTo(int i, int j, char c) {
    return b[i - 1][j] == c || b[i + 1][j] == c || b[i][j - 1] == c || b[i][j + 1] == c;
}

Saved doMove(int i, int j, bool raid, char c) {
    Saved s;
    s.up = b[i - 1][j];
    s.down = b[i + 1][j];
    s.left = b[i][j - 1];
    s.right = b[i][j + 1];
    b[i][j] = c;
    emptyCount--;
    if (raid) {
        char e = flip(c);
        if (s.up == e) b[i - 1][j] = c;
        if (s.down == e) b[i + 1][j] = c;
        if (s.left == e) b[i][j - 1] = c;
        if (s.right == e) b[i][j + 1] = c;
    }
    return s;
}

void undoMove(int i, int j, const Saved &s) {
    b[i][j] = '.';
    b[i - 1][j] = s.up;
    b[i + 1][j] = s.down;
    b[i][j - 1] = s.left;
    b[i][j + 1] = s.right;
    emptyCount++;
}

int evaluate() {
    int mine = 0, his = 0;
    for (int i = 1; i <= N; i++) {
        for (int j = 1; j <= N; j++) {
            if (b[i][j] == self_c) mine += points[i - 1][j - 1];
            if (b[i][j] == enemy_c) his += points[i - 1][j - 1];
        }
    }
    return mine - his;
}

// plain minimax
int minimax(char turn, int level) {
    if (level >= level_limit || emptyCount == 0) return evaluate();
    int best = (turn == self_c) ? -BIG : BIG;
    for (int kind = 0; kind < 2; kind++) {            // 0 stake, 1 raid
        for (int i = 1; i <= N; i++) {
            for (int j = 1; j <= N; j++) {
                if (b[i][j] != '.') continue;
                if (kind == 1 && !nextTo(i, j, turn)) continue;
                Saved s = doMove(i, j, kind == 1, turn);
                int v = minimax(flip(turn), level + 1);
                undoMove(i, j, s);
                if (turn == self_c) {
                    if (v > best) best = v;
                } else {
                    if (v < best) best = v;
                }
            }
        }
    }
    return best;
}

int alphabeta(char turn, int level, int alpha, int beta) {
    if (level >= level_limit || emptyCount == 0) return evaluate();
    int best = (turn == self_c) ? -BIG : BIG;
    for (int kind = 0; kind < 2; kind++) {
        for (int i = 1; i <= N; i++) {
            for (int j = 1; j <= N; j++) {
                if (b[i][j] != '.') continue;
                if (kind == 1 && !nextTo(i, j, turn)) continue;
                Saved s = doMove(i, j, kind == 1, turn);
                int v = alphabeta(flip(turn), level + 1, alpha, beta);
                undoMove(i, j, s);
                if (turn == self_c) {
                    if (v > best) best = v;
                    if (best >= beta) return best;
                    if (best > alpha) alpha = best;
                } else {
                    if (v < best) best = v;
                    if (best <= alpha) return best;
                    if (best < beta) beta = best;
                }
            }
        }
    }
    return best;
}

int main() {
    ifstream fin("input.txt");
    string mode, you, dep;
    fin >> N;
    fin >> mode >> you >> dep;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            fin >> points[i][j];
    for (int i = 0; i < MAXN + 2; i++)
        for (int j = 0; j < MAXN + 2; j++)
            b[i][j] = '#';
    emptyCount = 0;
    for (int i = 1; i <= N; i++) {
        string row;
        fin >> row;
        for (int j = 1; j <= N; j++) {
            b[i][j] = row[j - 1];
            if (b[i][j] == '.') emptyCount++;
        }
    }
    self_c = you[0];
    enemy_c = flip(self_c);
    if (mode == "COMPETITION") level_limit = 3;
    else level_limit = atoi(dep.c_str());
    if (mode == "COMPETITION" && N > 12) level_limit = 2;

    // my own moves
    int level = 1;
    int bi = 0, bj = 0, bk = 0;
    int best = -BIG;
    for (int kind = 0; kind < 2; kind++) {
        for (int i = 1; i <= N; i++) {
            for (int j = 1; j <= N; j++) {
                if (b[i][j] != '.') continue;
                if (kind == 1 && !nextTo(i, j, self_c)) continue;
                Saved s = doMove(i, j, kind == 1, self_c);
                int v;
                if (mode == "MINIMAX") v = minimax(enemy_c, level + 1);
                else v = alphabeta(enemy_c, level + 1, best, BIG);
                undoMove(i, j, s);
                if (v > best) {
                    best = v;
                    bi = i; bj = j; bk = kind;
                }
            }
        }
    }

    doMove(bi, bj, bk == 1, self_c);
    ofstream fout("output.txt");
    fout << (char)(bj - 1 + 'A') << bi << " ";
    if (bk == 0) fout << "Stake";
    else fout << "Raid";
    for (int i = 1; i <= N; i++) {
        fout << "\n";
        for (int j = 1; j <= N; j++) fout << b[i][j];
    }
    fout.close();
    return 0;
}
