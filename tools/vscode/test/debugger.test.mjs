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

const pathOf = (name, text) => {
  const file = path.join(folder, name);
  writeFileSync(file, text);
  return file;
};
/** Launches with break points, and waits for the first stop. */
const stopAt = (line, breakpoints, launch = {}, file = program) =>
  Promise.all([
    client
      .waitForEvent("initialized")
      .then(() => client.setBreakpointsRequest({ source: { path: file }, breakpoints }))
      .then(() => client.configurationDoneRequest()),
    client.launch({ program: file, ...launch }),
    client.assertStoppedLocation("breakpoint", { line }),
  ]);
const value = async (expression) => (await client.evaluateRequest({ expression })).body.result;

for (const [on, needs] of [["interpreter", {}], ["cartridge", emulator]]) {
  test(`${on}: conditions, hit counts, log points, and break points within a line`, needs, async () => {
    const told = [];
    client.on("output", ({ body }) => told.push(body.output));
    await stopAt(6, [{ line: 6, condition: "I=3" }, { line: 2, column: 14, logMessage: "I is {I}" }], { on });
    assert.equal(await value("I"), "3");
    assert.deepEqual(told.filter((text) => text.startsWith("I is")), ["I is 1\n", "I is 2\n"]);
    await client.setBreakpointsRequest({ source: { path: program }, breakpoints: [{ line: 3, hitCondition: ">=2" }] });
    await Promise.all([client.continueRequest({ threadId: 1 }), client.assertStoppedLocation("breakpoint", { line: 3 })]);
    assert.equal(await value("I"), "4");
    await client.setBreakpointsRequest({ source: { path: program }, breakpoints: [{ line: 2, column: 14 }] });
    await Promise.all([
      client.continueRequest({ threadId: 1 }),
      client.assertStoppedLocation("breakpoint", { line: 2, column: 14 }),
    ]);
    assert.equal(await value("I"), "5");
  });

  test(`${on}: an endless loop is paused, and started anew`, needs, async () => {
    const file = pathOf("loop.bas", "10 A=A+1\n20 GOTO 20\n");
    await stopAt(1, [{ line: 1 }], { on }, file);
    await client.setBreakpointsRequest({ source: { path: file }, breakpoints: [] });
    await client.continueRequest({ threadId: 1 });
    await new Promise((resolve) => setTimeout(resolve, 500));
    await Promise.all([client.pauseRequest({ threadId: 1 }), client.assertStoppedLocation("pause", { line: 2 })]);
    assert.equal(await value("A"), "1");
    await client.setBreakpointsRequest({ source: { path: file }, breakpoints: [{ line: 1 }] });
    await Promise.all([client.send("restart"), client.assertStoppedLocation("breakpoint", { line: 1 })]);
    assert.equal(await value("A"), "0");
  });

  test(`${on}: an error stops the run, and is explained`, needs, async () => {
    const file = pathOf("error.bas", "10 A=1\n20 PRINT A/0\n");
    await Promise.all([
      client.waitForEvent("initialized").then(() => client.setExceptionBreakpointsRequest({ filters: ["uncaught"] }))
        .then(() => client.configurationDoneRequest()),
      client.launch({ program: file, on }),
      client.assertStoppedLocation("exception", { line: 2 }),
    ]);
    assert.equal((await client.send("exceptionInfo", { threadId: 1 })).body.exceptionId, "Error 11");
  });
}

test("writes to a variable, changes of a cell and of video memory stop the run", async () => {
  const file = pathOf("data.bas", '10 CLS:B=1\n20 A=5\n30 PRINT "X";\n40 VPOKE 8000,7\n50 END\n');
  await stopAt(1, [{ line: 1 }], {}, file);
  for (const [name, line] of [["A", 3], ["SCREEN(0,0)", 4], ["VRAM(8000)", 5]]) {
    const { dataId } = (await client.send("dataBreakpointInfo", { name })).body;
    const { breakpoints } = (await client.send("setDataBreakpoints", { breakpoints: [{ dataId }] })).body;
    assert.equal(breakpoints[0].verified, true);
    await Promise.all([client.continueRequest({ threadId: 1 }), client.assertStoppedLocation("data breakpoint", { line })]);
  }
});

test("what a cartridge cannot is said, and its variables change", emulator, async () => {
  await stopAt(6, [{ line: 6 }], { on: "cartridge" });
  const wanted = { breakpoints: [{ dataId: "A" }, { dataId: "Q9" }] };
  const { breakpoints } = (await client.send("setDataBreakpoints", wanted)).body;
  assert.deepEqual(breakpoints.map((point) => point.verified), [true, false]);
  await assert.rejects(client.stepBackRequest({ threadId: 1 }), /a compiled program cannot/);
  const { variablesReference } = (await client.scopesRequest({ frameId: 0 })).body.scopes[0];
  const { value } = (await client.setVariableRequest({ variablesReference, name: "B#", value: "7/2" })).body;
  assert.equal(value, "3.5");
});

test("a bad launch configuration is refused", async () => {
  await client.initializeRequest();
  await assert.rejects(client.launchRequest({ program: path.join(folder, "none.bas") }), /none\.bas/);
});
