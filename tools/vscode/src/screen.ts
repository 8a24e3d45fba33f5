// The screen of the program that is debugged: a picture that changes, and keys that go back.

import * as vscode from "vscode";

/** What the keys that type no letters are called in the machine's matrix. The program sees how long they are held. */
const KEYS: Record<string, string> = {
  " ": "SPACE",
  Enter: "RETURN",
  Backspace: "BS",
  Tab: "TAB",
  Escape: "ESC",
  Delete: "DEL",
  Insert: "INS",
  Home: "HOME",
  ArrowRight: "RIGHT",
  ArrowLeft: "LEFT",
  ArrowUp: "UP",
  ArrowDown: "DOWN",
};

/** A key as the browser names it. */
interface Key {
  key: string;
  down: boolean;
}

/** What a key asks of the debugger; undefined for one that types nothing. */
function asked({ key, down }: Key): object | undefined {
  if (key in KEYS) {
    return { [down ? "down" : "up"]: [KEYS[key]] };
  }
  const code = down && key.length === 1 ? key.charCodeAt(0) : 0;
  return code >= 32 && code < 127 ? { codes: [code] } : undefined;
}

const NOTE = "Click here and type: keys go to the program.";
const PAGE = `<!DOCTYPE html>
<html><head><meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src 'nonce-msxkit'">
<style>body{margin:0;display:flex;flex-direction:column;height:100vh;background:#000;color:#ccc}
img{flex:1;min-height:0;object-fit:contain;image-rendering:pixelated}p{margin:4px}</style></head>
<body tabindex="0"><img id="screen" alt="The screen of the program"><p id="note">${NOTE}</p>
<script nonce="msxkit">
const api = acquireVsCodeApi();
addEventListener("message", (event) => {
  if (event.data.picture) document.getElementById("screen").src = event.data.picture;
  if (event.data.note !== undefined) document.getElementById("note").textContent = event.data.note;
});
const held = new Set();
const release = (key) => held.delete(key) && api.postMessage({ key, down: false });
addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  held.add(event.key);
  api.postMessage({ key: event.key, down: true });
  event.preventDefault();
});
addEventListener("keyup", (event) => release(event.key));
addEventListener("blur", () => held.forEach(release));
</script></body></html>`;

export class ScreenView {
  private panel: vscode.WebviewPanel | undefined;
  private picture = "";
  /** The session for which the view was opened; the user may close it or put a text in front of it. */
  private session: vscode.DebugSession | undefined;

  /** Opens the view beside the editor, or brings it to the front. */
  show(): void {
    if (this.panel) {
      this.panel.reveal(undefined, true);
      return;
    }
    this.panel = vscode.window.createWebviewPanel(
      "msxkit.display.screen",
      "MSX screen",
      { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true },
      { enableScripts: true, retainContextWhenHidden: true },
    );
    this.panel.webview.html = PAGE;
    this.panel.onDidDispose(() => (this.panel = undefined));
    this.panel.webview.onDidReceiveMessage((key: Key) => this.typed(key));
    if (this.picture) {
      void this.panel.webview.postMessage({ picture: this.picture });
    }
  }

  /** An event of a debug session. */
  event(event: vscode.DebugSessionCustomEvent): void {
    if (event.session.type !== "msxbasic") {
      return;
    }
    if (event.event === "msxkit/screen") {
      this.picture = `data:${event.body.mime};base64,${event.body.data}`;
      if (this.session !== event.session) {
        this.session = event.session;
        this.show();
      }
      void this.panel?.webview.postMessage({ picture: this.picture });
    } else if (event.event === "msxkit/waiting") {
      this.note(`The program waits for a key in ${event.body.place}. Click here and type.`);
    } else if (event.event === "msxkit/running") {
      this.note();
    }
  }

  /** Says something below the picture; without a text, what is always said there. */
  note(text = NOTE): void {
    void this.panel?.webview.postMessage({ note: text });
  }

  private typed(key: Key): void {
    const request = asked(key);
    const session = vscode.debug.activeDebugSession;
    if (request && session?.type === "msxbasic") {
      void session.customRequest("msxkit/type", request);
    }
  }
}
