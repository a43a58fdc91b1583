import java.io.*;
import java.util.*;

/*
 * CSCI 561 homework, game search.
 * board: int[64], + for star and - for circle, 0 = A1 .. 63 = H8
 */
public class homework {

    static int[] board = new int[64];
    static int[] value = new int[8];
    static int cutoff;
    static boolean prune;
    static int nodeNumber;
    static int player;
    static final int INF = 999999999;

    public static void main(String[] args) {
        String alg = "";
        try {
            BufferedReader in = new BufferedReader(new FileReader("input.txt"));
            String p = next(in);
            player = p.equals("Star") ? 1 : -1;
            alg = next(in);
            cutoff = Integer.parseInt(next(in));
            for (int row = 7; row >= 0; row--) {
                String[] a = next(in).split(",");
                for (int col = 0; col < 8; col++) {
                    String s = a[col].trim();
                    int k = 0;
                    if (s.startsWith("S")) k = Integer.parseInt(s.substring(1));
                    if (s.startsWith("C")) k = -Integer.parseInt(s.substring(1));
                    board[row * 8 + col] = k;
                }
            }
            String[] a = next(in).split(",");
            for (int i = 0; i < 8; i++) value[i] = Integer.parseInt(a[i].trim());
            in.close();
        } catch (IOException e) {
            e.printStackTrace();
            return;
        }
        prune = alg.equals("ALPHABETA");

        // the root itself
        nodeNumber = 1;
        int[] result = root();
        String move = "pass";
        if (result[0] >= 0) move = square(result[0]) + "-" + square(result[1]);

        try {
            PrintWriter out = new PrintWriter(new FileWriter("output.txt"));
            out.print(move + "\n");
            out.print(result[2] + "\n");
            out.print(result[3] + "\n");
            out.print(nodeNumber);
            out.close();
        } catch (IOException e) {
            System.out.println("cannot write");
        }
    }

    // next line which is not blank
    static String next(BufferedReader in) throws IOException {
        String s = in.readLine();
        while (s != null && s.trim().isEmpty()) s = in.readLine();
        return s == null ? "" : s.trim();
    }

    static String square(int i) {
        return (char) ('A' + i / 8) + "" + (i % 8 + 1);
    }

    static int evaluate(int[] b, int who) {
        int sum = 0;
        for (int i = 0; i < 64; i++) {
            if (b[i] > 0) sum += b[i] * value[i / 8];
            if (b[i] < 0) sum += b[i] * value[7 - i / 8];
        }
        return who * sum;
    }

    // TODO keep piece counters instead of scanning
    static boolean onePlayerLeft(int[] b) {
        int s = 0, c = 0;
        for (int x : b) {
            if (x > 0) s++;
            if (x < 0) c++;
        }
        return s == 0 || c == 0;
    }

    static boolean open(int[] b, int who, int row, int col) {
        if (row < 0 || row > 7 || col < 0 || col > 7) return false;
        int x = b[row * 8 + col];
        if (x == 0) return true;
        int lastRow = who == 1 ? 7 : 0;
        return row == lastRow && x * who > 0;
    }

    /** list of {from, to} in the order of the assignment, {-1,-1} is the pass */
    static ArrayList<int[]> children(int[] b, int who) {
        ArrayList<int[]> list = new ArrayList<>();
        for (int row = 7; row >= 0; row--) {
            for (int col = 0; col < 8; col++) {
                int from = row * 8 + col;
                if (b[from] * who <= 0) continue;
                ArrayList<int[]> near = new ArrayList<>();
                ArrayList<int[]> far = new ArrayList<>();
                for (int dc = -1; dc < 2; dc += 2) {
                    int r1 = row + who, c1 = col + dc;
                    int r2 = row + 2 * who, c2 = col + 2 * dc;
                    if (open(b, who, r1, c1)) near.add(new int[]{from, r1 * 8 + c1});
                    else if (open(b, who, r2, c2) && b[r1 * 8 + c1] * who < 0)
                        far.add(new int[]{from, r2 * 8 + c2});
                }
                if (who == 1) {
                    list.addAll(far);
                    list.addAll(near);
                } else {
                    list.addAll(near);
                    list.addAll(far);
                }
            }
        }
        if (list.isEmpty()) list.add(new int[]{-1, -1});
        return list;
    }

    static int[] make(int[] b, int[] m, int who) {
        if (m[0] < 0) return b;
        int[] nb = Arrays.copyOf(b, 64);
        nb[m[0]] -= who;
        nb[m[1]] += who;
        int diff = Math.abs(m[1] / 8 - m[0] / 8);
        if (diff == 2) nb[(m[0] + m[1]) / 2] = 0;
        return nb;
    }

    static int[] root() {
        int alpha = -INF;
        int[] res = {-1, -1, 0, -INF};
        ArrayList<int[]> list = children(board, player);
        nodeNumber += list.size();
        for (int[] m : list) {
            int[] nb = make(board, m, player);
            int v = -negamax(nb, -player, 1, m[0] < 0 ? 1 : 0, -INF, -alpha);
            if (v > res[3]) {
                res[0] = m[0];
                res[1] = m[1];
                res[2] = evaluate(nb, player);
                res[3] = v;
            }
            if (prune && v > alpha) alpha = v;
        }
        return res;
    }

    static int negamax(int[] b, int who, int depth, int passes, int alpha, int beta) {
        if (depth == cutoff || passes == 2 || onePlayerLeft(b)) return evaluate(b, who);
        int best = -INF;
        ArrayList<int[]> list = children(b, who);
        nodeNumber += list.size();
        for (int[] m : list) {
            int[] nb = make(b, m, who);
            int p = m[0] < 0 ? passes + 1 : 0;
            best = Math.max(best, -negamax(nb, -who, depth + 1, p, -beta, -alpha));
            if (!prune) continue;
            if (best >= beta) break;
            alpha = Math.max(alpha, best);
        }
        return best;
    }
}
