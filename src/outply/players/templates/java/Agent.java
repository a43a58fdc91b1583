import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A Warfare agent to start from: reads input.txt, looks two moves ahead, writes output.txt.
 *
 * <p>Two things to make better first: {@code score} says how good a board is, and {@code choose} looks only at one
 * answer to each move.
 */
public final class Agent {
    private record Move(int cell, boolean raid) {}

    private static final double RESERVE = 2.0; // seconds of CPU time that are never spent

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
        Files.writeString(Path.of("output.txt"), agent.written(agent.play(board, player, move), move));
    }

    /** Returns the move whose board is the best after the opponent's best answer, as far as there is time. */
    private Move choose(char[] board, char player, double seconds) {
        char enemy = player == 'X' ? 'O' : 'X';
        List<Move> moves = moves(board, player);
        // What looks good at once comes first, so that it is looked at before the time is over.
        moves.sort((one, other) -> Integer.compare(
                score(play(board, player, other), player), score(play(board, player, one), player)));
        Move best = moves.get(0);
        int highest = Integer.MIN_VALUE;
        for (Move move : moves) {
            if (highest > Integer.MIN_VALUE && cpuSeconds() > seconds) {
                break;
            }
            char[] after = play(board, player, move);
            List<Move> answers = moves(after, enemy);
            int worst = answers.isEmpty() ? score(after, player) : Integer.MAX_VALUE;
            for (Move answer : answers) {
                worst = Math.min(worst, score(play(after, enemy, answer), player));
            }
            if (worst > highest) {
                highest = worst;
                best = move;
            }
        }
        return best;
    }

    private List<Move> moves(char[] board, char player) {
        List<Move> found = new ArrayList<>();
        for (int cell = 0; cell < board.length; cell++) {
            if (board[cell] != '.') {
                continue;
            }
            found.add(new Move(cell, false));
            for (int near : neighbours(cell)) {
                if (board[near] == player) {
                    found.add(new Move(cell, true));
                    break;
                }
            }
        }
        return found;
    }

    private char[] play(char[] board, char player, Move move) {
        char[] after = board.clone();
        after[move.cell] = player;
        if (move.raid) {
            for (int near : neighbours(move.cell)) {
                if (after[near] != '.') {
                    after[near] = player;
                }
            }
        }
        return after;
    }

    /** Returns the cells above, left, right and below. */
    private int[] neighbours(int cell) {
        int row = cell / size;
        int column = cell % size;
        int[] found = new int[4];
        int count = 0;
        if (row > 0) found[count++] = cell - size;
        if (column > 0) found[count++] = cell - 1;
        if (column + 1 < size) found[count++] = cell + 1;
        if (row + 1 < size) found[count++] = cell + size;
        return java.util.Arrays.copyOf(found, count);
    }

    /** Returns our cells' values less the opponent's. */
    private int score(char[] board, char player) {
        int total = 0;
        for (int cell = 0; cell < board.length; cell++) {
            if (board[cell] != '.') {
                total += board[cell] == player ? values[cell] : -values[cell];
            }
        }
        return total;
    }

    private String written(char[] board, Move move) {
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
