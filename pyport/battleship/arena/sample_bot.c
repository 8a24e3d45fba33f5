/* A bot to begin with: ships at random, shots beside hits, else on every second square.
   Build it with `cc -O2 -o sample_bot sample_bot.c`, run it with `battleship play --player ./sample_bot`. */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 10 };

/* Carrier, Battleship, Destroyer, Submarine, Patrol Boat. */
static const int lengths[] = {5, 4, 3, 3, 2};

static char seen[SIZE][SIZE]; /* row, column: 0 not yet shot, 'M' or 'H' */
static int last_column, last_row;

static void place_ships(void)
{
    char taken[SIZE][SIZE] = {{0}};
    for (int ship = 0; ship < 5; ship++) {
        int length = lengths[ship], down, column, row, i;
        do {
            down = rand() % 2;
            column = rand() % (down ? SIZE : SIZE + 1 - length);
            row = rand() % (down ? SIZE + 1 - length : SIZE);
            for (i = 0; i < length && !taken[row + (down ? i : 0)][column + (down ? 0 : i)]; i++)
                ;
        } while (i < length);
        for (i = 0; i < length; i++)
            taken[row + (down ? i : 0)][column + (down ? 0 : i)] = 1;
        printf("%s%c%d%c", ship ? " " : "", 'A' + column, row, down ? 'D' : 'R');
    }
    printf("\n");
}

static int is_hit(int row, int column)
{
    return row >= 0 && row < SIZE && column >= 0 && column < SIZE && seen[row][column] == 'H';
}

/* 2: beside a hit, 1: on the chessboard, 0: any other square, -1: already shot. */
static int worth(int row, int column)
{
    if (seen[row][column])
        return -1;
    if (is_hit(row - 1, column) || is_hit(row + 1, column) || is_hit(row, column - 1) || is_hit(row, column + 1))
        return 2;
    return (row + column) % 2 == 0;
}

static void shoot(void)
{
    int best = -1, ties = 0;
    for (int row = 0; row < SIZE; row++)
        for (int column = 0; column < SIZE; column++) {
            int value = worth(row, column);
            if (value > best) {
                best = value;
                ties = 0;
            }
            if (value == best && rand() % ++ties == 0) {
                last_row = row;
                last_column = column;
            }
        }
    printf("%c%d\n", 'A' + last_column, last_row);
}

int main(void)
{
    char line[256];
    const char *seed = getenv("BATTLESHIP_SEED"); /* with it the same game can be played again */
    srand(seed ? (unsigned)strtoul(seed, NULL, 10) : 1);
    printf(">");
    fflush(stdout);
    while (fgets(line, sizeof line, stdin)) {
        if (line[0] == 'N') {
            memset(seen, 0, sizeof seen);
            place_ships();
        } else if (line[0] == 'F') {
            shoot();
        } else if (line[0] == 'H' || line[0] == 'S') {
            seen[last_row][last_column] = 'H';
        } else if (line[0] == 'M') {
            seen[last_row][last_column] = 'M';
        } else if (line[0] == 'K') {
            break;
        }
        printf(">");
        fflush(stdout); /* an answer that stays in the buffer comes too late */
    }
    return 0;
}
