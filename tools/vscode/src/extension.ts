// MSX BASIC for VS Code: the rim around `msxkit lsp` and `msxkit dap`, which do the work.

import { mkdir } from "node:fs/promises";
import * as path from "node:path";
import { pathToFileURL } from "node:url";
import * as vscode from "vscode";
import { CloseAction, ErrorAction, type ErrorHandler, LanguageClient } from "vscode-languageclient/node";
import { command, findKit, runKit, showTerminals } from "./kit";
import { moveLines } from "./lines";
import { ScreenView } from "./screen";
import { LISTING, Listings, openListing, shownAs, Tokenised } from "./tokenised";
import { whoWrote } from "./writers";

let client: LanguageClient | undefined;
/** The start of the language server, which waits for the first listing. */
let starting: Promise<void> | undefined;

export async function activate(context: vscode.ExtensionContext): Promise<void> {
  const screen = new ScreenView();
  const add = (id: string, work: (uri?: vscode.Uri) => unknown) =>
    context.subscriptions.push(vscode.commands.registerCommand(`msxkit.${id}`, (uri) => told(() => work(uri))));

  add("run", (uri) => run(["run"], uri));
  add("play", (uri) => run(["play"], uri));
  add("runOpenmsx", (uri) => run(["openmsx", "run"], uri));
  add("debug", (uri) => debug(uri));
  add("disk", (uri) => make(uri, ".dsk", (out, program) => ["disk", "new", "-o", out, "--boot", program]));
  add("tape", (uri) => make(uri, ".cas", (out, program) => ["tape", "new", "-o", out, program]));
  add("cartridge", (uri) => make(uri, ".rom", (out, program) => ["cartridge", "-o", out, program]));
  add("compile", (uri) => make(uri, "-native.rom", (out, program) => ["compile", "-o", out, program]));
  add("draw", (uri) => draw(uri));
  add("screen", () => screen.show());
  add("listing", async (uri) => openListing(await programOf(uri)));
  add("moveUp", () => moveLines("up"));
  add("moveDown", () => moveLines("down"));
  context.subscriptions.push(
    vscode.commands.registerCommand("msxkit.whoWrote", (clicked) => told(() => whoWrote(clicked))),
  );
  add("restart", () => restart());

  context.subscriptions.push(
    vscode.debug.registerDebugAdapterDescriptorFactory("msxbasic", {
      createDebugAdapterDescriptor: () => new vscode.DebugAdapterExecutable(command(), ["dap"]),
    }),
    vscode.debug.registerDebugAdapterTrackerFactory("msxbasic", { createDebugAdapterTracker: tracked }),
    vscode.debug.registerDebugConfigurationProvider("msxbasic", {
      resolveDebugConfiguration: resolved,
      resolveDebugConfigurationWithSubstitutedVariables: (_folder, configuration) => shownAs(configuration),
    }),
    vscode.debug.onDidReceiveDebugSessionCustomEvent((event) => screen.event(event)),
    vscode.debug.onDidTerminateDebugSession(() => screen.note()),
    vscode.window.registerCustomEditorProvider("msxkit.tokenised", new Tokenised()),
    vscode.window.tabGroups.onDidChangeTabs((change) => void told(() => Tokenised.opened(change.opened))),
    vscode.workspace.registerFileSystemProvider(LISTING, new Listings(save), { isCaseSensitive: true }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration("msxkit.path")) {
        showTerminals(context.environmentVariableCollection);
        void restart();
      }
    }),
    vscode.workspace.onDidOpenTextDocument((document) => void told(() => startFor(document))),
  );
  showTerminals(context.environmentVariableCollection);
  // The debugger and the commands do not wait for the server.
  void told(() => Promise.all(vscode.workspace.textDocuments.map(startFor)));
  await told(() => Tokenised.opened(vscode.window.tabGroups.all.flatMap((group) => group.tabs)));
}

export async function deactivate(): Promise<void> {
  await client?.stop();
  client = undefined;
}

/** Does something; what goes wrong becomes a message. */
async function told(work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    void vscode.window.showErrorMessage(error instanceof Error ? error.message : String(error));
  }
}

/** Listings, and sources with labels. */
const LANGUAGES = ["msxbasic", "msxmodern"];

/** Starts the language server when the first listing is open: most windows have none. */
async function startFor(document: vscode.TextDocument): Promise<void> {
  if (LANGUAGES.includes(document.languageId)) {
    starting ??= start();
    await starting;
  }
}

async function start(): Promise<void> {
  if (!(await findKit())) {
    return;
  }
  const settings = vscode.workspace.getConfiguration("msxkit");
  client = new LanguageClient(
    "msxkit",
    "MSX BASIC",
    { command: command(), args: ["lsp"] },
    {
      documentSelector: [
        ...["file", "untitled", LISTING].map((scheme) => ({ language: "msxbasic", scheme })),
        { language: "msxmodern", scheme: "file" },
      ],
      initializationOptions: {
        target: settings.get("target"),
        off: settings.get("off"),
        extensions: settings.get("extensions"),
        machine: settings.get("machine"),
        encoding: settings.get("encoding"),
        numberLines: settings.get("numberLines"),
        inlayHints: { enabled: settings.get("inlayHints.enabled") },
      },
      synchronize: { configurationSection: "msxkit" },
      initializationFailedHandler: () => false,
      errorHandler: {
        // One that has never come up would not do so the next time.
        error: (...what) => (isUp ? usual.error(...what) : { action: ErrorAction.Shutdown, handled: true }),
        closed: () => (isUp ? usual.closed() : { action: CloseAction.DoNotRestart, handled: true }),
      },
    },
  );
  const usual: ErrorHandler = client.createDefaultErrorHandler();
  let isUp = false;
  try {
    await client.start();
    isUp = true;
  } catch (error) {
    // What the command itself says is more than that it could not be reached.
    await runKit(["lsp"]);
    throw error;
  }
}

/** Has the server write a listing into its tokenised file. */
async function save(program: string, text: string): Promise<void> {
  await starting;
  if (!client) {
    throw new Error("The language server does not run, so nothing was saved; use the command that restarts it.");
  }
  await client.sendRequest("msxkit/save", { uri: vscode.Uri.file(program).toString(), text });
}

async function restart(): Promise<void> {
  await deactivate();
  starting = start();
  await starting;
}

/** Has a debugger that ends before its first answer say why: VS Code does not show what it wrote. */
function tracked(): vscode.DebugAdapterTracker {
  let isUp = false;
  return {
    onDidSendMessage: () => {
      isUp = true;
    },
    onExit: () => void (isUp || told(() => runKit(["dap"]))),
  };
}

/** A launch configuration that is empty becomes one for the listing that is open. */
async function resolved(
  _folder: vscode.WorkspaceFolder | undefined,
  configuration: vscode.DebugConfiguration,
): Promise<vscode.DebugConfiguration | undefined> {
  if (!configuration.type && !configuration.request) {
    const editor = vscode.window.activeTextEditor;
    if (!editor || !LANGUAGES.includes(editor.document.languageId)) {
      return undefined;
    }
    configuration = { type: "msxbasic", request: "launch", name: "Debug MSX BASIC", program: "${file}" };
  }
  const document = vscode.window.activeTextEditor?.document;
  if (configuration.program === "${file}" && (document?.uri.scheme === LISTING || document?.languageId === "msxmodern")) {
    // VS Code knows ${file} for files alone, not for their listings, and not for what includes them.
    configuration = { ...configuration, program: await including(document.uri.fsPath) };
  }
  if (!configuration.program) {
    void vscode.window.showErrorMessage("The launch configuration names no program; write the path of a .bas or .dmx file.");
    return undefined;
  }
  return (await findKit()) ? configuration : undefined;
}

/** The program that a command is about: the one that was clicked on, or the one that is open, saved. */
async function programOf(uri?: vscode.Uri): Promise<string> {
  if (uri) {
    return including(uri.fsPath);
  }
  const document = vscode.window.activeTextEditor?.document;
  if (!document || !["file", LISTING].includes(document.uri.scheme)) {
    throw new Error("Open a listing that is saved as a file first.");
  }
  if (document.isDirty) {
    await document.save();
  }
  return including(document.uri.fsPath);
}

/** The source that includes a file, which is the one that runs; the file itself if the server knows none. */
async function including(program: string): Promise<string> {
  try {
    if (path.extname(program).toLowerCase() === ".dmx") {
      await (starting ??= start());
      const found = await client?.sendRequest<{ path: string }>("msxkit/program", { uri: pathToFileURL(program).href });
      return found?.path ?? program;
    }
  } catch {
    // A program runs without the server, and with one that does not know the question.
  }
  return program;
}

/** Runs the program as a task: its terminal stays open with what it has written. */
async function run(args: string[], uri?: vscode.Uri): Promise<void> {
  const program = await programOf(uri);
  if (!(await findKit())) {
    return;
  }
  // The command is the terminal's own process: no shell reads the names of files.
  const execution = new vscode.ProcessExecution(command(), [...args, program], { cwd: path.dirname(program) });
  const task = new vscode.Task({ type: "msxkit" }, vscode.TaskScope.Workspace, args[0], "MSX BASIC", execution);
  task.presentationOptions = {
    reveal: vscode.TaskRevealKind.Always,
    panel: vscode.TaskPanelKind.Dedicated,
    focus: true,
    clear: true,
    close: false,
  };
  await vscode.tasks.executeTask(task);
}

async function debug(uri?: vscode.Uri): Promise<void> {
  const program = await programOf(uri);
  await vscode.debug.startDebugging(undefined, {
    type: "msxbasic",
    request: "launch",
    name: "Debug MSX BASIC",
    program,
  });
}

async function make(
  uri: vscode.Uri | undefined,
  ending: string,
  args: (out: string, program: string) => string[],
): Promise<void> {
  const program = await programOf(uri);
  const folder = path.join(path.dirname(program), "build");
  await mkdir(folder, { recursive: true });
  const out = path.join(folder, path.basename(program, path.extname(program)) + ending);
  await runKit(args(out, program), path.dirname(program));
  void vscode.window.showInformationMessage(`Written: ${out}`);
}

async function draw(uri?: vscode.Uri): Promise<void> {
  const program = await programOf(uri);
  const folder = path.join(path.dirname(program), "build");
  await mkdir(folder, { recursive: true });
  const out = path.join(folder, path.basename(program, path.extname(program)) + ".png");
  try {
    await runKit(["run", program, "--screen", "png", "-o", out, "--max-seconds", "10"]);
  } catch (error) {
    // An error or an endless loop of the program leaves a picture all the same.
    void vscode.window.showWarningMessage(error instanceof Error ? error.message : String(error));
  }
  await vscode.commands.executeCommand("vscode.open", vscode.Uri.file(out));
}
