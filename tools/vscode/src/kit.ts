// The msxkit command: where it is, whether it is there, and what to say when it is not.

import { execFile } from "node:child_process";
import * as vscode from "vscode";

export const INSTALL = "pip install 'msxkit[editor]'";

/** The command as the user has set it. */
export function command(): string {
  return vscode.workspace.getConfiguration("msxkit").get<string>("path") || "msxkit";
}

/** Runs msxkit to its end; gives what it wrote. Rejects with what it said on standard error. */
export function runKit(args: string[], cwd?: string): Promise<string> {
  return new Promise((resolve, reject) => {
    execFile(command(), args, { cwd, maxBuffer: 1 << 26 }, (error, stdout, stderr) => {
      if (error) {
        reject(new Error(stderr.trim() || error.message));
      } else {
        resolve(stdout);
      }
    });
  });
}

/** The version of msxkit, or undefined after telling the user how to install it. */
export async function findKit(): Promise<string | undefined> {
  try {
    return (await runKit(["--version"])).trim();
  } catch {
    const settings = "Open settings";
    const chosen = await vscode.window.showErrorMessage(
      `msxkit was not found as '${command()}'. Install it with ${INSTALL}, or set msxkit.path.`,
      settings,
    );
    if (chosen === settings) {
      await vscode.commands.executeCommand("workbench.action.openSettings", "msxkit.path");
    }
    return undefined;
  }
}
