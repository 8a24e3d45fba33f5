"""Print the table of mutations as Markdown: what was broken, and how many of the recordings caught it."""

from __future__ import annotations

from tests.conftest import RECORDINGS
from tests.mutations import MUTATIONS, caught

print(f"| what is broken | file | caught by, of {len(RECORDINGS)} |")
print("|---|---|---|")
for mutation in MUTATIONS:
    print(
        f"| {mutation.what} | `{mutation.file.rsplit('/', 1)[1]}` | {len(caught(mutation, RECORDINGS))} |",
        flush=True,
    )
