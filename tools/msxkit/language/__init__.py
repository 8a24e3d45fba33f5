"""MSX BASIC as a language: tokens, scanner, tokeniser and lister, parser, checker, cross-reference."""
