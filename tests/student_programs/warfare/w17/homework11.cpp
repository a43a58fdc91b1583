#include <iostream>
#include <fstream>
#include <vector>
#include <string>
#include <algorithm>
#include <climits>
#include <cstdlib>

using namespace std;

typedef vector<string> Board;

struct Move {
    int r, c;
    bool raid;
};

int N;
int depthLimit;
char me, foe;
vector<vector<int> > val;

char at(const Board &b, int r, int c)
{
    if (r < 0 || c < 0 || r >= N || c >= N)
        return '#';
    return b[r][c];
}

vector<Move> getMoves(const Board &b, char p)
{
    vector<Move> res;
    for (int r = 0; r < N; r++)
        for (int c = 0; c < N; c++)
            if (b[r][c] == '.')
                res.push_back(Move{r, c, false});
    for (int r = 0; r < N; r++)
        for (int c = 0; c < N; c++)
            if (b[r][c] == '.')
                if (at(b, r - 1, c) == p || at(b, r + 1, c) == p || at(b, r, c - 1) == p || at(b, r, c + 1) == p)
                    res.push_back(Move{r, c, true});
    return res;
}

// by value on purpose
Board play(Board b, const Move &m, char p)
{
    char e = p == 'X' ? 'O' : 'X';
    b[m.r][m.c] = p;
    if (!m.raid)
        return b;
    if (at(b, m.r - 1, m.c) == e) b[m.r - 1][m.c] = p;
    if (at(b, m.r + 1, m.c) == e) b[m.r + 1][m.c] = p;
    if (at(b, m.r, m.c - 1) == e) b[m.r][m.c - 1] = p;
    if (at(b, m.r, m.c + 1) == e) b[m.r][m.c + 1] = p;
    return b;
}

int evaluate(const Board &b)
{
    int s = 0;
    for (int r = 0; r < N; r++)
        for (int c = 0; c < N; c++)
            if (b[r][c] == me)
                s += val[r][c];
            else if (b[r][c] == foe)
                s -= val[r][c];
    return s;
}

bool cutoff(const Board &b, int depth)
{
    if (depth >= depthLimit)
        return true;
    for (int r = 0; r < N; r++)
        if (b[r].find('.') != string::npos)
            return false;
    return true;
}

/* ---------- minimax ---------- */

int minValue(const Board &b, int depth);

int maxValue(const Board &b, int depth)
{
    if (cutoff(b, depth)) return evaluate(b);
    int v = INT_MIN;
    vector<Move> moves = getMoves(b, me);
    for (size_t i = 0; i < moves.size(); i++)
        v = max(v, minValue(play(b, moves[i], me), depth + 1));
    return v;
}

int minValue(const Board &b, int depth)
{
    if (cutoff(b, depth)) return evaluate(b);
    int v = INT_MAX;
    vector<Move> moves = getMoves(b, foe);
    for (size_t i = 0; i < moves.size(); i++)
        v = min(v, maxValue(play(b, moves[i], foe), depth + 1));
    return v;
}

/* ---------- alpha beta ---------- */

int minValueAB(const Board &b, int depth, int alpha, int beta);

int maxValueAB(const Board &b, int depth, int alpha, int beta)
{
    if (cutoff(b, depth)) return evaluate(b);
    int v = INT_MIN;
    vector<Move> moves = getMoves(b, me);
    for (size_t i = 0; i < moves.size(); i++) {
        v = max(v, minValueAB(play(b, moves[i], me), depth + 1, alpha, beta));
        if (v >= beta)
            return v;
        alpha = max(alpha, v);
    }
    return v;
}

int minValueAB(const Board &b, int depth, int alpha, int beta)
{
    if (cutoff(b, depth)) return evaluate(b);
    int v = INT_MAX;
    vector<Move> moves = getMoves(b, foe);
    for (size_t i = 0; i < moves.size(); i++) {
        v = min(v, maxValueAB(play(b, moves[i], foe), depth + 1, beta, alpha));
        if (v <= alpha)
            return v;
        beta = min(beta, v);
    }
    return v;
}

Move decide(const Board &b, bool ab)
{
    vector<Move> moves = getMoves(b, me);
    int best = INT_MIN, idx = 0;
    for (size_t i = 0; i < moves.size(); i++) {
        Board nb = play(b, moves[i], me);
        int v = ab ? minValueAB(nb, 1, best, INT_MAX) : minValue(nb, 1);
        // cout << moves[i].r << " " << moves[i].c << " " << v << endl;
        if (v > best) {
            best = v;
            idx = i;
        }
    }
    return moves[idx];
}

int main()
{
    ifstream in("input.txt");
    string mode, d;
    in >> N >> mode >> me >> d;
    foe = (me == 'X') ? 'O' : 'X';
    val.assign(N, vector<int>(N, 0));
    for (int r = 0; r < N; r++)
        for (int c = 0; c < N; c++)
            in >> val[r][c];
    Board b(N);
    for (int r = 0; r < N; r++)
        in >> b[r];
    in.close();

    if (mode == "COMPETITION")
        depthLimit = N > 10 ? 1 : 2;
    else
        depthLimit = atoi(d.c_str());

    Move m = decide(b, mode != "MINIMAX");
    b = play(b, m, me);

    ofstream out("output.txt");
    out << char('A' + m.c) << m.r + 1 << (m.raid ? " Raid" : " Stake");
    for (int r = 0; r < N; r++)
        out << "\n" << b[r];
    out.close();
    return 0;
}
