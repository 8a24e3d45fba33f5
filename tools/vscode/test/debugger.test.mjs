// The debugger with a client that is not ours: @vscode/debugadapter-testsupport.

import assert from "node:assert";
import { spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, test } from "node:test";

const { DebugClient } = createRequire(import.meta.url)("@vscode/debugadapter-testsupport");
const folder = mkdtempSync(path.join(tmpdir(), "msxkit-"));
const program = path.join(folder, "game.bas");
writeFileSync(program, "10 FOR I=1 TO 5\n20 GOSUB 100:A=A+1\n30 NEXT I\n40 PRINT A:END\n100 ' Sub\n110 B=B+I\n120 RETURN\n");

let client;
beforeEach(async () => {
  client = new DebugClient(process.env.MSXKIT ?? "msxkit", "dap", "msxbasic");
  client.defaultTimeout = 20000;
  await client.start();
});
afterEach(() => client.stop());

test("a break point is hit", () =>
  client.hitBreakpoint({ program }, { path: program, line: 6 }, { path: program, line: 6, column: 5 }));

test("the program runs to its end", () =>
  Promise.all([client.configurationSequence(), client.launch({ program }), client.waitForEvent("terminated")]));

test("it stops on entry, steps, and steps back", async () => {
  await Promise.all([
    client.configurationSequence(),
    client.launch({ program, stopOnEntry: true }),
    client.assertStoppedLocation("entry", { line: 1 }),
  ]);
  await Promise.all([client.nextRequest({ threadId: 1 }), client.assertStoppedLocation("step", { line: 2 })]);
  await Promise.all([client.stepInRequest({ threadId: 1 }), client.assertStoppedLocation("step", { line: 6 })]);
  await Promise.all([client.stepBackRequest({ threadId: 1 }), client.assertStoppedLocation("step", { line: 2 })]);
  await Promise.all([client.stepBackRequest({ threadId: 1 }), client.assertStoppedLocation("entry", { line: 1 })]);
});

test("variables are shown and changed", async () => {
  await client.hitBreakpoint({ program }, { path: program, line: 3 });
  const { body } = await client.scopesRequest({ frameId: 0 });
  const variablesReference = body.scopes[0].variablesReference;
  const rows = (await client.variablesRequest({ variablesReference })).body.variables;
  assert.deepEqual(rows.map((row) => [row.name, row.value]), [["A#", "1"], ["B#", "1"], ["I#", "1"]]);
  const changed = await client.setVariableRequest({ variablesReference, name: "B#", value: "A+41" });
  assert.equal(changed.body.value, "42");
  assert.equal((await client.evaluateRequest({ expression: "B/2" })).body.result, "21");
});

const emulator = spawnSync("openmsx", ["--version"]).error ? { skip: "openMSX is not installed" } : {};

test("a break point is hit on a cartridge", emulator, () =>
  client.hitBreakpoint({ program, on: "cartridge" }, { path: program, line: 6 }, { path: program, line: 6, column: 5 }));

test("a cartridge is stepped through, and shows its variables", emulator, async () => {
  await Promise.all([
    client.configurationSequence(),
    client.launch({ program, on: "cartridge", stopOnEntry: true }),
    client.assertStoppedLocation("entry", { line: 1 }),
  ]);
  const step = (request, line) => Promise.all([request, client.assertStoppedLocation("step", { line })]);
  await step(client.nextRequest({ threadId: 1 }), 2);
  await step(client.stepInRequest({ threadId: 1 }), 6);
  await step(client.stepOutRequest({ threadId: 1 }), 2);
  const { body } = await client.scopesRequest({ frameId: 0 });
  const { variablesReference } = body.scopes[0];
  const rows = (await client.variablesRequest({ variablesReference })).body.variables;
  assert.deepEqual(rows.map((row) => [row.name, row.value]), [["A#", "0"], ["B#", "1"], ["I#", "1"]]);
  assert.equal((await client.evaluateRequest({ expression: "B/2" })).body.result, ".5");
  await assert.rejects(client.stepBackRequest({ threadId: 1 }), /a compiled program cannot step back/);
});

test("a cartridge runs to its end", emulator, () =>
  Promise.all([
    client.configurationSequence(),
    client.launch({ program, on: "cartridge" }),
    client.waitForEvent("terminated"),
  ]));

test("a bad launch configuration is refused", async () => {
  await client.initializeRequest();
  await assert.rejects(client.launchRequest({ program: path.join(folder, "none.bas") }), /none\.bas/);
});
