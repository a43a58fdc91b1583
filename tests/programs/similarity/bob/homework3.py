import sys

INF = 10**9


def read_input(path):
    data = open(path).read().splitlines()
    size = int(data[0])
    mode = data[1].strip()
    me = data[2].strip()
    depth = int(data[3])
    grid = []
    for i in range(size):
        grid.extend(map(int, data[4 + i].split()))
    state = "".join(data[4 + size + i].strip() for i in range(size))
    return size, mode, me, depth, grid, state


def neighbours(i, size):
    out = []
    if i >= size:
        out.append(i - size)
    if i % size:
        out.append(i - 1)
    if i % size < size - 1:
        out.append(i + 1)
    if i < size * (size - 1):
        out.append(i + size)
    return out


def stake(state, i, who):
    return state[:i] + who + state[i + 1 :]


def raid(state, i, who, near):
    new = list(stake(state, i, who))
    for j in near[i]:
        if new[j] != ".":
            new[j] = who
    return "".join(new)


def successors(state, who, near):
    for i, owner in enumerate(state):
        if owner == ".":
            yield i, "Stake", stake(state, i, who)
    for i, owner in enumerate(state):
        if owner == "." and any(state[j] == who for j in near[i]):
            yield i, "Raid", raid(state, i, who, near)


def evaluate(state, grid, me):
    return sum(v if o == me else -v for o, v in zip(state, grid) if o != ".")


def minimax(state, who, me, depth, grid, near):
    if depth == 0 or "." not in state:
        return evaluate(state, grid, me)
    other = "X" if who == "O" else "O"
    scores = [minimax(s, other, me, depth - 1, grid, near) for _, _, s in successors(state, who, near)]
    return max(scores) if who == me else min(scores)


def alphabeta(state, who, me, depth, low, high, grid, near):
    if depth == 0 or "." not in state:
        return evaluate(state, grid, me)
    other = "X" if who == "O" else "O"
    if who == me:
        v = -INF
        for _, _, s in successors(state, who, near):
            v = max(v, alphabeta(s, other, me, depth - 1, low, high, grid, near))
            if v >= high:
                break
            low = max(low, v)
    else:
        v = INF
        for _, _, s in successors(state, who, near):
            v = min(v, alphabeta(s, other, me, depth - 1, low, high, grid, near))
            if v <= low:
                break
            high = min(high, v)
    return v


def solve(path_in, path_out):
    size, mode, me, depth, grid, state = read_input(path_in)
    near = [neighbours(i, size) for i in range(size * size)]
    rival = "X" if me == "O" else "O"
    best = None
    for i, kind, s in successors(state, me, near):
        if mode == "MINIMAX":
            v = minimax(s, rival, me, depth - 1, grid, near)
        else:
            low = -INF if best is None else best[0]
            v = alphabeta(s, rival, me, depth - 1, low, INF, grid, near)
        if best is None or v > best[0]:
            best = (v, i, kind, s)
    _, i, kind, s = best
    rows = [s[r * size : (r + 1) * size] for r in range(size)]
    name = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"[i % size] + str(i // size + 1)
    with open(path_out, "w") as target:
        target.write("%s %s\n%s" % (name, kind, "\n".join(rows)))


if __name__ == "__main__":
    solve(*(sys.argv[1:3] if len(sys.argv) > 2 else ("input.txt", "output.txt")))
