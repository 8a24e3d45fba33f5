// Who wrote a variable last: the debugger goes back to that statement.

import * as vscode from "vscode";

/** What the view of variables says of the row that was clicked. */
interface Clicked {
  variable?: { name: string; evaluateName?: string };
}

export async function whoWrote(clicked?: Clicked): Promise<void> {
  const session = vscode.debug.activeDebugSession;
  if (session?.type !== "msxbasic") {
    throw new Error("No program is being debugged; start one with F5.");
  }
  const name = clicked?.variable?.evaluateName ?? clicked?.variable?.name ?? (await named());
  if (name) {
    await session.customRequest("msxkit/whoWrote", { name });
  }
}

/** The variable that the caret is on, as the user confirms it. */
async function named(): Promise<string | undefined> {
  const editor = vscode.window.activeTextEditor;
  const range = editor?.document.getWordRangeAtPosition(editor.selection.active, /[A-Za-z_][A-Za-z0-9_]*[%!#$]?(\([^()]*\))?/);
  const value = editor && range ? editor.document.getText(range) : "";
  return value || vscode.window.showInputBox({ prompt: "Which variable? For example A$, T(3) or T()" });
}
