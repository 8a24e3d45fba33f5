// Lines that move up and down: the language server mends their numbers and all references to them.

import * as vscode from "vscode";

/** Moves the selected lines past their neighbour. */
export async function moveLines(way: "up" | "down"): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor?.document.languageId !== "msxbasic") {
    return;
  }
  const { document, selection } = editor;
  const actions = await vscode.commands.executeCommand<vscode.CodeAction[]>(
    "vscode.executeCodeActionProvider",
    document.uri,
    selection,
    vscode.CodeActionKind.Refactor.append("move").value,
  );
  const move = (actions ?? []).find((action) => action.title.startsWith("Move") && action.title.endsWith(way));
  if (!move?.edit) {
    return;
  }
  await vscode.workspace.applyEdit(move.edit);
  const rows = way === "up" ? -1 : 1;
  editor.selection = new vscode.Selection(
    selection.anchor.translate(selection.anchor.line + rows < 0 ? 0 : rows),
    selection.active.translate(selection.active.line + rows < 0 ? 0 : rows),
  );
}
