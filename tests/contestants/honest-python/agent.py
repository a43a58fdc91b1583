"""Takes the first empty cell."""

with open("input.txt") as file:
    lines = file.read().split("\n")
size, player = int(lines[0]), lines[2]
owners = list("".join(lines[4 + size : 4 + 2 * size]))
cell = owners.index(".")
owners[cell] = player
rows = ["".join(owners[start : start + size]) for start in range(0, size * size, size)]
with open("output.txt", "w") as file:
    file.write("\n".join([f"{chr(65 + cell % size)}{cell // size + 1} Stake", *rows]))
