"""A language server for MSX BASIC: what an editor shows about a listing, and the server that sends it."""
