// Tokenised programs: their listing, with the language server, instead of bytes. Saving it writes the tokens again.

import { open, stat } from "node:fs/promises";
import * as path from "node:path";
import * as vscode from "vscode";
import { findKit, runKit } from "./kit";

/** The scheme of listings of tokenised files. */
export const LISTING = "msxkit-listing";
/** The first byte of a tokenised file. */
const TOKENISED = 0xff;

/** The name under which the listing of a tokenised file is open. */
function listingOf(program: string): vscode.Uri {
  return vscode.Uri.file(program).with({ scheme: LISTING });
}

/** Opens a tokenised file as a listing. */
export async function openListing(program: string, column?: vscode.ViewColumn): Promise<void> {
  const document = await vscode.workspace.openTextDocument(listingOf(program));
  await vscode.languages.setTextDocumentLanguage(document, "msxbasic");
  await vscode.window.showTextDocument(document, { viewColumn: column });
}

/** The files as their listings. What VS Code does for any file (undo, saving, its own backups) it does for these. */
export class Listings implements vscode.FileSystemProvider {
  private readonly changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.changed.event;

  /** save: Writes a listing into its file as tokens; rejects with the reason, and then the file is as before. */
  constructor(private readonly save: (program: string, text: string) => Promise<void>) {}

  watch(uri: vscode.Uri): vscode.Disposable {
    const file = new vscode.RelativePattern(vscode.Uri.file(path.dirname(uri.fsPath)), path.basename(uri.fsPath));
    const watcher = vscode.workspace.createFileSystemWatcher(file);
    watcher.onDidChange(() => this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]));
    watcher.onDidDelete(() => this.changed.fire([{ type: vscode.FileChangeType.Deleted, uri }]));
    return watcher;
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    try {
      const { ctimeMs, mtimeMs, size } = await stat(uri.fsPath);
      return { type: vscode.FileType.File, ctime: ctimeMs, mtime: mtimeMs, size };
    } catch {
      throw vscode.FileSystemError.FileNotFound(uri);
    }
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return Buffer.from(await runKit(["list", "--lenient", uri.fsPath]));
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    await this.save(uri.fsPath, Buffer.from(content).toString());
    this.changed.fire([{ type: vscode.FileChangeType.Changed, uri }]);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  rename(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }
}

/** Says in a launch configuration that a tokenised program is open as its listing: the debugger then stops there. */
export async function shownAs(configuration: vscode.DebugConfiguration): Promise<vscode.DebugConfiguration> {
  const { program } = configuration;
  const known = typeof program !== "string" || configuration.shownAs !== undefined;
  return known || !(await isTokenised(program))
    ? configuration
    : { ...configuration, shownAs: listingOf(program).toString() };
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

/** The page for tokenised files: it shows the listing, and leads to the editor of it. */
export class Tokenised implements vscode.CustomReadonlyEditorProvider {
  openCustomDocument(uri: vscode.Uri): vscode.CustomDocument {
    return { uri, dispose: () => undefined };
  }

  async resolveCustomEditor(document: vscode.CustomDocument, panel: vscode.WebviewPanel): Promise<void> {
    panel.webview.options = { enableCommandUris: ["msxkit.listing"] };
    // What cannot be listed shows why.
    const text = await runKit(["list", "--lenient", document.uri.fsPath]).catch((error: Error) => error.message);
    const shown = text.replace(/&/g, "&amp;").replace(/</g, "&lt;");
    const rule = "default-src 'none'";
    const edit = `command:msxkit.listing?${encodeURIComponent(JSON.stringify([document.uri]))}`;
    panel.webview.html = `<!DOCTYPE html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${rule}"><p><a href="${edit}">Edit the listing</a></p><pre>${shown}</pre>`;
  }

  /** A tokenised file that was clicked on is shown as a listing; the tab with its bytes is closed. */
  static async opened(tabs: readonly vscode.Tab[]): Promise<void> {
    for (const tab of tabs) {
      const program = fileOf(tab);
      if (program && /\.bas$/i.test(program) && (await isTokenised(program)) && (await findKit())) {
        await openListing(program, tab.group.viewColumn);
        // The listing may have taken the place of the tab.
        const all = vscode.window.tabGroups.all.flatMap((group) => group.tabs);
        await vscode.window.tabGroups.close(all.filter((other) => fileOf(other) === program));
      }
    }
  }
}

/** The path of the file that a tab shows as text. */
function fileOf(tab: vscode.Tab): string | undefined {
  const uri = tab.input instanceof vscode.TabInputText ? tab.input.uri : undefined;
  return uri?.scheme === "file" ? uri.fsPath : undefined;
}
