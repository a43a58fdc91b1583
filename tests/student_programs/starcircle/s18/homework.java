import java.io.BufferedReader;
import java.io.FileReader;
import java.io.FileWriter;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;

public class homework {
    static final int SIZE = 8;
    char[][] type = new char[SIZE][SIZE];
    int[][] num = new int[SIZE][SIZE];
    int[] vals = new int[SIZE];
    char player, opponent;
    String algorithm;
    int limit;
    long counter = 0;

    // s = start, e = end of the move
    static class Move {
        int sr, sc, er, ec;
        ArrayList<Integer> captured = new ArrayList<Integer>();

        Move(int sr, int sc, int er, int ec) {
            this.sr = sr;
            this.sc = sc;
            this.er = er;
            this.ec = ec;
        }

        public String toString() {
            return "" + (char) ('H' - sr) + (sc + 1) + "-" + (char) ('H' - er) + (ec + 1);
        }
    }

    static final Comparator<Move> ORDER = new Comparator<Move>() {
        public int compare(Move a, Move b) {
            int x = (a.sr * SIZE + a.sc) - (b.sr * SIZE + b.sc);
            if (x != 0) return x;
            return (a.er * SIZE + a.ec) - (b.er * SIZE + b.ec);
        }
    };

    void readInput() throws IOException {
        BufferedReader br = new BufferedReader(new FileReader("input.txt"));
        ArrayList<String> lines = new ArrayList<String>();
        String s;
        while ((s = br.readLine()) != null) {
            s = s.trim();
            if (s.length() > 0) lines.add(s);
        }
        br.close();
        player = lines.get(0).charAt(0);
        opponent = player == 'S' ? 'C' : 'S';
        algorithm = lines.get(1);
        limit = Integer.parseInt(lines.get(2));
        for (int r = 0; r < SIZE; r++) {
            String[] t = lines.get(3 + r).split(",");
            for (int c = 0; c < SIZE; c++) {
                type[r][c] = t[c].charAt(0);
                num[r][c] = type[r][c] == '0' ? 0 : Integer.parseInt(t[c].substring(1));
            }
        }
        String[] t = lines.get(11).split(",");
        for (int i = 0; i < SIZE; i++) vals[i] = Integer.parseInt(t[i].trim());
    }

    int utility() {
        int u = 0;
        for (int r = 0; r < SIZE; r++)
            for (int c = 0; c < SIZE; c++) {
                int x = 0;
                if (type[r][c] == 'S') x = num[r][c] * vals[SIZE - 1 - r];
                if (type[r][c] == 'C') x = num[r][c] * vals[r];
                u += type[r][c] == player ? x : -x;
            }
        return u;
    }

    boolean free(char p, int r, int c) {
        if (r < 0 || r >= SIZE || c < 0 || c >= SIZE) return false;
        if (type[r][c] == '0') return true;
        return type[r][c] == p && r == (p == 'S' ? 0 : SIZE - 1);
    }

    void findJumps(char p, int sr, int sc, int r, int c, ArrayList<Integer> taken, ArrayList<Move> out) {
        int d = p == 'S' ? -1 : 1;
        char enemy = p == 'S' ? 'C' : 'S';
        for (int k = -1; k <= 1; k += 2) {
            int r2 = r + 2 * d, c2 = c + 2 * k;
            if (!free(p, r2, c2)) continue;
            if (type[r + d][c + k] != enemy) continue;
            Move m = new Move(sr, sc, r2, c2);
            m.captured.addAll(taken);
            m.captured.add((r + d) * SIZE + c + k);
            out.add(m);
            findJumps(p, sr, sc, r2, c2, m.captured, out);
        }
    }

    ArrayList<Move> allMoves(char p) {
        ArrayList<Move> out = new ArrayList<Move>();
        int d = p == 'S' ? -1 : 1;
        for (int r = 0; r < SIZE; r++)
            for (int c = 0; c < SIZE; c++)
                if (type[r][c] == p) {
                    if (free(p, r + d, c - 1)) out.add(new Move(r, c, r + d, c - 1));
                    if (free(p, r + d, c + 1)) out.add(new Move(r, c, r + d, c + 1));
                    findJumps(p, r, c, r, c, new ArrayList<Integer>(), out);
                }
        Collections.sort(out, ORDER);
        return out;
    }

    void doIt(Move m) {
        char p = type[m.sr][m.sc];
        type[m.sr][m.sc] = '0';
        num[m.sr][m.sc] = 0;
        type[m.er][m.ec] = p;
        num[m.er][m.ec]++;
        for (int x : m.captured) {
            type[x / SIZE][x % SIZE] = '0';
            num[x / SIZE][x % SIZE] = 0;
        }
    }

    void undoIt(Move m) {
        char p = type[m.er][m.ec];
        for (int x : m.captured) {
            type[x / SIZE][x % SIZE] = p == 'S' ? 'C' : 'S';
            num[x / SIZE][x % SIZE] = 1;
        }
        num[m.er][m.ec]--;
        if (num[m.er][m.ec] == 0) type[m.er][m.ec] = '0';
        type[m.sr][m.sc] = p;
        num[m.sr][m.sc] = 1;
    }

    boolean gameOver(int passes) {
        if (passes >= 2) return true;
        boolean s = false, c = false;
        for (char[] row : type)
            for (char x : row) {
                s |= x == 'S';
                c |= x == 'C';
            }
        return !(s && c);
    }

    int maxPlay(int depth, int passes, int alpha, int beta) {
        counter++;
        if (depth == limit || gameOver(passes)) return utility();
        ArrayList<Move> ms = allMoves(player);
        if (ms.size() == 0) return minPlay(depth + 1, passes + 1, alpha, beta);
        int v = -Integer.MAX_VALUE;
        for (Move m : ms) {
            doIt(m);
            int x = minPlay(depth + 1, 0, alpha, beta);
            undoIt(m);
            if (x > v) v = x;
            if (algorithm.equals("ALPHABETA")) {
                if (v >= beta) return v;
                if (v > alpha) alpha = v;
            }
        }
        return v;
    }

    int minPlay(int depth, int passes, int alpha, int beta) {
        counter++;
        if (depth == limit || gameOver(passes)) return utility();
        ArrayList<Move> ms = allMoves(opponent);
        if (ms.size() == 0) return maxPlay(depth + 1, passes + 1, alpha, beta);
        int v = Integer.MAX_VALUE;
        for (Move m : ms) {
            doIt(m);
            int x = maxPlay(depth + 1, 0, alpha, beta);
            undoIt(m);
            if (x < v) v = x;
            if (algorithm.equals("ALPHABETA")) {
                if (v <= alpha) return v;
                if (v < beta) beta = v;
            }
        }
        return v;
    }

    void solve() throws IOException {
        readInput();
        int best = -Integer.MAX_VALUE, myopic = 0;
        String text = "pass";
        counter = 1;
        ArrayList<Move> ms = allMoves(player);
        if (ms.isEmpty()) {
            myopic = utility();
            best = minPlay(1, 1, -Integer.MAX_VALUE, Integer.MAX_VALUE);
        }
        for (Move m : ms) {
            doIt(m);
            int now = utility();
            int x = minPlay(1, 0, best, Integer.MAX_VALUE);
            undoIt(m);
            if (x > best) {
                best = x;
                myopic = now;
                text = m.toString();
            }
        }
        FileWriter fw = new FileWriter("output.txt");
        fw.write(text + "\n" + myopic + "\n" + best + "\n" + counter);
        fw.close();
    }

    public static void main(String[] args) throws IOException {
        new homework().solve();
    }
}
