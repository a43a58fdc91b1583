import java.io.*;
import java.util.*;

public class homework {

    // 1-D board, index = row * 8 + col, row 0 = H ... row 7 = A
    // > 0 : number of stars, < 0 : number of circles
    static int[] sq = new int[64];
    static int[] w = new int[8];
    static int depthLimit;
    static int me;            // +1 star, -1 circle
    static int visited = 0;

    static final int INF = 1000000000;

    static boolean own(int v, int p) {
        return v * p > 0;
    }

    static boolean vacant(int p, int r, int c) {
        if (r < 0 || r >= 8 || c < 0 || c >= 8)
            return false;
        int v = sq[r * 8 + c];
        if (v == 0)
            return true;
        // last row: pieces can be stacked
        if (p == 1 && r == 0 && v > 0)
            return true;
        if (p == -1 && r == 7 && v < 0)
            return true;
        return false;
    }

    // each move is {from, to, captured square or -1}
    static ArrayList<int[]> legal(int p) {
        ArrayList<int[]> list = new ArrayList<>();
        int fwd = -p;   // star goes up = smaller row index
        for (int i = 0; i < 64; i++) {
            if (!own(sq[i], p))
                continue;
            int r = i / 8, c = i % 8;
            tryDirection(list, p, r, c, fwd, -1);
            tryDirection(list, p, r, c, fwd, +1);
        }
        return list;
    }

    static void tryDirection(ArrayList<int[]> list, int p, int r, int c, int dr, int dc) {
        int r1 = r + dr, c1 = c + dc;
        if (r1 < 0 || r1 > 7 || c1 < 0 || c1 > 7)
            return;
        if (vacant(p, r1, c1)) {
            list.add(new int[]{r * 8 + c, r1 * 8 + c1, -1});
        } else if (own(sq[r1 * 8 + c1], -p)) {
            // enemy there, look behind it
            int r2 = r1 + dr, c2 = c1 + dc;
            if (vacant(p, r2, c2))
                list.add(new int[]{r * 8 + c, r2 * 8 + c2, r1 * 8 + c1});
        }
    }

    static int play(int[] m, int p) {
        sq[m[0]] -= p;
        sq[m[1]] += p;
        int taken = 0;
        if (m[2] >= 0) {
            taken = sq[m[2]];
            sq[m[2]] = 0;
        }
        return taken;
    }

    static void takeBack(int[] m, int p, int taken) {
        sq[m[0]] += p;
        sq[m[1]] -= p;
        if (m[2] >= 0)
            sq[m[2]] = taken;
    }

    static int eval() {
        int sum = 0;
        for (int i = 0; i < 64; i++) {
            if (sq[i] > 0)
                sum += sq[i] * w[7 - i / 8];
            if (sq[i] < 0)
                sum += sq[i] * w[i / 8];
        }
        return sum * me;
    }

    static boolean someoneGone() {
        int s = 0, c = 0;
        for (int v : sq) {
            if (v > 0) s++;
            if (v < 0) c++;
        }
        return s == 0 || c == 0;
    }

    static int minimax(int p, int depth, boolean lastPassed) {
        visited++;
        if (depth == 0 || someoneGone())
            return eval();
        ArrayList<int[]> moves = legal(p);
        if (moves.isEmpty()) {
            if (lastPassed) {
                visited++;     // the second pass is a node of its own
                return eval();
            }
            return minimax(-p, depth - 1, true);
        }
        int best = (p == me) ? -INF : INF;
        for (int[] m : moves) {
            int t = play(m, p);
            int v = minimax(-p, depth - 1, false);
            takeBack(m, p, t);
            best = (p == me) ? Math.max(best, v) : Math.min(best, v);
        }
        return best;
    }

    static int alphabeta(int p, int depth, boolean lastPassed, int alpha, int beta) {
        visited++;
        if (depth == 0 || someoneGone())
            return eval();
        ArrayList<int[]> moves = legal(p);
        if (moves.isEmpty()) {
            if (lastPassed) {
                visited++;
                return eval();
            }
            return alphabeta(-p, depth - 1, true, alpha, beta);
        }
        int best = (p == me) ? -INF : INF;
        for (int[] m : moves) {
            int t = play(m, p);
            int v = alphabeta(-p, depth - 1, false, alpha, beta);
            takeBack(m, p, t);
            if (p == me) {
                best = Math.max(best, v);
                if (best >= beta)
                    break;
                alpha = Math.max(alpha, best);
            } else {
                best = Math.min(best, v);
                if (best <= alpha)
                    break;
                beta = Math.min(beta, best);
            }
        }
        return best;
    }

    static String label(int i) {
        return "HGFEDCBA".charAt(i / 8) + "" + (i % 8 + 1);
    }

    public static void main(String[] args) throws Exception {
        Scanner sc = new Scanner(new File("input.txt"));
        me = sc.nextLine().trim().equals("Star") ? 1 : -1;
        String algo = sc.nextLine().trim();
        depthLimit = Integer.parseInt(sc.nextLine().trim());
        for (int r = 0; r < 8; r++) {
            String[] tok = sc.nextLine().trim().split(",");
            for (int c = 0; c < 8; c++) {
                String t = tok[c].trim();
                if (t.startsWith("S"))
                    sq[r * 8 + c] = Integer.parseInt(t.substring(1));
                else if (t.startsWith("C"))
                    sq[r * 8 + c] = -Integer.parseInt(t.substring(1));
            }
        }
        String[] tok = sc.nextLine().trim().split(",");
        for (int i = 0; i < 8; i++)
            w[i] = Integer.parseInt(tok[i].trim());
        sc.close();

        boolean ab = algo.equals("ALPHABETA");
        visited = 1;  // root
        String move = "pass";
        int far = -INF, myopic = eval();
        ArrayList<int[]> moves = legal(me);
        if (moves.isEmpty()) {
            far = ab ? alphabeta(-me, depthLimit - 1, true, -INF, INF) : minimax(-me, depthLimit - 1, true);
        }
        for (int[] m : moves) {
            int t = play(m, me);
            int now = eval();
            int v = ab ? alphabeta(-me, depthLimit - 1, false, far, INF) : minimax(-me, depthLimit - 1, false);
            takeBack(m, me, t);
            if (v > far) {
                far = v;
                myopic = now;
                move = label(m[0]) + "-" + label(m[1]);
            }
        }
        FileWriter fw = new FileWriter("output.txt");
        fw.write(move + "\n" + myopic + "\n" + far + "\n" + visited);
        fw.close();
    }
}
