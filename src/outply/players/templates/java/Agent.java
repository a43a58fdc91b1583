import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A simple Warfare agent: reads input.txt, searches two plies deep, writes output.txt.
 *
 * <p>Improve these first: {@code score}, the evaluation of a board, and {@code choose}, which searches only two plies.
 */
public final class Agent {
    private record Move(int cell, boolean raid) {}

    private static final double RESERVE = 2.0; // seconds of CPU time kept in reserve

    private final int size;
    private final int[] values;

    private Agent(int size, int[] values) {
        this.size = size;
        this.values = values;
    }

    public static void main(String[] arguments) throws IOException {
        List<String> lines = Files.readAllLines(Path.of("input.txt"));
        int size = Integer.parseInt(lines.get(0));
        char player = lines.get(2).charAt(0);
        double seconds = Double.parseDouble(lines.get(3));
        int[] values = new int[size * size];
        StringBuilder owners = new StringBuilder();
        for (int row = 0; row < size; row++) {
            String[] words = lines.get(4 + row).split(" ");
            for (int column = 0; column < size; column++) {
                values[row * size + column] = Integer.parseInt(words[column]);
            }
            owners.append(lines.get(4 + size + row));
        }
        long empty = owners.chars().filter(owner -> owner == '.').count();
        double allowed = Math.max(0.0, seconds - RESERVE) / ((empty + 1) / 2);
        Agent agent = new Agent(size, values);
        char[] board = owners.toString().toCharArray();
        Move move = agent.choose(board, player, allowed);
        Files.writeString(Path.of("output.txt"), agent.output(agent.play(board, player, move), move));
    }

    /** Returns the move with the best score after the opponent's best reply, as far as time permits. */
    private Move choose(char[] board, char player, double seconds) {
        char enemy = player == 'X' ? 'O' : 'X';
        List<Move> moves = moves(board, player);
        // The best moves by the score after one ply come first, in case the time runs out.
        moves.sort((one, other) -> Integer.compare(
                score(play(board, player, other), player), score(play(board, player, one), player)));
        Move best = moves.get(0);
        int highest = Integer.MIN_VALUE;
        for (Move move : moves) {
            if (highest > Integer.MIN_VALUE && cpuSeconds() > seconds) {
                break;
            }
            char[] after = play(board, player, move);
            List<Move> replies = moves(after, enemy);
            int worst = replies.isEmpty() ? score(after, player) : Integer.MAX_VALUE;
            for (Move reply : replies) {
                worst = Math.min(worst, score(play(after, enemy, reply), player));
            }
            if (worst > highest) {
                highest = worst;
                best = move;
            }
        }
        return best;
    }

    private List<Move> moves(char[] board, char player) {
        List<Move> moves = new ArrayList<>();
        for (int cell = 0; cell < board.length; cell++) {
            if (board[cell] != '.') {
                continue;
            }
            moves.add(new Move(cell, false));
            for (int neighbour : neighbours(cell)) {
                if (board[neighbour] == player) {
                    moves.add(new Move(cell, true));
                    break;
                }
            }
        }
        return moves;
    }

    private char[] play(char[] board, char player, Move move) {
        char[] after = board.clone();
        after[move.cell] = player;
        if (move.raid) {
            for (int neighbour : neighbours(move.cell)) {
                if (after[neighbour] != '.') {
                    after[neighbour] = player;
                }
            }
        }
        return after;
    }

    /** Returns the cells above, left, right and below. */
    private int[] neighbours(int cell) {
        int row = cell / size;
        int column = cell % size;
        int[] cells = new int[4];
        int count = 0;
        if (row > 0) cells[count++] = cell - size;
        if (column > 0) cells[count++] = cell - 1;
        if (column + 1 < size) cells[count++] = cell + 1;
        if (row + 1 < size) cells[count++] = cell + size;
        return java.util.Arrays.copyOf(cells, count);
    }

    /** Returns the values of the player's cells minus the values of the opponent's. */
    private int score(char[] board, char player) {
        int total = 0;
        for (int cell = 0; cell < board.length; cell++) {
            if (board[cell] != '.') {
                total += board[cell] == player ? values[cell] : -values[cell];
            }
        }
        return total;
    }

    private String output(char[] board, Move move) {
        StringBuilder text = new StringBuilder();
        text.append((char) ('A' + move.cell % size)).append(move.cell / size + 1);
        text.append(move.raid ? " Raid" : " Stake");
        for (int row = 0; row < size; row++) {
            text.append('\n').append(board, row * size, size);
        }
        return text.toString();
    }

    private static double cpuSeconds() {
        var system = ManagementFactory.getOperatingSystemMXBean();
        return system instanceof com.sun.management.OperatingSystemMXBean ours ? ours.getProcessCpuTime() / 1e9 : 0.0;
    }
}
