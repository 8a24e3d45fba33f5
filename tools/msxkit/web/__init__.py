"""The machine in a web page: what runs in the page's worker, and what a page is made of. Plain Python only."""
