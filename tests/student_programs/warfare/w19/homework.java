import java.io.*;
import java.nio.file.*;
import java.util.*;

/**
 * Homework - Warfare
 */
public class homework {

    private int size;
    private int[] worth;
    private int[][] adj;
    private char player;
    private int limit;
    private boolean pruning;

    /** State of the game, the board is one array */
    private class State {
        char[] b;
        int cell = -1;          // the move which led here
        String type = "";

        State(char[] b) {
            this.b = b;
        }

        boolean terminal() {
            for (int i = 0; i < b.length; i++)
                if (b[i] == '.')
                    return false;
            return true;
        }

        int utility() {
            int sum = 0;
            for (int i = 0; i < b.length; i++) {
                if (b[i] == '.') continue;
                sum += b[i] == player ? worth[i] : -worth[i];
            }
            return sum;
        }

        boolean touches(int cell, char who) {
            for (int a : adj[cell])
                if (b[a] == who)
                    return true;
            return false;
        }

        /** puts a piece of who on the cell and gives the new state */
        State occupy(int cell, char who, String type) {
            char[] nb = Arrays.copyOf(b, b.length);
            nb[cell] = who;
            if (touches(cell, who)) {
                for (int a : adj[cell])
                    if (nb[a] != '.')
                        nb[a] = who;
            }
            State s = new State(nb);
            s.cell = cell;
            s.type = type;
            return s;
        }

        ArrayList<State> children(char who) {
            ArrayList<State> out = new ArrayList<State>();
            for (int i = 0; i < b.length; i++)
                if (b[i] == '.')
                    out.add(occupy(i, who, "Stake"));
            for (int i = 0; i < b.length; i++)
                if (b[i] == '.' && touches(i, who))
                    out.add(occupy(i, who, "Raid"));
            return out;
        }
    }

    private char enemyOf(char c) {
        if (c == 'X')
            return 'O';
        else
            return 'X';
    }

    private State load(String file) throws IOException {
        List<String> lines = Files.readAllLines(Paths.get(file));
        size = Integer.parseInt(lines.get(0).trim());
        String mode = lines.get(1).trim();
        player = lines.get(2).trim().charAt(0);
        pruning = true;
        switch (mode) {
            case "MINIMAX":
                pruning = false;
                limit = Integer.parseInt(lines.get(3).trim());
                break;
            case "ALPHABETA":
                limit = Integer.parseInt(lines.get(3).trim());
                break;
            default:
                limit = size > 13 ? 1 : 2;
        }
        worth = new int[size * size];
        StringBuilder sb = new StringBuilder();
        for (int i = 0; i < size; i++) {
            StringTokenizer st = new StringTokenizer(lines.get(4 + i));
            for (int j = 0; j < size; j++)
                worth[i * size + j] = Integer.parseInt(st.nextToken());
            sb.append(lines.get(4 + size + i).trim());
        }
        makeAdjacency();
        return new State(sb.toString().toCharArray());
    }

    private void makeAdjacency() {
        adj = new int[size * size][];
        for (int i = 0; i < size * size; i++) {
            int[] tmp = new int[4];
            int k = 0;
            if (i >= size) tmp[k++] = i - size;
            if (i % size != 0) tmp[k++] = i - 1;
            if (i % size != size - 1) tmp[k++] = i + 1;
            if (i + size < size * size) tmp[k++] = i + size;
            adj[i] = Arrays.copyOf(tmp, k);
        }
    }

    private int maxValue(State s, int alpha, int beta, int depth) {
        if (depth >= limit || s.terminal())
            return s.utility();
        int v = -1000000;
        for (State t : s.children(player)) {
            v = Math.max(v, minValue(t, alpha, beta, depth + 1));
            if (pruning) {
                if (v >= beta) return v;
                alpha = Math.max(alpha, v);
            }
        }
        return v;
    }

    private int minValue(State s, int alpha, int beta, int depth) {
        if (depth >= limit || s.terminal())
            return s.utility();
        int v = 1000000;
        for (State t : s.children(enemyOf(player))) {
            v = Math.min(v, maxValue(t, alpha, beta, depth + 1));
            if (pruning) {
                if (v <= alpha) return v;
                beta = Math.min(beta, v);
            }
        }
        return v;
    }

    private State choose(State root) {
        State best = null;
        int bestValue = -1000000;
        for (State t : root.children(player)) {
            int v = minValue(t, bestValue, 1000000, 1);
            if (v > bestValue) {
                bestValue = v;
                best = t;
            }
        }
        return best;
    }

    private void save(State s, String file) throws IOException {
        BufferedWriter w = new BufferedWriter(new FileWriter(file));
        w.write((char) (65 + s.cell % size));
        w.write(Integer.toString(s.cell / size + 1));
        w.write(" " + s.type + "\n");
        for (int i = 0; i < size; i++) {
            w.write(s.b, i * size, size);
            if (i != size - 1)
                w.write("\n");
        }
        w.close();
    }

    public static void main(String[] args) {
        homework h = new homework();
        try {
            State root = h.load("input.txt");
            h.save(h.choose(root), "output.txt");
        } catch (IOException e) {
            e.printStackTrace();
        }
    }
}
