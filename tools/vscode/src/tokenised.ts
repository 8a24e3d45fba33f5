// Tokenised programs: their listing, with the language server, instead of bytes.

import { open, stat } from "node:fs/promises";
import * as vscode from "vscode";
import { runKit } from "./kit";

/** The scheme of listings of tokenised files. They cannot be changed. */
export const LISTING = "msxkit-listing";
/** The first byte of a tokenised file. */
const TOKENISED = 0xff;

/** Opens a tokenised file as a listing. */
export async function openListing(program: string, column?: vscode.ViewColumn): Promise<void> {
  const document = await vscode.workspace.openTextDocument(vscode.Uri.file(program).with({ scheme: LISTING }));
  await vscode.languages.setTextDocumentLanguage(document, "msxbasic");
  await vscode.window.showTextDocument(document, { viewColumn: column });
}

async function isTokenised(program: string): Promise<boolean> {
  try {
    // A pipe would keep us waiting for ever.
    if (!(await stat(program)).isFile()) {
      return false;
    }
    const file = await open(program);
    try {
      const { bytesRead, buffer } = await file.read(Buffer.alloc(1), 0, 1, 0);
      return bytesRead === 1 && buffer[0] === TOKENISED;
    } finally {
      await file.close();
    }
  } catch {
    return false; // it is gone, or is not ours to read
  }
}

/** The editor for tokenised files: it shows the listing. */
export class Tokenised implements vscode.CustomReadonlyEditorProvider {
  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  async resolveCustomEditor(document: vscode.CustomDocument, panel: vscode.WebviewPanel): Promise<void> {
    // What cannot be listed shows why.
    const text = await runKit(["list", "--lenient", document.uri.fsPath]).catch((error: Error) => error.message);
    const shown = text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
    const rule = "default-src 'none'";
    panel.webview.html = `<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${rule}"><pre>${shown}</pre>`;
  }

  /** A tokenised file that was clicked on is shown as a listing; the tab with its bytes is closed. */
  static async opened(tabs: readonly vscode.Tab[]): Promise<void> {
    for (const tab of tabs) {
      const uri = tab.input instanceof vscode.TabInputText ? tab.input.uri : undefined;
      if (uri?.scheme === "file" && /\.bas$/i.test(uri.fsPath) && (await isTokenised(uri.fsPath))) {
        await openListing(uri.fsPath, tab.group.viewColumn);
        await vscode.window.tabGroups.close(tab);
      }
    }
  }
}
