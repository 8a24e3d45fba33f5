"""Modern sources: BASIC with labels, long names, functions, defines and includes, read into a classic `Program`.

    program = Source(text, "game.dmx", include).checked()

The language is that of Basic Dignified for the MSX, by its public manual and by what its converter makes of
tests/dignified/cases.jsonl. `reader` makes logical lines of the rows of all files, `structure` finds labels, loops and
functions in them, `calls` writes calls and compound assignments out, `names` gives long names their two letters, and
`writing` makes the classic listing. Every line of the program knows where in the sources its parts came from
(`Source.places`), so all that shows a place shows the modern one. `symbols` knows where each name stands.
"""

from msxkit.language.modern.writing import Source as Source
