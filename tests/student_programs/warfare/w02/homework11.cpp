#include <cstdlib>
#include <fstream>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

#define INF 1000000000

int n;
int val[26][26];
char b[26][26];
char me, opp;
int maxDepth;
bool pruning;          // false => plain minimax
int score = 0;         // current score of the board, always seen from "me"

int dx[4] = {0, 0, 1, -1};
int dy[4] = {1, -1, 0, 0};

int bestR, bestC, bestT;
// long nodes = 0;

inline bool ok(int r, int c)
{
    return r >= 0 && r < n && c >= 0 && c < n;
}

bool hasNeighbor(int r, int c, char p)
{
    for (int k = 0; k < 4; k++)
        if (ok(r + dx[k], c + dy[k]) && b[r + dx[k]][c + dy[k]] == p)
            return true;
    return false;
}

// puts the piece and returns a bit mask of the directions that were conquered
int doMove(int r, int c, int type, char p)
{
    char e = (p == 'X') ? 'O' : 'X';
    int sign = (p == me) ? 1 : -1;
    int mask = 0;
    b[r][c] = p;
    score += sign * val[r][c];
    if (type == 1) {
        for (int k = 0; k < 4; k++) {
            int rr = r + dx[k], cc = c + dy[k];
            if (ok(rr, cc) && b[rr][cc] == e) {
                b[rr][cc] = p;
                score += 2 * sign * val[rr][cc];
                mask |= 1 << k;
            }
        }
    }
    return mask;
}

void undoMove(int r, int c, int mask, char p)
{
    char e = (p == 'X') ? 'O' : 'X';
    int sign = (p == me) ? 1 : -1;
    b[r][c] = '.';
    score -= sign * val[r][c];
    for (int k = 0; k < 4; k++)
        if (mask & (1 << k)) {
            b[r + dx[k]][c + dy[k]] = e;
            score -= 2 * sign * val[r + dx[k]][c + dy[k]];
        }
}

int alphabeta(int depth, int left, int alpha, int beta, bool maximizing)
{
    if (depth == maxDepth || left == 0)
        return score;

    char p = maximizing ? me : opp;
    int v = maximizing ? -INF : INF;

    for (int type = 0; type < 2; type++)        // 0 = stake, 1 = raid
        for (int r = 0; r < n; r++)
            for (int c = 0; c < n; c++) {
                if (b[r][c] != '.')
                    continue;
                if (type == 1 && !hasNeighbor(r, c, p))
                    continue;

                int mask = doMove(r, c, type, p);
                int t = alphabeta(depth + 1, left - 1, alpha, beta, !maximizing);
                undoMove(r, c, mask, p);

                if (maximizing) {
                    if (t > v) {
                        v = t;
                        if (depth == 0) {
                            bestR = r;
                            bestC = c;
                            bestT = type;
                        }
                    }
                    if (pruning && v >= beta)
                        return v;
                    if (v > alpha)
                        alpha = v;
                } else {
                    if (t < v)
                        v = t;
                    if (pruning && v <= alpha)
                        return v;
                    if (v < beta)
                        beta = v;
                }
            }
    return v;
}

int main()
{
    ifstream in("input.txt");
    string mode, player, d;
    in >> n >> mode >> player >> d;
    me = player[0];
    opp = (me == 'X') ? 'O' : 'X';
    pruning = (mode != "MINIMAX");
    if (mode == "COMPETITION")
        maxDepth = 2;
    else
        maxDepth = atoi(d.c_str());

    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            in >> val[i][j];

    int left = 0;
    for (int i = 0; i < n; i++) {
        string s;
        in >> s;
        for (int j = 0; j < n; j++) {
            b[i][j] = s[j];
            if (s[j] == '.')
                left++;
            else
                score += (s[j] == me) ? val[i][j] : -val[i][j];
        }
    }
    in.close();

    alphabeta(0, left, -INF, INF, true);
    doMove(bestR, bestC, bestT, me);

    ofstream out("output.txt");
    out << char('A' + bestC) << bestR + 1 << (bestT ? " Raid" : " Stake");
    for (int i = 0; i < n; i++) {
        out << "\n";
        for (int j = 0; j < n; j++)
            out << b[i][j];
    }
    out.close();
    return 0;
}
