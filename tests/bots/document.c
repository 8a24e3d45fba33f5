/* The C bot of the SKYNET document, in its manner: words by fscanf, the prompt left in the buffer until some
   answer flushes it. It obeys the first letter of every word, so it also fires at "O F3". */
#include <stdio.h>
#include <stdlib.h>

static void answer_board(void) {
  printf("A0D B0D C0D D0D E0D\n");
  fflush(stdout);
}

static void answer_shot(void) {
  int column = rand() % 10;
  printf("%c%i\n", 'A' + column, rand() % 10);
  fflush(stdout);
}

int main(void) {
  char word[256];
  for (;;) {
    printf(">");
    if (fscanf(stdin, "%255s", word) != 1) return 0;
    if (word[0] == 'N') {
      answer_board();
    } else if (word[0] == 'F') {
      answer_shot();
    } else if (word[0] == 'K') {
      return 0;
    } else {
      printf("\n");
      fflush(stdout);
    }
  }
}
