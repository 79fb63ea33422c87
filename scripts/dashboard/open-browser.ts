import { spawn } from "node:child_process";

/** Opens a URL in the person's browser. Without a browser nothing happens; the URL is printed anyway. */
export function openBrowser(url: string): void {
  const [command, ...args] = openers[process.platform] ?? ["xdg-open"];
  if (command === undefined) return;
  const child = spawn(command, [...args, url], { detached: true, stdio: "ignore" });
  child.once("error", () => undefined);
  child.unref();
}

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};
