import java.io.*;
import java.util.ArrayList;
import java.util.Scanner;

public class homework {

    static final int INF = Integer.MAX_VALUE;
    static final int[][] DIR = {{-1, 0}, {1, 0}, {0, -1}, {0, 1}};

    int n;
    int depthLimit;
    int[][] val;
    char[][] board;
    char max, min;
    int nodes = 0;

    // what a search gives back: value and the move that leads to it
    static class Result {
        int value;
        int[] move;   // row, col, 0 = stake / 1 = raid

        Result(int value, int[] move) {
            this.value = value;
            this.move = move;
        }
    }

    boolean onBoard(int r, int c) {
        return 0 <= r && r < n && 0 <= c && c < n;
    }

    ArrayList<int[]> actions(char p) {
        ArrayList<int[]> a = new ArrayList<int[]>();
        for (int type = 0; type <= 1; type++)
            for (int r = 0; r < n; r++)
                for (int c = 0; c < n; c++) {
                    if (board[r][c] != '.') continue;
                    boolean ok = type == 0;
                    for (int[] d : DIR)
                        if (!ok && onBoard(r + d[0], c + d[1]) && board[r + d[0]][c + d[1]] == p) ok = true;
                    if (ok) a.add(new int[]{r, c, type});
                }
        return a;
    }

    // returns bit mask of the directions in which a piece was conquered
    int make(int[] m, char p) {
        int mask = 0;
        board[m[0]][m[1]] = p;
        if (m[2] == 1) {
            for (int k = 0; k < 4; k++) {
                int r = m[0] + DIR[k][0];
                int c = m[1] + DIR[k][1];
                if (onBoard(r, c) && board[r][c] != '.' && board[r][c] != p) {
                    board[r][c] = p;
                    mask |= 1 << k;
                }
            }
        }
        return mask;
    }

    void unmake(int[] m, char p, int mask) {
        char e = p == 'X' ? 'O' : 'X';
        board[m[0]][m[1]] = '.';
        for (int k = 0; k < 4; k++)
            if ((mask & (1 << k)) != 0) board[m[0] + DIR[k][0]][m[1] + DIR[k][1]] = e;
    }

    int score() {
        int s = 0;
        for (int r = 0; r < n; r++)
            for (int c = 0; c < n; c++) {
                if (board[r][c] == max) s += val[r][c];
                if (board[r][c] == min) s -= val[r][c];
            }
        return s;
    }

    boolean cutoffTest(int depth) {
        if (depth >= depthLimit) return true;
        for (char[] row : board)
            for (char c : row)
                if (c == '.') return false;
        return true;
    }

    // ------------------------------------------------ minimax

    Result maxMM(int depth) {
        nodes++;
        if (cutoffTest(depth)) return new Result(score(), null);
        Result best = new Result(-INF, null);
        for (int[] m : actions(max)) {
            int mask = make(m, max);
            int v = minMM(depth + 1).value;
            unmake(m, max, mask);
            if (v > best.value) best = new Result(v, m);
        }
        return best;
    }

    Result minMM(int depth) {
        nodes++;
        if (cutoffTest(depth)) return new Result(score(), null);
        Result best = new Result(INF, null);
        for (int[] m : actions(min)) {
            int mask = make(m, min);
            int v = maxMM(depth + 1).value;
            unmake(m, min, mask);
            if (v <= best.value) best = new Result(v, m);
        }
        return best;
    }

    // ------------------------------------------------ alpha beta

    Result maxAB(int depth, int alpha, int beta) {
        nodes++;
        if (cutoffTest(depth)) return new Result(score(), null);
        Result best = new Result(-INF, null);
        for (int[] m : actions(max)) {
            int mask = make(m, max);
            int v = minAB(depth + 1, alpha, beta).value;
            unmake(m, max, mask);
            if (v > best.value) best = new Result(v, m);
            if (best.value > beta) return best;
            alpha = Math.max(alpha, best.value);
        }
        return best;
    }

    Result minAB(int depth, int alpha, int beta) {
        nodes++;
        if (cutoffTest(depth)) return new Result(score(), null);
        Result best = new Result(INF, null);
        for (int[] m : actions(min)) {
            int mask = make(m, min);
            int v = maxAB(depth + 1, alpha, beta).value;
            unmake(m, min, mask);
            if (v <= best.value) best = new Result(v, m);
            if (best.value < alpha) return best;
            beta = Math.min(beta, best.value);
        }
        return best;
    }

    void run() throws IOException {
        Scanner in = new Scanner(new File("input.txt"));
        n = Integer.parseInt(in.nextLine().trim());
        String mode = in.nextLine().trim();
        max = in.nextLine().trim().charAt(0);
        min = max == 'X' ? 'O' : 'X';
        double limit = Double.parseDouble(in.nextLine().trim());
        depthLimit = (int) limit;
        val = new int[n][n];
        for (int r = 0; r < n; r++) {
            String[] s = in.nextLine().trim().split(" +");
            for (int c = 0; c < n; c++) val[r][c] = Integer.parseInt(s[c]);
        }
        board = new char[n][];
        for (int r = 0; r < n; r++) board[r] = in.nextLine().trim().toCharArray();
        in.close();

        Result res;
        if (mode.equals("MINIMAX")) {
            res = maxMM(0);
        } else {
            if (mode.equals("COMPETITION")) depthLimit = n > 7 ? 1 : 3;
            res = maxAB(0, -INF, INF);
        }
        // System.out.println(nodes + " nodes, value " + res.value);

        make(res.move, max);
        BufferedWriter w = new BufferedWriter(new FileWriter("output.txt"));
        w.write((char) (res.move[1] + 'A') + "" + (res.move[0] + 1) + (res.move[2] == 1 ? " Raid" : " Stake"));
        for (int r = 0; r < n; r++) {
            w.write("\n");
            w.write(board[r]);
        }
        w.close();
    }

    public static void main(String[] args) throws IOException {
        new homework().run();
    }
}
