"""The Python bot of the SKYNET document in Python 3: the same board always, squares at random."""

import random


def place():
    print("A0D B0D C0D D0D E0D")


def shoot():
    print(random.choice("ABCDEFGHIJ") + str(random.choice(range(10))))


def main():
    while True:
        message = input(">")
        if message[0] == "N":
            place()
        elif message[0] == "F":
            shoot()
        elif message[0] == "K":
            return


main()
