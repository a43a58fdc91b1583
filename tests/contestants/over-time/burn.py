"""Uses one second of CPU time more than is left."""

import os

with open("input.txt") as file:
    left = float(file.read().split("\n")[3])
while os.times().user < left + 1:
    sum(range(100_000))
