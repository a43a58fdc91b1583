// Takes the first empty cell.
#include <stdio.h>
#include <string.h>

int main(void) {
    int size, value;
    char player, rows[26][32];
    FILE *input = fopen("input.txt", "r");
    if (!input || fscanf(input, "%d %*s %c %*f", &size, &player) != 2) return 1;
    for (int cell = 0; cell < size * size; ++cell)
        if (fscanf(input, "%d", &value) != 1) return 1;
    for (int row = 0; row < size; ++row)
        if (fscanf(input, "%31s", rows[row]) != 1) return 1;
    FILE *output = fopen("output.txt", "w");
    for (int row = 0; row < size; ++row) {
        char *empty = strchr(rows[row], '.');
        if (!empty) continue;
        *empty = player;
        fprintf(output, "%c%d Stake", 'A' + (int)(empty - rows[row]), row + 1);
        break;
    }
    for (int row = 0; row < size; ++row) fprintf(output, "\n%s", rows[row]);
    return fclose(output);
}
