# Takes the first empty cell.
size=$(head -n 1 input.txt)
player=$(sed -n 3p input.txt)
tail -n "$size" input.txt | awk -v p="$player" '
    { cells[NR] = $0 }
    END {
        for (row = 1; row <= NR; row++) {
            at = index(cells[row], ".")
            if (at) {
                cells[row] = substr(cells[row], 1, at - 1) p substr(cells[row], at + 1)
                printf "%c%d Stake", 64 + at, row
                break
            }
        }
        for (row = 1; row <= NR; row++) printf "\n%s", cells[row]
    }' > output.txt
