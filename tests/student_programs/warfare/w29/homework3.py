import copy


class Player(object):
    def __init__(self, sign):
        self.sign = sign


class State(object):
    def __init__(self, field, left):
        self.field = field
        self.left = left      # empty squares

    def at(self, x, y):
        if x < 0 or y < 0 or x >= size or y >= size:
            return None
        return self.field[y][x]

    def around(self, x, y):
        return [(x, y - 1), (x, y + 1), (x - 1, y), (x + 1, y)]

    def options(self, who):
        result = []
        for y in range(size):
            for x in range(size):
                if self.field[y][x] == '.':
                    result.append((x, y, False))
        stakes = result[:]
        for (x, y, _) in stakes:
            for (a, b) in self.around(x, y):
                if self.at(a, b) == who:
                    result.append((x, y, True))
                    break
        return result

    def go(self, option, who):
        x, y, raid = option
        field = [line[:] for line in self.field]
        # field = copy.deepcopy(self.field)   # too slow
        field[y][x] = who
        if raid:
            for (a, b) in self.around(x, y):
                if self.at(a, b) not in (None, '.'):
                    field[b][a] = who
        return State(field, self.left - 1)

    def points(self):
        p = 0
        for x in range(size):
            for y in range(size):
                c = self.field[y][x]
                if c == me:
                    p += value[x][y]
                elif c == him:
                    p -= value[x][y]
        return p

    def text(self):
        return '\n'.join(''.join(line) for line in self.field)


def cutoff(state, depth):
    return state.left == 0 or depth >= max_depth


def minimax_value(state, depth, maximize):
    if cutoff(state, depth):
        return state.points()
    values = []
    who = me if maximize else him
    for o in state.options(who):
        values.append(minimax_value(state.go(o, who), depth + 1, not maximize))
    if maximize:
        return max(values)
    return min(values)


def max_value(state, a, b, depth):
    if cutoff(state, depth):
        return state.points()
    v = float('-inf')
    for o in state.options(me):
        v = max(v, min_value(state.go(o, me), a, b, depth + 1))
        if v >= b:
            return v
        a = max(a, v)
    return v


def min_value(state, a, b, depth):
    if cutoff(state, depth):
        return state.points()
    v = float('inf')
    for o in state.options(him):
        v = min(v, max_value(state.go(o, him), a, b, depth + 1))
        if v <= a:
            return v
        b = min(b, v)
    return v


def decide(state):
    best = float('-inf')
    answer = None
    for o in state.options(me):
        nxt = state.go(o, me)
        if mode == 'MINIMAX':
            v = minimax_value(nxt, 1, False)
        else:
            v = min_value(nxt, best, float('inf'), 1)
        if v > best:
            best = v
            answer = o
    return answer


f = open('input.txt')
size = int(f.readline())
mode = f.readline().strip()
me = f.readline().strip()
him = {'X': 'O', 'O': 'X'}[me]
d = float(f.readline())
max_depth = int(d)
if mode == 'COMPETITION':
    max_depth = 1
value = []
for i in range(size):
    value.append(list(map(int, f.readline().split())))
field = []
for i in range(size):
    field.append(list(f.readline().strip()))
f.close()

start = State(field, sum(line.count('.') for line in field))
move = decide(start)
after = start.go(move, me)

out = open('output.txt', 'w')
out.write('{}{} {}\n'.format(chr(65 + move[0]), move[1] + 1, 'Raid' if move[2] else 'Stake'))
out.write(after.text())
out.close()
