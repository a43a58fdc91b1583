import java.io.*;
import java.util.*;

/**
 * CS 561 - Star / Circle game
 * Minimax and Alpha-Beta
 */
public class homework {

    static class Move {
        int fromRow, fromCol, toRow, toCol;
        boolean pass;

        Move(int fr, int fc, int tr, int tc) {
            fromRow = fr;
            fromCol = fc;
            toRow = tr;
            toCol = tc;
        }

        static Move passMove() {
            Move m = new Move(-1, -1, -1, -1);
            m.pass = true;
            return m;
        }

        // row 0 is H, row 7 is A
        private String name(int r, int c) {
            return "" + (char) ('H' - r) + (c + 1);
        }

        public String toString() {
            if (pass) return "pass";
            return name(fromRow, fromCol) + "-" + name(toRow, toCol);
        }
    }

    static class Board {
        char[][] owner = new char[8][8];   // 'S', 'C' or '.'
        int[][] count = new int[8][8];

        Board() {
            for (char[] r : owner) Arrays.fill(r, '.');
        }

        Board(Board other) {
            for (int i = 0; i < 8; i++) {
                owner[i] = other.owner[i].clone();
                count[i] = other.count[i].clone();
            }
        }

        boolean canLand(char player, int r, int c) {
            if (r < 0 || r > 7 || c < 0 || c > 7) return false;
            if (owner[r][c] == '.') return true;
            int last = player == 'S' ? 0 : 7;
            return r == last && owner[r][c] == player;
        }

        List<Move> getMoves(char player) {
            List<Move> moves = new ArrayList<Move>();
            int dir = player == 'S' ? -1 : 1;
            char enemy = opponent(player);
            for (int r = 0; r < 8; r++) {
                for (int c = 0; c < 8; c++) {
                    if (owner[r][c] != player) continue;
                    int nr = r + dir;
                    if (nr < 0 || nr > 7) continue;
                    for (int dc = -1; dc <= 1; dc += 2) {
                        int nc = c + dc;
                        if (nc < 0 || nc > 7) continue;
                        if (canLand(player, nr, nc)) {
                            moves.add(new Move(r, c, nr, nc));
                        } else if (owner[nr][nc] == enemy && canLand(player, nr + dir, nc + dc)) {
                            moves.add(new Move(r, c, nr + dir, nc + dc));
                        }
                    }
                }
            }
            Collections.sort(moves, new Comparator<Move>() {
                public int compare(Move a, Move b) {
                    if (a.fromRow != b.fromRow) return a.fromRow - b.fromRow;
                    if (a.fromCol != b.fromCol) return a.fromCol - b.fromCol;
                    if (a.toRow != b.toRow) return a.toRow - b.toRow;
                    return a.toCol - b.toCol;
                }
            });
            if (moves.isEmpty()) moves.add(Move.passMove());
            return moves;
        }

        Board apply(Move m) {
            Board b = new Board(this);
            if (m.pass) return b;
            char p = owner[m.fromRow][m.fromCol];
            b.owner[m.fromRow][m.fromCol] = '.';
            b.count[m.fromRow][m.fromCol] = 0;
            if (Math.abs(m.toRow - m.fromRow) == 2) {
                int mr = (m.toRow + m.fromRow) / 2;
                int mc = (m.toCol + m.fromCol) / 2;
                b.owner[mr][mc] = '.';
                b.count[mr][mc] = 0;
            }
            b.owner[m.toRow][m.toCol] = p;
            b.count[m.toRow][m.toCol]++;
            return b;
        }

        int pieces(char player) {
            int n = 0;
            for (int i = 0; i < 8; i++)
                for (int j = 0; j < 8; j++)
                    if (owner[i][j] == player) n += count[i][j];
            return n;
        }

        int evaluate(char player) {
            int star = 0, circle = 0;
            for (int i = 0; i < 8; i++) {
                for (int j = 0; j < 8; j++) {
                    if (owner[i][j] == 'S') star += count[i][j] * values[7 - i];
                    else if (owner[i][j] == 'C') circle += count[i][j] * values[i];
                }
            }
            return player == 'S' ? star - circle : circle - star;
        }

        // debugging
        void print() {
            for (int i = 0; i < 8; i++) {
                for (int j = 0; j < 8; j++)
                    System.out.print(owner[i][j] == '.' ? " 0 " : " " + owner[i][j] + count[i][j]);
                System.out.println();
            }
        }
    }

    static int[] values = new int[8];
    static char me;
    static boolean prune;
    static int limit;
    static long nodes = 0;
    static Move bestMove = null;

    static char opponent(char p) {
        return p == 'S' ? 'C' : 'S';
    }

    static boolean terminal(Board b, int depth, int passes) {
        return depth == limit || passes >= 2 || b.pieces('S') == 0 || b.pieces('C') == 0;
    }

    static int maxValue(Board b, int depth, int passes, int alpha, int beta) {
        nodes++;
        if (terminal(b, depth, passes)) return b.evaluate(me);
        int v = Integer.MIN_VALUE;
        for (Move m : b.getMoves(me)) {
            int val = minValue(b.apply(m), depth + 1, m.pass ? passes + 1 : 0, alpha, beta);
            if (val > v) {
                v = val;
                if (depth == 0) bestMove = m;
            }
            if (prune) {
                if (v >= beta) return v;
                alpha = Math.max(alpha, v);
            }
        }
        return v;
    }

    static int minValue(Board b, int depth, int passes, int alpha, int beta) {
        nodes++;
        if (terminal(b, depth, passes)) return b.evaluate(me);
        int v = Integer.MAX_VALUE;
        for (Move m : b.getMoves(opponent(me))) {
            v = Math.min(v, maxValue(b.apply(m), depth + 1, m.pass ? passes + 1 : 0, alpha, beta));
            if (prune) {
                if (v <= alpha) return v;
                beta = Math.min(beta, v);
            }
        }
        return v;
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new FileReader("input.txt"));
        me = in.readLine().trim().charAt(0);
        prune = in.readLine().trim().equals("ALPHABETA");
        limit = Integer.parseInt(in.readLine().trim());
        Board board = new Board();
        for (int i = 0; i < 8; i++) {
            String[] parts = in.readLine().trim().split(",");
            for (int j = 0; j < 8; j++) {
                String s = parts[j].trim();
                if (s.equals("0")) continue;
                board.owner[i][j] = s.charAt(0);
                board.count[i][j] = Integer.parseInt(s.substring(1));
            }
        }
        String[] parts = in.readLine().trim().split(",");
        for (int i = 0; i < 8; i++) values[i] = Integer.parseInt(parts[i].trim());
        in.close();

        int far = maxValue(board, 0, 0, Integer.MIN_VALUE, Integer.MAX_VALUE);
        int myopic = board.apply(bestMove).evaluate(me);

        PrintWriter out = new PrintWriter(new FileWriter("output.txt"));
        out.print(bestMove + "\n");
        out.print(myopic + "\n");
        out.print(far + "\n");
        out.print(nodes);
        out.close();
    }
}
