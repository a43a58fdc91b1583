#include <iostream>
#include <fstream>
#include <vector>
#include <string>
#include <utility>
#include <cstdlib>
#include <climits>
using namespace std;

typedef vector<string> Grid;

int N, LIMIT;
string MODE;
char YOU;
vector<vector<int> > W;

struct Mv {
    int x, y;     // x = column, y = row
    bool raid;
    Mv() { x = y = 0; raid = false; }
    Mv(int x_, int y_, bool r_) { x = x_; y = y_; raid = r_; }
};

char rival(char p) { return p == 'X' ? 'O' : 'X'; }

char at(const Grid &g, int x, int y)
{
    if (x < 0 || y < 0 || x >= N || y >= N) return '#';
    return g[y][x];
}

int points(const Grid &g)
{
    int a = 0, b = 0;
    for (int y = 0; y < N; y++) {
        for (int x = 0; x < N; x++) {
            if (g[y][x] == YOU) a += W[y][x];
            else if (g[y][x] == rival(YOU)) b += W[y][x];
        }
    }
    return a - b;
}

void getMoves(const Grid &g, char p, vector<Mv> &out)
{
    // stakes
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            if (g[y][x] == '.') out.push_back(Mv(x, y, false));
    // raids
    for (int y = 0; y < N; y++)
        for (int x = 0; x < N; x++)
            if (g[y][x] == '.')
                if (at(g, x - 1, y) == p || at(g, x + 1, y) == p || at(g, x, y - 1) == p || at(g, x, y + 1) == p)
                    out.push_back(Mv(x, y, true));
}

Grid makeMove(Grid g, const Mv &m, char p)     // by value, g is already the copy
{
    char e = rival(p);
    g[m.y][m.x] = p;
    if (m.raid) {
        if (at(g, m.x - 1, m.y) == e) g[m.y][m.x - 1] = p;
        if (at(g, m.x + 1, m.y) == e) g[m.y][m.x + 1] = p;
        if (at(g, m.x, m.y - 1) == e) g[m.y - 1][m.x] = p;
        if (at(g, m.x, m.y + 1) == e) g[m.y + 1][m.x] = p;
    }
    return g;
}

// returns value and the move that leads to it
pair<int, Mv> minimax(const Grid &g, int depth, char p)
{
    vector<Mv> moves;
    getMoves(g, p, moves);
    if (depth >= LIMIT || moves.empty())
        return make_pair(points(g), Mv());

    pair<int, Mv> best;
    best.first = (p == YOU) ? INT_MIN : INT_MAX;
    for (size_t i = 0; i < moves.size(); i++) {
        int v = minimax(makeMove(g, moves[i], p), depth + 1, rival(p)).first;
        if ((p == YOU && v > best.first) || (p != YOU && v < best.first)) {
            best.first = v;
            best.second = moves[i];
        }
    }
    return best;
}

pair<int, Mv> alphabeta(const Grid &g, int depth, char p, int alpha, int beta)
{
    vector<Mv> moves;
    getMoves(g, p, moves);
    if (depth >= LIMIT || moves.empty())
        return make_pair(points(g), Mv());

    Mv best = moves[0];
    int v;
    if (p == YOU) {
        v = alpha;
        for (size_t i = 0; i < moves.size(); i++) {
            int t = alphabeta(makeMove(g, moves[i], p), depth + 1, rival(p), alpha, beta).first;
            if (t > v) {
                v = t;
                best = moves[i];
            }
            if (v >= beta)
                return make_pair(v, best);
            alpha = max(alpha, v);
        }
    } else {
        v = beta;
        for (size_t i = 0; i < moves.size(); i++) {
            int t = alphabeta(makeMove(g, moves[i], p), depth + 1, rival(p), alpha, beta).first;
            if (t < v) {
                v = t;
                best = moves[i];
            }
            if (v <= alpha)
                return make_pair(v, best);
            beta = min(beta, v);
        }
    }
    return make_pair(v, best);
}

/*
void show(const Grid &g)
{
    for (int i = 0; i < N; i++) cout << g[i] << endl;
}
*/

int main()
{
    ifstream fin("input.txt");
    string you, d;
    fin >> N;
    fin >> MODE;
    fin >> you;
    fin >> d;
    YOU = you[0];
    W.resize(N, vector<int>(N));
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            fin >> W[i][j];
    Grid g(N);
    for (int i = 0; i < N; i++) fin >> g[i];
    fin.close();

    if (MODE == "COMPETITION") {
        double seconds = atof(d.c_str());
        LIMIT = (seconds > 10 && N <= 6) ? 3 : 1;
    } else {
        LIMIT = atoi(d.c_str());
    }

    Mv m;
    if (MODE == "MINIMAX")
        m = minimax(g, 0, YOU).second;
    else
        m = alphabeta(g, 0, YOU, -200, 200).second;

    g = makeMove(g, m, YOU);
    ofstream fout("output.txt");
    fout << (char)(m.x + 'A') << m.y + 1 << " " << (m.raid ? "Raid" : "Stake") << "\n";
    for (int i = 0; i < N; i++) {
        fout << g[i];
        if (i < N - 1) fout << "\n";
    }
    fout.close();
    return 0;
}
