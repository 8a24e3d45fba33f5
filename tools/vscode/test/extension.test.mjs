// The built extension in a test host: a stand-in for the `vscode` API, not VS Code itself.

import assert from "node:assert";
import { readFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const manifest = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));

/** A host that remembers what is registered and shown. settings: of `msxkit`. */
function host(settings) {
  const seen = { commands: new Map(), errors: [], factories: new Map(), providers: new Map(), panels: [], sent: [] };
  const disposable = { dispose() {} };
  const anything = () =>
    new Proxy(class {}, { get: (target, name) => (name in target || typeof name === "symbol" ? target[name] : 0) });
  const known = {
    commands: {
      registerCommand: (id, work) => (seen.commands.set(id, work), disposable),
      executeCommand: async () => undefined,
    },
    window: {
      activeTextEditor: undefined,
      showErrorMessage: async (message) => void seen.errors.push(message),
      showWarningMessage: async () => undefined,
      showInformationMessage: async () => undefined,
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
      registerTextDocumentContentProvider: (scheme, provider) => (seen.providers.set(scheme, provider), disposable),
      onDidChangeConfiguration: () => disposable,
    },
    debug: {
      activeDebugSession: undefined,
      registerDebugAdapterDescriptorFactory: (type, factory) => (seen.factories.set(type, factory), disposable),
      registerDebugConfigurationProvider: (type, provider) => (seen.providers.set(type, provider), disposable),
      onDidReceiveDebugSessionCustomEvent: (listener) => ((seen.event = listener), disposable),
    },
    DebugAdapterExecutable: class {
      constructor(command, args) {
        Object.assign(this, { command, args });
      }
    },
    ViewColumn: { Beside: -2 },
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

test("without msxkit it says how to install it, and its commands are there all the same", async () => {
  const { extension, seen } = load({ path: "/nowhere/msxkit" });
  await extension.activate({ subscriptions: [] });
  assert.match(seen.errors[0], /not found as '\/nowhere\/msxkit'.*pip install/);
  const wanted = manifest.contributes.commands.map((each) => each.command);
  assert.deepEqual([...seen.commands.keys()].sort(), wanted.sort());
  await seen.commands.get("msxkit.run")();
  assert.match(seen.errors.at(-1), /saved as a file/);
  assert.equal(await seen.factories.get("msxbasic").createDebugAdapterDescriptor(), undefined);
});

test("launch configurations are completed or refused", async () => {
  const { extension, api, seen } = load({ path: "/nowhere/msxkit" });
  await extension.activate({ subscriptions: [] });
  const { resolveDebugConfiguration } = seen.providers.get("msxbasic");
  assert.equal(resolveDebugConfiguration(undefined, {}), undefined);
  api.window.activeTextEditor = { document: { languageId: "msxbasic" } };
  assert.equal(resolveDebugConfiguration(undefined, {}).program, "${file}");
  assert.equal(resolveDebugConfiguration(undefined, { type: "msxbasic", request: "launch" }), undefined);
  assert.match(seen.errors.at(-1), /names no program/);
});

test("the debugger is msxkit dap, and the screen shows what it sends", async () => {
  const msxkit = process.env.MSXKIT ?? "msxkit";
  const settings = { path: "/nowhere/msxkit" };
  const { extension, api, seen } = load(settings);
  await extension.activate({ subscriptions: [] });
  settings.path = msxkit;
  const adapter = await seen.factories.get("msxbasic").createDebugAdapterDescriptor();
  assert.deepEqual([adapter.command, adapter.args], [msxkit, ["dap"]]);
  const session = { type: "msxbasic", asked: [], customRequest: async (...what) => session.asked.push(what) };
  seen.event({ session, event: "msxkit/screen", body: { mime: "image/png", data: "AAAA" } });
  assert.deepEqual(seen.sent.at(-1), { picture: "data:image/png;base64,AAAA" });
  api.debug.activeDebugSession = session;
  for (const key of ["a", "Enter", "ArrowUp", "Shift"]) {
    seen.panels[0].type({ key });
  }
  assert.deepEqual(session.asked.map(([, body]) => body.codes[0]), [97, 13, 30]);
});

test("tokenised files are listed, and the problem matcher reads what check writes", async () => {
  const settings = { path: "/nowhere/msxkit" };
  const { extension, seen } = load(settings);
  await extension.activate({ subscriptions: [] });
  settings.path = process.env.MSXKIT ?? "msxkit";
  const listing = path.join(root, "..", "..", "basic", "battle.bas");
  const text = await seen.providers.get("msxkit-listing").provideTextDocumentContent({ fsPath: listing });
  assert.match(text, /^5 ' Rem MarMSX 2018/);
  const { regexp } = manifest.contributes.problemMatchers[0].pattern;
  const found = new RegExp(regexp).exec("game.bas:1:11: error: PRINT where THEN should be (Syntax error in 10) [syntax]");
  assert.deepEqual(found.slice(1, 5), ["game.bas", "1", "11", "error"]);
  assert.equal(found[6], "syntax");
});
