#include <cstdio>
#include <cstring>
#include <cstdlib>
#include <vector>
#include <string>
using namespace std;

char g[9][9];      // who is there: 'S', 'C', '0'.  g[1] = row A, columns 1..8
int  n[9][9];      // how many of them
int  w[9];         // w[1] .. w[8]
char me, him;
int  D;
bool ab;
int  visited;

struct mv { int r, c, tr, tc; };

int evaluate()
{
    int e = 0;
    for (int r = 1; r <= 8; r++)
        for (int c = 1; c <= 8; c++)
        {
            if (g[r][c] == '0') continue;
            int x;
            if (g[r][c] == 'S') x = w[r];
            else x = w[9 - r];
            if (g[r][c] == me) e += x;
            else e -= x;
        }
    return e;
}

bool exists(char p)
{
    for (int r = 1; r <= 8; r++)
        for (int c = 1; c <= 8; c++)
            if (g[r][c] == p) return true;
    return false;
}

bool canEnter(char p, int r, int c)
{
    if (r < 1 || r > 8 || c < 1 || c > 8) return false;
    if (g[r][c] == '0') return true;
    // last row: pile up
    if (g[r][c] == p && p == 'S' && r == 8) return true;
    if (g[r][c] == p && p == 'C' && r == 1) return true;
    return false;
}

void tryStep(char p, int r, int c, int dc, vector<mv> &v)
{
    int d = p == 'S' ? 1 : -1;
    if (canEnter(p, r + d, c + dc)) {
        mv m = { r, c, r + d, c + dc };
        v.push_back(m);
    }
}

void tryJump(char p, int r, int c, int dc, vector<mv> &v)
{
    int d = p == 'S' ? 1 : -1;
    char q = p == 'S' ? 'C' : 'S';
    if (canEnter(p, r + 2 * d, c + 2 * dc) && g[r + d][c + dc] == q) {
        mv m = { r, c, r + 2 * d, c + 2 * dc };
        v.push_back(m);
    }
}

void gen(char p, vector<mv> &v)
{
    for (int r = 8; r >= 1; r--)
        for (int c = 1; c <= 8; c++)
        {
            if (g[r][c] != p) continue;
            if (p == 'S') {
                tryJump(p, r, c, -1, v);
                tryJump(p, r, c, +1, v);
                tryStep(p, r, c, -1, v);
                tryStep(p, r, c, +1, v);
            } else {
                tryStep(p, r, c, -1, v);
                tryStep(p, r, c, +1, v);
                tryJump(p, r, c, -1, v);
                tryJump(p, r, c, +1, v);
            }
        }
}

void play(const mv &m)
{
    g[m.tr][m.tc] = g[m.r][m.c];
    n[m.tr][m.tc]++;
    g[m.r][m.c] = '0';
    n[m.r][m.c] = 0;
    if (abs(m.tr - m.r) == 2) {
        int a = (m.tr + m.r) / 2, b = (m.tc + m.c) / 2;
        g[a][b] = '0';
        n[a][b] = 0;
    }
}

void back(const mv &m)
{
    char p = g[m.tr][m.tc];
    g[m.r][m.c] = p;
    n[m.r][m.c] = 1;
    n[m.tr][m.tc]--;
    if (n[m.tr][m.tc] == 0) g[m.tr][m.tc] = '0';
    if (abs(m.tr - m.r) == 2) {
        int a = (m.tr + m.r) / 2, b = (m.tc + m.c) / 2;
        g[a][b] = p == 'S' ? 'C' : 'S';
        n[a][b] = 1;
    }
}

mv rootMove;
bool rootPass = false;

// TODO: remove
void show()
{
    for (int r = 8; r >= 1; r--) {
        for (int c = 1; c <= 8; c++) printf("%c%d ", g[r][c], n[r][c]);
        printf("\n");
    }
}

int rec(int depth, int passes, int alpha, int beta)
{
    visited++;
    if (depth == D || passes == 2 || !exists('S') || !exists('C'))
        return evaluate();

    bool maxi = depth % 2 == 0;     // player of the input is on even plies
    vector<mv> v;
    gen(maxi ? me : him, v);
    if (v.size() == 0) {
        if (depth == 0) rootPass = true;
        return rec(depth + 1, passes + 1, alpha, beta);
    }
    int best = maxi ? -2000000000 : 2000000000;
    for (size_t i = 0; i < v.size(); i++)
    {
        play(v[i]);
        int x = rec(depth + 1, 0, alpha, beta);
        back(v[i]);
        if (maxi) {
            if (x > best) {
                best = x;
                if (depth == 0) rootMove = v[i];
            }
            if (ab && best >= beta) break;
            if (ab && best > alpha) alpha = best;
        } else {
            if (x < best) best = x;
            if (ab && best <= alpha) break;
            if (ab && best < beta) beta = best;
        }
    }
    return best;
}

int main()
{
    FILE *f = fopen("input.txt", "r");
    if (f == NULL) return 1;
    char word[300];
    if (fscanf(f, "%299s", word) != 1) return 1;
    me = word[0];
    him = me == 'S' ? 'C' : 'S';
    if (fscanf(f, "%299s", word) != 1) return 1;
    ab = strcmp(word, "ALPHABETA") == 0;
    if (fscanf(f, "%d", &D) != 1) return 1;
    for (int r = 8; r >= 1; r--)
    {
        if (fscanf(f, "%299s", word) != 1) return 1;
        int c = 1;
        for (char *t = strtok(word, ","); t != NULL && c <= 8; t = strtok(NULL, ",")) {
            g[r][c] = t[0];
            n[r][c] = t[0] == '0' ? 0 : atoi(t + 1);
            c++;
        }
    }
    if (fscanf(f, "%299s", word) != 1) return 1;
    int i = 1;
    for (char *t = strtok(word, ","); t != NULL && i <= 8; t = strtok(NULL, ","))
        w[i++] = atoi(t);
    fclose(f);

    int far = rec(0, 0, -2000000000, 2000000000);

    f = fopen("output.txt", "w");
    if (rootPass)
        fprintf(f, "pass\n");
    else {
        fprintf(f, "%c%d-%c%d\n", 'A' + rootMove.r - 1, rootMove.c, 'A' + rootMove.tr - 1, rootMove.tc);
        play(rootMove);
    }
    fprintf(f, "%d\n%d\n%d", evaluate(), far, visited);
    fclose(f);
    return 0;
}
