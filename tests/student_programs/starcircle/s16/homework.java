import java.io.*;
import java.util.*;

public class homework {

    enum Side {
        STAR, CIRCLE;
        Side other() { return this == STAR ? CIRCLE : STAR; }
        int dir() { return this == STAR ? -1 : 1; }
        int goal() { return this == STAR ? 0 : 7; }
    }

    static class Position {
        Side[][] who = new Side[8][8];
        int[][] cnt = new int[8][8];

        Position copy() {
            Position p = new Position();
            for (int i = 0; i < 8; i++) {
                p.who[i] = who[i].clone();
                p.cnt[i] = cnt[i].clone();
            }
            return p;
        }

        int pieces(Side s) {
            int n = 0;
            for (int i = 0; i < 8; i++)
                for (int j = 0; j < 8; j++)
                    if (who[i][j] == s) n += cnt[i][j];
            return n;
        }

        /** evaluation function E^p(s) of the handout */
        int evaluate(Side p) {
            int e = 0;
            for (int i = 0; i < 8; i++) {
                for (int j = 0; j < 8; j++) {
                    if (who[i][j] == null) continue;
                    int weight = who[i][j] == Side.STAR ? rowValues[7 - i] : rowValues[i];
                    if (who[i][j] == p) e += weight * cnt[i][j];
                    else e -= weight * cnt[i][j];
                }
            }
            return e;
        }

        boolean vacant(int i, int j, Side s) {
            if (i < 0 || j < 0 || i > 7 || j > 7) return false;
            return who[i][j] == null || (i == s.goal() && who[i][j] == s);
        }

        List<int[]> moves(Side s) {
            List<int[]> list = new ArrayList<int[]>();
            int d = s.dir();
            for (int i = 0; i < 8; i++) {
                for (int j = 0; j < 8; j++) {
                    if (who[i][j] != s) continue;
                    // look at the upper target row first
                    int[] dist = s == Side.STAR ? new int[]{2, 1} : new int[]{1, 2};
                    for (int k : dist) {
                        for (int side = -1; side <= 1; side += 2) {
                            int ti = i + k * d, tj = j + k * side;
                            if (!vacant(ti, tj, s)) continue;
                            if (k == 2 && who[i + d][j + side] != s.other()) continue;
                            list.add(new int[]{i, j, ti, tj});
                        }
                    }
                }
            }
            return list;
        }

        Position play(int[] m) {
            Position p = copy();
            Side s = p.who[m[0]][m[1]];
            p.who[m[0]][m[1]] = null;
            p.cnt[m[0]][m[1]] = 0;
            p.who[m[2]][m[3]] = s;
            p.cnt[m[2]][m[3]] += 1;
            if (Math.abs(m[0] - m[2]) == 2) {
                int a = (m[0] + m[2]) / 2, b = (m[1] + m[3]) / 2;
                p.who[a][b] = null;
                p.cnt[a][b] = 0;
            }
            return p;
        }
    }

    static int[] rowValues = new int[8];
    static int depthLimit;
    static int nodes = 0;
    static Side me;
    static boolean useAlphaBeta;

    static boolean terminal(Position p, int depth, boolean pass1, boolean pass2) {
        if (depth >= depthLimit) return true;
        if (pass1 && pass2) return true;
        return p.pieces(Side.STAR) == 0 || p.pieces(Side.CIRCLE) == 0;
    }

    // pass1: the move before was a pass, pass2: the one before that as well
    static int value(Position p, Side turn, int depth, boolean pass1, boolean pass2, int alpha, int beta) {
        nodes++;
        if (terminal(p, depth, pass1, pass2)) return p.evaluate(turn);
        List<int[]> moves = p.moves(turn);
        if (moves.isEmpty())
            return value(p, turn.other(), depth + 1, true, pass1, alpha, beta);
        if (turn == me) {
            int v = Integer.MIN_VALUE;
            for (int[] m : moves) {
                v = Math.max(v, value(p.play(m), turn.other(), depth + 1, false, pass1, alpha, beta));
                if (useAlphaBeta) {
                    if (v >= beta) return v;
                    alpha = Math.max(alpha, v);
                }
            }
            return v;
        } else {
            int v = Integer.MAX_VALUE;
            for (int[] m : moves) {
                v = Math.min(v, value(p.play(m), turn.other(), depth + 1, false, pass1, alpha, beta));
                if (useAlphaBeta) {
                    if (v <= alpha) return v;
                    beta = Math.min(beta, v);
                }
            }
            return v;
        }
    }

    static String square(int i, int j) {
        return "" + (char) ('H' - i) + (j + 1);
    }

    public static void main(String[] args) throws IOException {
        Scanner sc = new Scanner(new File("input.txt"));
        me = sc.next().equals("Star") ? Side.STAR : Side.CIRCLE;
        useAlphaBeta = sc.next().equals("ALPHABETA");
        depthLimit = sc.nextInt();
        Position start = new Position();
        for (int i = 0; i < 8; i++) {
            String[] cells = sc.next().split(",");
            for (int j = 0; j < 8; j++) {
                if (cells[j].equals("0")) continue;
                start.who[i][j] = cells[j].charAt(0) == 'S' ? Side.STAR : Side.CIRCLE;
                start.cnt[i][j] = Integer.parseInt(cells[j].substring(1));
            }
        }
        String[] vals = sc.next().split(",");
        for (int i = 0; i < 8; i++) rowValues[i] = Integer.parseInt(vals[i]);
        sc.close();

        nodes = 1;
        String answer = "pass";
        int farsighted = Integer.MIN_VALUE;
        int myopic = start.evaluate(me);
        List<int[]> moves = start.moves(me);
        if (moves.isEmpty()) {
            farsighted = value(start, me.other(), 1, true, false, Integer.MIN_VALUE, Integer.MAX_VALUE);
        } else {
            for (int[] m : moves) {
                Position next = start.play(m);
                int v = value(next, me.other(), 1, false, false, farsighted, Integer.MAX_VALUE);
                if (v > farsighted) {
                    farsighted = v;
                    answer = square(m[0], m[1]) + "-" + square(m[2], m[3]);
                    myopic = next.evaluate(me);
                }
            }
        }
        PrintWriter pw = new PrintWriter("output.txt");
        pw.print(answer + "\n" + myopic + "\n" + farsighted + "\n" + nodes);
        pw.close();
    }
}
