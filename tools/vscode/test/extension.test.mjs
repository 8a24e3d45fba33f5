// The built extension in a test host: a stand-in for the `vscode` API, not VS Code itself.

import assert from "node:assert";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

/** A host that remembers what is registered and shown. settings: of `msxkit`. */
function host(settings) {
  const seen = { commands: new Map(), errors: [], factories: new Map(), providers: new Map(), panels: [], sent: [] };
  Object.assign(seen, { tasks: [], executed: [], edits: [], closed: [], shown: [], answers: {} });
  const disposable = { dispose() {} };
  const anything = () =>
    new Proxy(class {}, { get: (target, name) => (name in target || typeof name === "symbol" ? target[name] : 0) });
  const known = {
    commands: {
      registerCommand: (id, work) => (seen.commands.set(id, work), disposable),
      executeCommand: async (...what) => (seen.executed.push(what), seen.answers[what[0]]),
    },
    window: {
      activeTextEditor: undefined,
      showErrorMessage: async (message) => void seen.errors.push(message),
      showWarningMessage: async () => undefined,
      showInformationMessage: async () => undefined,
      registerCustomEditorProvider: (type, provider) => (seen.providers.set(type, provider), disposable),
      tabGroups: {
        all: [],
        onDidChangeTabs: (listener) => ((seen.tabs = listener), disposable),
        close: async (tabs) => seen.closed.push(...tabs),
      },
      showTextDocument: async (document) => seen.shown.push(document),
      showInputBox: async () => "Z9",
      createWebviewPanel: () => {
        const panel = {
          reveal() {},
          onDidDispose() {},
          webview: {
            postMessage: async (message) => seen.sent.push(message),
            onDidReceiveMessage: (listener) => (panel.type = listener),
          },
        };
        seen.panels.push(panel);
        return panel;
      },
    },
    workspace: {
      getConfiguration: () => ({ get: (name) => settings[name] }),
      registerFileSystemProvider: (scheme, provider) => (seen.providers.set(scheme, provider), disposable),
      onDidChangeConfiguration: () => disposable,
      onDidOpenTextDocument: (listener) => ((seen.opens = listener), disposable),
      textDocuments: [],
      applyEdit: async (edit) => seen.edits.push(edit),
      openTextDocument: async (uri) => ({ uri }),
    },
    debug: {
      activeDebugSession: undefined,
      registerDebugAdapterDescriptorFactory: (type, factory) => (seen.factories.set(type, factory), disposable),
      registerDebugAdapterTrackerFactory: (type, factory) => ((seen.tracker = factory), disposable),
      registerDebugConfigurationProvider: (type, provider) => (seen.providers.set(type, provider), disposable),
      onDidTerminateDebugSession: (listener) => ((seen.ended = listener), disposable),
      onDidReceiveDebugSessionCustomEvent: (listener) => ((seen.event = listener), disposable),
    },
    DebugAdapterExecutable: class {
      constructor(command, args) {
        Object.assign(this, { command, args });
      }
    },
    tasks: { executeTask: async (task) => seen.tasks.push(task) },
    languages: { setTextDocumentLanguage: async (document, language) => Object.assign(document, { language }) },
    Task: class {
      constructor(definition, scope, name, source, execution) {
        Object.assign(this, { name, execution });
      }
    },
    ProcessExecution: class {
      constructor(command, args, options) {
        Object.assign(this, { command, args, options });
      }
    },
    TaskRevealKind: { Always: 1 },
    TaskPanelKind: { Dedicated: 2 },
    TaskScope: { Workspace: 2 },
    EventEmitter: class {
      event() {}
      fire() {}
    },
    FileType: { File: 1 },
    TabInputText: class {
      constructor(uri) {
        this.uri = uri;
      }
    },
    Uri: { file: (fsPath) => ({ scheme: "file", fsPath, with: (more) => ({ scheme: "file", fsPath, ...more }) }) },
    CodeActionKind: { Refactor: { append: (name) => ({ value: `refactor.${name}` }) } },
    Selection: class {
      constructor(anchor, active) {
        Object.assign(this, { anchor, active });
      }
    },
    ViewColumn: { Beside: -2 },
    env: { remoteName: undefined },
    version: "1.85.0",
  };
  const api = new Proxy(known, { get: (target, name) => (name in target ? target[name] : anything()) });
  return { api, seen };
}

function load(settings) {
  const { api, seen } = host(settings);
  const before = Module._load;
  Module._load = (name, ...rest) => (name === "vscode" ? api : before(name, ...rest));
  try {
    const file = path.join(root, manifest.main);
    const require = createRequire(import.meta.url);
    delete require.cache[require.resolve(file)];
    return { extension: require(file), api, seen };
  } finally {
    Module._load = before;
  }
}

/** What VS Code gives an extension; paths: the folders that are put before PATH in terminals. */
function context(paths = []) {
  const variables = { clear: () => paths.splice(0), prepend: (name, value) => paths.push(`${name}=${value}`) };
  return { subscriptions: [], environmentVariableCollection: variables };
}

async function until(there) {
  for (let turn = 0; turn < 500 && !there(); turn++) {
    await new Promise((go) => setTimeout(go, 10));
  }
}

test("terminals and tasks find the command where the setting says", async () => {
  const paths = [];
  for (const [setting, expected] of [["/a/bin/msxkit", ["PATH=/a/bin" + path.delimiter]], ["msxkit", []]]) {
    await load({ path: setting }).extension.activate(context(paths));
    assert.deepEqual(paths, expected);
  }
});

test("without msxkit it says how to install it, and its commands are there all the same", async () => {
  const { extension, api, seen } = load({ path: "/nowhere/msxkit" });
  await extension.activate(context());
  // A window without a listing hears nothing.
  seen.opens({ languageId: "plaintext" });
  assert.deepEqual(seen.errors, []);
  seen.opens({ languageId: "msxbasic" });
  await until(() => seen.errors.length);
  assert.match(seen.errors[0], /not found as '\/nowhere\/msxkit'.*pip install/);
  const wanted = manifest.contributes.commands.map((each) => each.command);
  assert.deepEqual([...seen.commands.keys()].sort(), wanted.sort());
  await seen.commands.get("msxkit.run")();
  assert.match(seen.errors.at(-1), /saved as a file/);
  // No program is debugged without it, and nothing waits for an answer.
  const launch = { type: "msxbasic", request: "launch", program: "/a/game.bas" };
  api.window.showErrorMessage = (message) => (seen.errors.push(message), new Promise(() => {}));
  assert.equal(await seen.providers.get("msxbasic").resolveDebugConfiguration(undefined, launch), undefined);
  assert.match(seen.errors.at(-1), /not found/);
});

test("launch configurations are completed or refused", async () => {
  const { extension, api, seen } = load({ path: process.env.MSXKIT ?? "msxkit" });
  await extension.activate(context());
  const { resolveDebugConfiguration } = seen.providers.get("msxbasic");
  assert.equal(await resolveDebugConfiguration(undefined, {}), undefined);
  api.window.activeTextEditor = { document: { languageId: "msxbasic", uri: { scheme: "file" } } };
  assert.equal((await resolveDebugConfiguration(undefined, {})).program, "${file}");
  // The listing of a tokenised file is not a file for VS Code.
  api.window.activeTextEditor.document.uri = { scheme: "msxkit-listing", fsPath: "/a/game.bas" };
  assert.equal((await resolveDebugConfiguration(undefined, {})).program, "/a/game.bas");
  assert.equal(await resolveDebugConfiguration(undefined, { type: "msxbasic", request: "launch" }), undefined);
  assert.match(seen.errors.at(-1), /names no program/);
});

test("the debugger is msxkit dap, and the screen shows what it sends", async () => {
  const msxkit = process.env.MSXKIT ?? "msxkit";
  const settings = { path: "/nowhere/msxkit" };
  const { extension, api, seen } = load(settings);
  await extension.activate(context());
  settings.path = msxkit;
  const adapter = await seen.factories.get("msxbasic").createDebugAdapterDescriptor();
  assert.deepEqual([adapter.command, adapter.args], [msxkit, ["dap"]]);
  const session = { type: "msxbasic", asked: [], customRequest: async (...what) => session.asked.push(what) };
  seen.event({ session, event: "msxkit/screen", body: { mime: "image/png", data: "AAAA" } });
  assert.deepEqual(seen.sent.at(-1), { picture: "data:image/png;base64,AAAA" });
  api.debug.activeDebugSession = session;
  for (const key of ["a", "ArrowUp", "Shift"]) {
    seen.panels[0].type({ key, down: true });
    seen.panels[0].type({ key, down: false });
  }
  const asked = session.asked.map(([, body]) => body);
  assert.deepEqual(asked, [{ codes: [97] }, { down: ["UP"] }, { up: ["UP"] }]);
  // A session brings the view to the front once: what the user puts there stays.
  let shown = 0;
  seen.panels[0].reveal = () => shown++;
  for (const each of [session, session, { type: "msxbasic" }]) {
    seen.event({ session: each, event: "msxkit/screen", body: { mime: "image/png", data: "AAAA" } });
  }
  assert.equal(shown, 1);
});

test("a debugger that ends before its first answer says why", async () => {
  const folder = mkdtempSync(path.join(tmpdir(), "kit-"));
  const kit = path.join(folder, "msxkit");
  writeFileSync(kit, "#!/bin/sh\necho a part of it is missing >&2; exit 1\n", { mode: 0o755 });
  const { extension, seen } = load({ path: kit });
  await extension.activate(context());
  const [up, down] = [0, 1].map(() => seen.tracker.createDebugAdapterTracker());
  up.onDidSendMessage({});
  up.onExit(0);
  down.onExit(1);
  await until(() => seen.errors.length);
  assert.deepEqual(seen.errors, ["a part of it is missing"]);
  rmSync(folder, { recursive: true });
});

test("tokenised files are listed, and the problem matcher reads what check writes", async () => {
  const settings = { path: "/nowhere/msxkit" };
  const { extension, seen } = load(settings);
  await extension.activate(context());
  settings.path = process.env.MSXKIT ?? "msxkit";
  const listing = path.join(root, "..", "..", "basic", "battle.bas");
  const files = seen.providers.get("msxkit-listing");
  const text = Buffer.from(await files.readFile({ fsPath: listing })).toString();
  assert.match(text, /^5 ' Rem MarMSX 2018/);
  assert.equal((await files.stat({ fsPath: listing })).size, readFileSync(listing).length);
  // Without the server nothing is written, and the editor keeps the text.
  await assert.rejects(files.writeFile({ fsPath: listing }, Buffer.from("10 END")), /nothing was saved/);
  const { regexp } = manifest.contributes.problemMatchers[0].pattern;
  const found = new RegExp(regexp).exec("game.bas:1:11: error: PRINT where THEN should be (Syntax error in 10) [syntax]");
  assert.deepEqual(found.slice(1, 5), ["game.bas", "1", "11", "error"]);
  assert.equal(found[6], "syntax");
});

test("a run stays in view, in a task of its own", async () => {
  const settings = { path: "/nowhere/msxkit" };
  const { extension, seen } = load(settings);
  await extension.activate(context());
  settings.path = process.env.MSXKIT ?? "msxkit";
  await seen.commands.get("msxkit.run")({ fsPath: "/tmp/a b.bas" });
  assert.deepEqual(seen.errors, []);
  const [task] = seen.tasks;
  assert.deepEqual(task.execution.args, ["run", "/tmp/a b.bas"]);
  assert.equal(task.presentationOptions.close, false);
  assert.equal(task.presentationOptions.reveal, 1);
  // Which source includes a file, only the server knows; without it the file itself runs.
  await seen.commands.get("msxkit.run")({ fsPath: "/tmp/lib.dmx" });
  assert.deepEqual(seen.tasks[1].execution.args, ["run", "/tmp/lib.dmx"]);
});

test("the command comes from PATH, never from the folder of the workspace", async () => {
  const kit = 'if [ "$1" = --version ]; then echo 1; fi';
  const [hostile, good] = [0, 1].map(() => mkdtempSync(path.join(tmpdir(), "kit-")));
  for (const [folder, script] of [
    [hostile, "touch run"],
    [good, kit],
  ]) {
    for (const name of ["msxkit", "msxkit.exe"]) {
      writeFileSync(path.join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    }
  }
  const [before, PATH] = [process.cwd(), process.env.PATH];
  const platform = Object.getOwnPropertyDescriptor(process, "platform");
  try {
    process.chdir(hostile);
    for (const [system, name, folders] of [
      ["linux", "msxkit", `:.:${good}:${PATH}`],
      ["win32", "msxkit.exe", `.:${good}:${PATH}`],
      ["win32", undefined, ".:"],
    ]) {
      process.env.PATH = folders;
      Object.defineProperty(process, "platform", { ...platform, value: system });
      const { extension, seen } = load({});
      await extension.activate(context());
      await seen.commands.get("msxkit.run")({ fsPath: path.join(hostile, "x.bas") });
      const found = name && path.join(good, name);
      assert.equal(seen.tasks[0]?.execution.command, found);
      assert.equal(seen.errors.length, found ? 0 : 1);
      assert.equal(existsSync(path.join(hostile, "run")), false);
    }
  } finally {
    Object.defineProperty(process, "platform", platform);
    process.env.PATH = PATH;
    process.chdir(before);
    [hostile, good].forEach((folder) => rmSync(folder, { recursive: true }));
  }
});

test("lines move as the server says, and the selection with them", async () => {
  const { extension, api, seen } = load({ path: "/nowhere/msxkit" });
  await extension.activate(context());
  const at = (line) => ({ line, translate: (rows) => at(line + rows) });
  const editor = { document: { languageId: "msxbasic", uri: "u" }, selection: { anchor: at(3), active: at(4) } };
  api.window.activeTextEditor = editor;
  await seen.commands.get("msxkit.moveUp")();
  assert.deepEqual(seen.edits, []);
  seen.answers["vscode.executeCodeActionProvider"] = [
    { title: "Move the selected lines up", edit: "UP" },
    { title: "Move the selected lines down", edit: "DOWN" },
  ];
  await seen.commands.get("msxkit.moveDown")();
  assert.deepEqual(seen.edits, ["DOWN"]);
  assert.deepEqual([editor.selection.anchor.line, editor.selection.active.line], [4, 5]);
  assert.equal(seen.executed.at(-1)[3], "refactor.move");
});

test("who wrote this last is asked of the debugger, and the note about a wait goes", async () => {
  const { extension, api, seen } = load({ path: "/nowhere/msxkit" });
  await extension.activate(context());
  await seen.commands.get("msxkit.whoWrote")();
  assert.match(seen.errors.at(-1), /No program is being debugged/);
  const session = { type: "msxbasic", asked: [], customRequest: async (...what) => session.asked.push(what) };
  api.debug.activeDebugSession = session;
  await seen.commands.get("msxkit.whoWrote")({ variable: { name: "(2)", evaluateName: "T#(2)" } });
  await seen.commands.get("msxkit.whoWrote")();
  assert.deepEqual(session.asked, [["msxkit/whoWrote", { name: "T#(2)" }], ["msxkit/whoWrote", { name: "Z9" }]]);
  seen.event({ session, event: "msxkit/screen", body: { mime: "image/png", data: "AAAA" } });
  seen.event({ session, event: "msxkit/waiting", body: { line: 10, place: "line 10" } });
  assert.match(seen.sent.at(-1).note, /waits for a key in line 10/);
  seen.event({ session, event: "msxkit/running" });
  assert.doesNotMatch(seen.sent.at(-1).note, /waits/);
});

test("a tokenised file that is clicked on is shown as a listing; a text is left alone", async () => {
  const { extension, api, seen } = load({ path: process.env.MSXKIT ?? "msxkit" });
  await extension.activate(context());
  const folder = mkdtempSync(path.join(tmpdir(), "msxkit-"));
  const files = { "tokens.bas": Buffer.from([0xff, 0, 0]), "text.BAS": "10 PRINT", "empty.bas": "" };
  for (const [name, data] of Object.entries(files)) {
    writeFileSync(path.join(folder, name), data);
    const uri = { scheme: "file", fsPath: path.join(folder, name) };
    const tab = { input: new api.TabInputText(uri), group: { viewColumn: 1 } };
    api.window.tabGroups.all.push({ tabs: [tab] });
    seen.tabs({ opened: [tab] });
  }
  await until(() => seen.closed.length);
  assert.deepEqual(seen.shown.map((document) => [document.uri.scheme, document.language]), [
    ["msxkit-listing", "msxbasic"],
  ]);
  assert.equal(seen.closed.length, 1);
  rmSync(folder, { recursive: true });
});

test("the page of a tokenised file shows its listing, and its link opens the editor of it", async () => {
  const { extension, seen } = load({ path: "/nowhere/msxkit" });
  await extension.activate(context());
  const [{ viewType }] = manifest.contributes.customEditors;
  const panel = { webview: {} };
  const uri = { fsPath: "/tmp/a<b.bas" };
  await seen.providers.get(viewType).resolveCustomEditor({ uri }, panel);
  const [, command, given] = /href="command:([a-z.]+)\?([^"]+)"/.exec(panel.webview.html);
  assert.ok(seen.commands.has(command));
  assert.deepEqual(panel.webview.options.enableCommandUris, [command]);
  assert.deepEqual(JSON.parse(decodeURIComponent(given)), [uri]);
  // What cannot be listed shows why.
  assert.match(panel.webview.html, /<pre>.*nowhere.*<\/pre>/s);
});

test("what the manifest names is there", () => {
  const named = [manifest.icon, ...manifest.contributes.walkthroughs[0].steps.map((step) => step.media.markdown)];
  assert.equal(named.length, 5);
  for (const file of named) {
    assert.ok(readFileSync(path.join(root, file)).length > 100, file);
  }
});
