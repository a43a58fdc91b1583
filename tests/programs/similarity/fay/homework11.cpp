#include <fstream>
#include <iostream>
#include <string>
#include <vector>
using namespace std;

int N, D;
char P;
vector<vector<int>> V;
typedef vector<string> Grid;

struct Step {
    int r, c;
    bool raid;
};

bool inside(int r, int c) { return r >= 0 && c >= 0 && r < N && c < N; }

const int DR[] = {-1, 0, 0, 1}, DC[] = {0, -1, 1, 0};

vector<Step> steps(const Grid& g, char who) {
    vector<Step> out, raids;
    for (int r = 0; r < N; ++r)
        for (int c = 0; c < N; ++c) {
            if (g[r][c] != '.') continue;
            out.push_back({r, c, false});
            for (int d = 0; d < 4; ++d) {
                int y = r + DR[d], x = c + DC[d];
                if (inside(y, x) && g[y][x] == who) {
                    raids.push_back({r, c, true});
                    break;
                }
            }
        }
    out.insert(out.end(), raids.begin(), raids.end());
    return out;
}

Grid after(Grid g, const Step& s, char who) {
    g[s.r][s.c] = who;
    if (s.raid)
        for (int d = 0; d < 4; ++d) {
            int y = s.r + DR[d], x = s.c + DC[d];
            if (inside(y, x) && g[y][x] != '.') g[y][x] = who;
        }
    return g;
}

int worth(const Grid& g) {
    int t = 0;
    for (int r = 0; r < N; ++r)
        for (int c = 0; c < N; ++c)
            if (g[r][c] != '.') t += g[r][c] == P ? V[r][c] : -V[r][c];
    return t;
}

int walk(const Grid& g, char who, int depth, int a, int b, bool ab, Step* best) {
    vector<Step> all = steps(g, who);
    if (depth == D || all.empty()) return worth(g);
    bool mine = who == P;
    int v = mine ? -2000000000 : 2000000000;
    for (const Step& s : all) {
        int w = walk(after(g, s, who), who == 'X' ? 'O' : 'X', depth + 1, a, b, ab, nullptr);
        if (mine ? w > v : w < v) {
            v = w;
            if (best) *best = s;
        }
        if (ab && (mine ? v >= b : v <= a)) break;
        if (mine) a = max(a, v);
        else b = min(b, v);
    }
    return v;
}

int main() {
    ifstream in("input.txt");
    string mode;
    in >> N >> mode >> P >> D;
    V.assign(N, vector<int>(N));
    for (auto& row : V)
        for (int& v : row) in >> v;
    Grid g(N);
    for (auto& row : g) in >> row;
    Step s;
    walk(g, P, 0, -2000000000, 2000000000, mode == "ALPHABETA", &s);
    ofstream out("output.txt");
    out << char('A' + s.c) << s.r + 1 << (s.raid ? " Raid" : " Stake");
    for (const string& row : after(g, s, P)) out << '\n' << row;
}
