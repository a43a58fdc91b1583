// CSCI 561 - Homework: Warfare
// compile: g++ -std=c++11 homework11.cpp
#include <iostream>
#include <fstream>
#include <string>
#include <vector>
#include <climits>
#include <algorithm>

using namespace std;

typedef vector<string> Grid;

int n;
string mode;
char me, opp;
int maxDepth;
vector<vector<int> > val;

struct Action {
    int r, c;
    bool raid;
    Action() : r(-1), c(-1), raid(false) {}
    Action(int rr, int cc, bool rd) : r(rr), c(cc), raid(rd) {}
};

int dr[4] = {-1, 1, 0, 0};
int dc[4] = {0, 0, -1, 1};

bool inside(int r, int c) {
    return r >= 0 && r < n && c >= 0 && c < n;
}

bool hasFriend(const Grid &g, int r, int c, char who) {
    for (int k = 0; k < 4; k++) {
        int a = r + dr[k], b = c + dc[k];
        if (inside(a, b) && g[a][b] == who) return true;
    }
    return false;
}

// stakes come first, then the raids (tie breaking!)
vector<Action> getActions(const Grid &g, char who) {
    vector<Action> acts;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (g[i][j] == '.')
                acts.push_back(Action(i, j, false));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            if (g[i][j] == '.' && hasFriend(g, i, j, who))
                acts.push_back(Action(i, j, true));
    return acts;
}

Grid result(const Grid &g, const Action &a, char who) {
    Grid next = g;
    next[a.r][a.c] = who;
    if (a.raid) {
        char enemy = (who == 'X') ? 'O' : 'X';
        for (int k = 0; k < 4; k++) {
            int rr = a.r + dr[k], cc = a.c + dc[k];
            if (inside(rr, cc) && next[rr][cc] == enemy)
                next[rr][cc] = who;
        }
    }
    return next;
}

int eval(const Grid &g) {
    int s = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            if (g[i][j] == me) s += val[i][j];
            else if (g[i][j] == opp) s -= val[i][j];
        }
    return s;
}

bool isFull(const Grid &g) {
    for (int i = 0; i < n; i++)
        if (g[i].find('.') != string::npos) return false;
    return true;
}

bool cutoff(const Grid &g, int depth) {
    return depth >= maxDepth || isFull(g);
}

int minValue(const Grid &g, int alpha, int beta, int depth, bool prune);

int maxValue(const Grid &g, int alpha, int beta, int depth, bool prune) {
    if (cutoff(g, depth)) return eval(g);
    int v = INT_MIN;
    vector<Action> acts = getActions(g, me);
    for (size_t i = 0; i < acts.size(); i++) {
        v = max(v, minValue(result(g, acts[i], me), alpha, beta, depth + 1, prune));
        if (prune) {
            if (v >= beta) return v;
            alpha = max(alpha, v);
        }
    }
    return v;
}

int minValue(const Grid &g, int alpha, int beta, int depth, bool prune) {
    if (cutoff(g, depth)) return eval(g);
    int v = INT_MAX;
    vector<Action> acts = getActions(g, opp);
    for (size_t i = 0; i < acts.size(); i++) {
        v = min(v, maxValue(result(g, acts[i], opp), alpha, beta, depth + 1, prune));
        if (prune) {
            if (v <= alpha) return v;
            beta = min(beta, v);
        }
    }
    return v;
}

Action decide(const Grid &g, bool prune) {
    vector<Action> acts = getActions(g, me);
    Action best;
    int bestV = INT_MIN;
    for (size_t i = 0; i < acts.size(); i++) {
        int v = minValue(result(g, acts[i], me), bestV, INT_MAX, 1, prune);
        if (v > bestV) {
            bestV = v;
            best = acts[i];
        }
    }
    //cerr << "value " << bestV << endl;
    return best;
}

int main() {
    ifstream in("input.txt");
    string who, d;
    in >> n >> mode >> who >> d;
    me = who[0];
    opp = (me == 'X') ? 'O' : 'X';
    val.assign(n, vector<int>(n, 0));
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            in >> val[i][j];
    Grid start(n);
    for (int i = 0; i < n; i++) in >> start[i];
    in.close();

    // TODO competition: use the time in line 4
    if (mode == "COMPETITION") maxDepth = (n <= 10) ? 2 : 1;
    else maxDepth = stoi(d);

    Action a = decide(start, mode != "MINIMAX");
    Grid fin = result(start, a, me);

    ofstream out("output.txt");
    out << char('A' + a.c) << (a.r + 1) << " " << (a.raid ? "Raid" : "Stake");
    for (int i = 0; i < n; i++) out << "\n" << fin[i];
    out.close();
    return 0;
}
