// Star Circle game agent
#include <fstream>
#include <string>
#include <cstdlib>
#include <cstdio>
using namespace std;

const int BIG = 1 << 29;

// board[0] = row A .. board[7] = row H; + star, - circle
int board[8][8];
int val[8];
int D;
int side;          // +1 we are star, -1 we are circle
bool pruning;
long nodes = 0;

struct Mv { int fr, fc, tr, tc; };

int cells(int p)
{
    int n = 0;
    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j)
            if (board[i][j] * p > 0) ++n;
    return n;
}

int score()
{
    int t = 0;
    for (int i = 0; i < 8; ++i)
        for (int j = 0; j < 8; ++j)
        {
            if (board[i][j] > 0) t += board[i][j] * val[i];
            else t += board[i][j] * val[7 - i];
        }
    return t * side;
}

bool place_ok(int p, int r, int c)
{
    if (r < 0 || r > 7 || c < 0 || c > 7) return false;
    if (board[r][c] == 0) return true;
    return board[r][c] * p > 0 && r == (p > 0 ? 7 : 0);
}

// fills mv and returns the number of moves
int gen(int p, Mv *mv)
{
    int n = 0;
    for (int r = 7; r >= 0; --r)
        for (int c = 0; c < 8; ++c)
        {
            if (board[r][c] * p <= 0) continue;
            if (r + p < 0 || r + p > 7) continue;
            // two rounds: length 2 and 1 for star (upper row first), 1 and 2 for circle
            for (int k = 0; k < 2; ++k)
            {
                int len = (p > 0) ? 2 - k : 1 + k;
                for (int d = -1; d <= 1; d += 2)
                {
                    int tr = r + p * len, tc = c + d * len;
                    if (!place_ok(p, tr, tc)) continue;
                    if (len == 2 && board[r + p][c + d] * p >= 0) continue;
                    mv[n].fr = r; mv[n].fc = c; mv[n].tr = tr; mv[n].tc = tc;
                    ++n;
                }
            }
        }
    return n;
}

void move(int p, const Mv &m)
{
    board[m.fr][m.fc] -= p;
    board[m.tr][m.tc] += p;
    if (abs(m.tr - m.fr) == 2) board[(m.tr + m.fr) / 2][(m.tc + m.fc) / 2] += p;
}

void unmove(int p, const Mv &m)
{
    board[m.fr][m.fc] += p;
    board[m.tr][m.tc] -= p;
    if (abs(m.tr - m.fr) == 2) board[(m.tr + m.fr) / 2][(m.tc + m.fc) / 2] -= p;
}

int maxi(int depth, int a, int b);

int mini(int depth, int a, int b)
{
    ++nodes;
    if (depth == D || cells(1) == 0 || cells(-1) == 0) return score();
    Mv list[64];
    int n = gen(-side, list);
    if (n == 0) return maxi(depth + 1, a, b);   // pass
    int v = BIG;
    for (int i = 0; i < n; ++i)
    {
        move(-side, list[i]);
        int x = maxi(depth + 1, a, b);
        unmove(-side, list[i]);
        if (x < v) v = x;
        if (pruning)
        {
            if (v <= a) return v;
            if (v < b) b = v;
        }
    }
    return v;
}

int maxi(int depth, int a, int b)
{
    ++nodes;
    if (depth == D || cells(1) == 0 || cells(-1) == 0) return score();
    Mv list[64];
    int n = gen(side, list);
    if (n == 0) return mini(depth + 1, a, b);   // pass
    int v = -BIG;
    for (int i = 0; i < n; ++i)
    {
        move(side, list[i]);
        int x = mini(depth + 1, a, b);
        unmove(side, list[i]);
        if (x > v) v = x;
        if (pruning)
        {
            if (v >= b) return v;
            if (v > a) a = v;
        }
    }
    return v;
}

int main()
{
    ifstream in("input.txt");
    string s;
    in >> s;
    side = (s == "Star") ? 1 : -1;
    in >> s;
    pruning = (s[0] == 'A');
    in >> D;
    for (int r = 7; r >= 0; --r)
        for (int c = 0; c < 8; ++c)
        {
            char ch, comma;
            int k = 0;
            in >> ch;
            if (ch == 'S' || ch == 'C') in >> k;
            board[r][c] = (ch == 'C') ? -k : k;
            if (c < 7) in >> comma;
        }
    for (int i = 0; i < 8; ++i)
    {
        char comma;
        in >> val[i];
        if (i < 7) in >> comma;
    }

    // root
    ++nodes;
    Mv list[64];
    int n = gen(side, list);
    int best = -BIG, at = -1;
    for (int i = 0; i < n; ++i)
    {
        move(side, list[i]);
        int x = mini(1, best, BIG);
        unmove(side, list[i]);
        if (x > best) { best = x; at = i; }
    }
    if (n == 0) best = mini(1, -BIG, BIG);

    ofstream out("output.txt");
    if (at < 0) out << "pass\n";
    else
    {
        Mv m = list[at];
        char buf[32];
        sprintf(buf, "%c%d-%c%d\n", 'A' + m.fr, m.fc + 1, 'A' + m.tr, m.tc + 1);
        out << buf;
        move(side, m);
    }
    out << score() << "\n" << best << "\n" << nodes;
    return 0;
}
