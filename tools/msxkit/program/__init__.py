"""The program model: what a program does, statement by statement, for every generator of code.

`lower` turns the tree of a line into `model.Block`s: basic blocks at offsets of the program text, made of
instructions over typed values. `operations.Op` names what the machine is asked to do. The model holds no text of the
generated code.
"""
