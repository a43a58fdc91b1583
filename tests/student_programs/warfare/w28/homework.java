import java.io.*;
import java.util.*;

public class homework {
    static int n, total;
    static int[] value;
    static int[][] around;
    static int limit;
    static char mine, theirs;

    // a move is coded as cell for a stake and total + cell for a raid
    static List<Integer> moves(char[] board, char turn) {
        List<Integer> list = new ArrayList<>();
        for (int i = 0; i < total; i++)
            if (board[i] == '.') list.add(i);
        for (int i = 0; i < total; i++) {
            if (board[i] != '.') continue;
            for (int j : around[i]) {
                if (board[j] == turn) {
                    list.add(total + i);
                    break;
                }
            }
        }
        return list;
    }

    static List<Integer> orderedMoves(char[] board, char turn) {
        List<Integer> list = moves(board, turn);
        Collections.sort(list, new Comparator<Integer>() {
            @Override
            public int compare(Integer a, Integer b) {
                return Integer.compare(value[b % total], value[a % total]);
            }
        });
        return list;
    }

    static char other(char c) {
        return c == 'X' ? 'O' : 'X';
    }

    static char[] apply(char[] board, int move, char turn) {
        char[] res = Arrays.copyOf(board, total);
        int cell = move % total;
        res[cell] = turn;
        if (move >= total) {
            for (int j : around[cell])
                if (res[j] == other(turn)) res[j] = turn;
        }
        return res;
    }

    static boolean full(char[] board) {
        for (char c : board)
            if (c == '.') return false;
        return true;
    }

    static int gameScore(char[] board) {
        int s = 0;
        for (int i = 0; i < total; i++) {
            if (board[i] == mine) s += value[i];
            else if (board[i] == theirs) s -= value[i];
        }
        return s;
    }

    static int mmMax(char[] board, int d) {
        if (d >= limit || full(board)) return gameScore(board);
        int v = Integer.MIN_VALUE;
        for (int m : moves(board, mine)) v = Math.max(v, mmMin(apply(board, m, mine), d + 1));
        return v;
    }

    static int mmMin(char[] board, int d) {
        if (d >= limit || full(board)) return gameScore(board);
        int v = Integer.MAX_VALUE;
        for (int m : moves(board, theirs)) v = Math.min(v, mmMax(apply(board, m, theirs), d + 1));
        return v;
    }

    static int abMax(char[] board, int d, int alpha, int beta) {
        if (d >= limit || full(board)) return gameScore(board);
        int v = Integer.MIN_VALUE;
        for (int m : orderedMoves(board, mine)) {
            v = Math.max(v, abMin(apply(board, m, mine), d + 1, alpha, beta));
            if (v >= beta) return v;
            alpha = Math.max(alpha, v);
        }
        return v;
    }

    static int abMin(char[] board, int d, int alpha, int beta) {
        if (d >= limit || full(board)) return gameScore(board);
        int v = Integer.MAX_VALUE;
        for (int m : orderedMoves(board, theirs)) {
            v = Math.min(v, abMax(apply(board, m, theirs), d + 1, alpha, beta));
            if (v <= alpha) return v;
            beta = Math.min(beta, v);
        }
        return v;
    }

    static int minimaxDecision(char[] board) {
        int best = -1, bestV = Integer.MIN_VALUE;
        for (int m : moves(board, mine)) {
            int v = mmMin(apply(board, m, mine), 1);
            if (v > bestV) {
                bestV = v;
                best = m;
            }
        }
        return best;
    }

    static int alphaBetaSearch(char[] board) {
        int best = -1, bestV = Integer.MIN_VALUE;
        for (int m : orderedMoves(board, mine)) {
            int v = abMin(apply(board, m, mine), 1, bestV, Integer.MAX_VALUE);
            if (v > bestV) {
                bestV = v;
                best = m;
            }
        }
        return best;
    }

    public static void main(String[] args) throws Exception {
        Scanner sc = new Scanner(new File("input.txt"));
        n = sc.nextInt();
        total = n * n;
        String mode = sc.next();
        mine = sc.next().charAt(0);
        theirs = other(mine);
        String depth = sc.next();
        value = new int[total];
        for (int i = 0; i < total; i++) value[i] = sc.nextInt();
        StringBuilder cells = new StringBuilder();
        for (int i = 0; i < n; i++) cells.append(sc.next());
        sc.close();
        char[] board = cells.toString().toCharArray();

        around = new int[total][];
        for (int i = 0; i < total; i++) {
            int[] tmp = new int[4];
            int k = 0;
            if (i / n > 0) tmp[k++] = i - n;
            if (i / n < n - 1) tmp[k++] = i + n;
            if (i % n > 0) tmp[k++] = i - 1;
            if (i % n < n - 1) tmp[k++] = i + 1;
            around[i] = Arrays.copyOf(tmp, k);
        }

        int move;
        if (mode.equals("MINIMAX")) {
            limit = Integer.parseInt(depth);
            move = minimaxDecision(board);
        } else if (mode.equals("ALPHABETA")) {
            limit = Integer.parseInt(depth);
            move = alphaBetaSearch(board);
        } else {
            // COMPETITION -- TODO make use of Double.parseDouble(depth)
            limit = n < 8 ? 3 : 2;
            move = alphaBetaSearch(board);
        }

        char[] res = apply(board, move, mine);
        PrintWriter pw = new PrintWriter("output.txt");
        int cell = move % total;
        pw.print((char) ('A' + cell % n));
        pw.print(cell / n + 1);
        pw.print(move >= total ? " Raid" : " Stake");
        for (int r = 0; r < n; r++) {
            pw.print("\n");
            pw.print(new String(res, r * n, n));
        }
        pw.close();
    }
}
