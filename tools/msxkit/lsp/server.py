"""The language server: which method answers which request of the protocol."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from lsprotocol import types

from msxkit import __version__
from msxkit.lsp import highlighting
from msxkit.lsp.answers import Answers
from msxkit.lsp.boundary import BoundedServer
from msxkit.lsp.completion import BEGINNINGS
from msxkit.lsp.workspace import Workspace


def make_server(encoding: str = "") -> BoundedServer:
    """Return a server that has all features and is ready for `start_io`.

    Args:
        encoding: As `Workspace` has it.
    """
    server = BoundedServer("msxkit", __version__)
    workspace = Workspace(server, encoding)
    answers = Answers(workspace)

    def add(name: str, answer: Callable[..., Any], options: Any = None) -> None:
        def handler(params: Any) -> Any:  # pygls sets attributes on it, which it cannot do on a method
            return answer(params)

        async def turns(params: Any) -> Any:
            return await answer(params)

        server.feature(name, options)(turns if inspect.iscoroutinefunction(answer) else handler)

    add(types.INITIALIZE, workspace.initialized)
    add(types.WORKSPACE_DID_CHANGE_CONFIGURATION, workspace.configured)
    add(types.TEXT_DOCUMENT_DID_OPEN, workspace.opened)
    add(types.TEXT_DOCUMENT_DID_CHANGE, workspace.changed)
    add(types.TEXT_DOCUMENT_DID_CLOSE, workspace.closed)
    add(types.TEXT_DOCUMENT_COMPLETION, answers.completion, types.CompletionOptions(["$", *BEGINNINGS]))
    add(types.TEXT_DOCUMENT_HOVER, answers.hover)
    add(types.TEXT_DOCUMENT_SIGNATURE_HELP, answers.signature, types.SignatureHelpOptions(["(", ",", " "]))
    add(types.TEXT_DOCUMENT_DEFINITION, answers.definition)
    add(types.TEXT_DOCUMENT_REFERENCES, answers.references)
    add(types.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, answers.highlight)
    add(types.TEXT_DOCUMENT_PREPARE_RENAME, answers.prepare_rename)
    add(types.TEXT_DOCUMENT_RENAME, answers.rename, types.RenameOptions(True))
    add(types.TEXT_DOCUMENT_DOCUMENT_SYMBOL, answers.symbols)
    add(types.WORKSPACE_SYMBOL, answers.workspace_symbols)
    add(types.TEXT_DOCUMENT_FOLDING_RANGE, answers.folding)
    legend = types.SemanticTokensLegend(list(highlighting.KINDS), [])
    add(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_FULL, answers.tokens, legend)
    add(types.TEXT_DOCUMENT_SEMANTIC_TOKENS_RANGE, answers.tokens_range, legend)
    add(types.TEXT_DOCUMENT_DOCUMENT_LINK, answers.links)
    add(types.TEXT_DOCUMENT_FORMATTING, answers.formatting)
    add(types.TEXT_DOCUMENT_RANGE_FORMATTING, answers.range_formatting)
    add(types.TEXT_DOCUMENT_ON_TYPE_FORMATTING, answers.typed, types.DocumentOnTypeFormattingOptions("\n"))
    kinds = [types.CodeActionKind.QuickFix, types.CodeActionKind.RefactorRewrite]
    add(types.TEXT_DOCUMENT_CODE_ACTION, answers.actions, types.CodeActionOptions(kinds))
    add(types.TEXT_DOCUMENT_INLAY_HINT, answers.inlay_hints)
    add("msxkit/listing", answers.listing)
    add("msxkit/save", answers.save)
    add("msxkit/program", answers.program)
    return server
