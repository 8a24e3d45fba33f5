// The msxkit command: where it is, whether it is there, and what to say when it is not.

import { execFile } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import * as path from "node:path";
import * as vscode from "vscode";

export const INSTALL = "pip install 'msxkit[editor]'";

/** The command as the user has set it. */
function wanted(): string {
  return vscode.workspace.getConfiguration("msxkit").get<string>("path") || "msxkit";
}

/** Where the command is. A name without a folder is looked for in the folders of PATH alone: Windows would first take a
 * program of that name in the folder of the workspace. Throws if it is not there. */
export function command(): string {
  const name = wanted();
  if (path.basename(name) !== name) {
    return name;
  }
  const endings = process.platform === "win32" && !path.extname(name) ? [".exe", ".com"] : [""];
  for (const folder of (process.env.PATH ?? "").split(path.delimiter).filter((each) => path.isAbsolute(each))) {
    for (const file of endings.map((ending) => path.join(folder, name + ending))) {
      if (isProgram(file)) {
        return file;
      }
    }
  }
  throw new Error(`${name} is in no folder of PATH`);
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}

/** Runs msxkit to its end; gives what it wrote. Rejects with what it said on standard error. */
export function runKit(args: string[], cwd?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const kit = execFile(command(), args, { cwd, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      if (error) {
        reject(new Error(stderr.trim() || error.message));
      } else {
        resolve(stdout);
      }
    });
    kit.stdin?.end();
  });
}

/** Whether msxkit runs; if not, the user is told how to install it. */
export async function findKit(): Promise<boolean> {
  try {
    await runKit(["--version"]);
    return true;
  } catch {
    void offerSettings();
    return false;
  }
}

/** Says that msxkit is missing. Nothing waits for the answer. */
async function offerSettings(): Promise<void> {
  const settings = "Open settings";
  const chosen = await vscode.window.showErrorMessage(
    `msxkit was not found as '${wanted()}'. Install it with ${INSTALL}, or set msxkit.path.`,
    settings,
  );
  if (chosen === settings) {
    // Where VS Code runs on another computer than its window, the command is a setting of that computer.
    const where = vscode.env.remoteName ? "openRemoteSettings" : "openSettings";
    await vscode.commands.executeCommand(`workbench.action.${where}`, { query: "msxkit.path" });
  }
}

/** Terminals and tasks find the command, and what was installed with it, where the setting says. */
export function showTerminals(variables: vscode.EnvironmentVariableCollection): void {
  variables.clear();
  const folder = path.dirname(wanted());
  if (path.isAbsolute(folder)) {
    variables.prepend("PATH", folder + path.delimiter);
  }
}
